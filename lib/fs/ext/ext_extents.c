/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Extent trees: nodes of a header and entries of 12 bytes each, structs as in
 * ext3_extents.h. The root lies in the inode, the others fill a block and end,
 * with metadata_csum, in a checksum.
 */
#include <inttypes.h>
#include <string.h>

#include <ext2fs/ext2fs.h>
#include <ext2fs/ext3_extents.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fs/ext/ext_map.h"

#define ENTRY 12			/* bytes of the header and of each entry */
#define MAX_WRITTEN 32768U		/* longer ones are unwritten, by the rest */

struct header {
	uint16_t magic, entries, max, depth;
};

/* Where a node lies and what the index above says of it. */
struct place {
	uint64_t blk;		/* 0: the root, in the inode */
	uint64_t logical;	/* the file block that a reader comes here from; root: 0 */
	unsigned level;		/* counts from the inode */
};

static struct header header_of(const uint8_t *node)
{
	return (struct header) {
		.magic = bytes_le16(node), .entries = bytes_le16(node + 2),
		.max = bytes_le16(node + 4), .depth = bytes_le16(node + 6),
	};
}

/* Is a node of `size` bytes what its place in the tree promises? */
static bool header_ok(struct ext_map *map, uint64_t node_blk, const struct header *h,
		      size_t size, unsigned depth)
{
	const char *where = node_blk ? "node block" : "the inode: block";
	uint16_t room = (uint16_t)((size - ENTRY) / ENTRY);

	if (h->magic != EXT3_EXT_MAGIC)
		ext_map_bad(map, node_blk, "extent tree, %s %" PRIu64
			    ": the magic number is 0x%04x, not 0xf30a", where, node_blk, h->magic);
	else if (h->depth != depth)
		ext_map_bad(map, node_blk, "extent tree, %s %" PRIu64
			    ": the depth is %u, must be %u", where, node_blk, h->depth, depth);
	else if (h->max > room)
		ext_map_bad(map, node_blk, "extent tree, %s %" PRIu64
			    ": claims room for %u entries, there is room for %u", where, node_blk,
			    h->max, room);
	else if (h->entries > h->max)
		ext_map_bad(map, node_blk, "extent tree, %s %" PRIu64
			    ": has %u entries in room for %u", where, node_blk, h->entries, h->max);
	else
		return true;
	return false;
}

/* A wrong checksum is a finding; the node may still be right. */
static void check_checksum(struct ext_map *map, uint64_t node_blk, const uint8_t *node,
			   const struct header *h)
{
	const uint32_t number = htole32(map->inode->number);
	const uint32_t generation = htole32(map->inode->generation);
	size_t covered = ENTRY + (size_t)ENTRY * h->max;
	uint32_t crc, stored;

	if (!(map->ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_METADATA_CSUM) ||
	    covered + 4 > map->ext->super.block_bytes)
		return;
	crc = crc32c(map->ext->lib->csum_seed, &number, sizeof(number));
	crc = crc32c(crc, &generation, sizeof(generation));
	crc = crc32c(crc, node, covered);
	stored = bytes_le32(node + covered);
	if (crc != stored)
		ext_map_bad(map, node_blk, "extent tree, node block %" PRIu64
			    ": the checksum is 0x%08x, should be 0x%08x", node_blk, stored, crc);
}

/* Notes that the next record begins a leaf at the file block that its index names. */
static void begin_leaf(struct ext_map *map)
{
	if (index_vec_push(&map->leaves, map->records.count))
		map->no_memory = true;
}

static void read_leaf(struct ext_map *map, const struct place *at, const uint8_t *node,
		      const struct header *h)
{
	uint64_t node_blk = at->blk;
	const uint8_t *entry = node + ENTRY;
	uint64_t logical, physical;
	uint32_t len, i;
	bool unwritten;

	for (i = 0; i < h->entries; i++, entry += ENTRY) {
		logical = bytes_le32(entry);
		if (!i && node_blk && logical == at->logical)
			begin_leaf(map);
		len = bytes_le16(entry + 4);
		physical = (uint64_t)bytes_le16(entry + 6) << 32 | bytes_le32(entry + 8);
		unwritten = len > MAX_WRITTEN;
		if (unwritten)
			len -= MAX_WRITTEN;
		if (!len)
			ext_map_bad(map, node_blk, "the extent at file block %" PRIu64
				    " has no length", logical);
		else if (logical + len > UINT64_C(1) << 32)
			ext_map_bad(map, node_blk, "the extent at file block %" PRIu64
				    " goes past the largest file", logical);
		else
			ext_map_record(map, node_blk, logical, physical, len, unwritten);
	}
}

static void read_node(struct ext_map *map, const struct place *at, const uint8_t *node,
		      size_t size, unsigned depth);

static void read_index(struct ext_map *map, const struct place *at, const uint8_t *node,
		       const struct header *h, unsigned depth)
{
	struct place below = { .level = at->level + 1 };
	const uint8_t *child;
	uint32_t i;

	for (i = 0; i < h->entries && !map->no_memory; i++) {
		const uint8_t *entry = node + ENTRY + (size_t)i * ENTRY;

		below.blk = (uint64_t)bytes_le16(entry + 8) << 32 | bytes_le32(entry + 4);
		/* to the first child one comes from the parent's beginning on */
		below.logical = i ? bytes_le32(entry) : at->logical;
		child = ext_map_node(map, below.blk, at->level);
		if (child)
			read_node(map, &below, child, map->ext->super.block_bytes, depth - 1);
	}
}

/* depth says how many levels lie below this node. */
static void read_node(struct ext_map *map, const struct place *at, const uint8_t *node,
		      size_t size, unsigned depth)
{
	struct header h = header_of(node);

	if (!header_ok(map, at->blk, &h, size, depth))
		return;
	if (at->blk)
		check_checksum(map, at->blk, node, &h);
	if (depth)
		read_index(map, at, node, &h, depth);
	else
		read_leaf(map, at, node, &h);
}

void ext_extents_read(struct ext_map *map)
{
	static const uint8_t blank[EXT_INODE_BLOCK_BYTES];
	const uint8_t *root = map->inode->block;
	struct header h = header_of(root);
	const struct place at = { 0 };

	/* an inode that was never written to may lack even the header */
	if (!memcmp(root, blank, sizeof(blank)))
		return;
	if (h.magic == EXT3_EXT_MAGIC && h.depth > EXT_MAP_DEPTH) {
		ext_map_bad(map, 0, "extent tree, the inode: the depth is %u, must be 0 to %d",
			    h.depth, EXT_MAP_DEPTH);
		return;
	}
	read_node(map, &at, root, EXT_INODE_BLOCK_BYTES, h.depth);
}
