/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Block maps of ext2 and ext3: 12 pointers in the inode, then a block of
 * pointers, a block of pointers to such blocks, and one level more. Pointers
 * to blocks that follow each other become one record, as long as they stand in
 * the same block of pointers.
 */
#include <inttypes.h>

#include "base/bytes.h"
#include "fs/ext/ext_map.h"

#define DIRECT 12
#define LEVELS 3

/* Reads `count` pointers to data; logical_blk is what the first one stands for. */
static void read_pointers(struct ext_map *map, uint64_t node_blk, const uint8_t *pointers,
			  uint32_t count, uint64_t logical_blk)
{
	uint64_t first, run;
	uint32_t i;

	for (i = 0; i < count; i += (uint32_t)run) {
		first = bytes_le32(pointers + 4 * (size_t)i);
		run = 1;
		if (!first)
			continue;
		while (i + run < count && bytes_le32(pointers + 4 * (i + run)) == first + run)
			run++;
		ext_map_record(map, node_blk, logical_blk + i, first, run, false);
	}
}

/*
 * A node without a record behind it, as a punched hole leaves one, goes to the
 * end of the list: nobody comes by it when he reads the file. It is the last so
 * far, since all below it went there before.
 */
static void set_aside(struct ext_map *map, uint64_t logical_blk)
{
	const struct range *at = &map->nodes.item[--map->nodes.count];
	struct extent node = {
		.logical = logical_blk * map->ext->super.block_bytes,
		.physical = at->start, .len = at->len,
	};

	if (extent_vec_push(&map->empty_nodes, node))
		map->no_memory = true;
}

/* Reads a block of pointers with `depth` levels of such blocks below it. */
static void read_indirect(struct ext_map *map, uint64_t node_blk, unsigned depth,
			  unsigned level, uint64_t logical_blk)
{
	uint32_t count = map->ext->super.block_bytes / 4, i;
	uint64_t each = 1, child_blk;
	const uint8_t *node = ext_map_node(map, node_blk, level);
	size_t records = map->records.count;

	if (!node)
		return;
	if (!depth)
		read_pointers(map, node_blk, node, count, logical_blk);
	for (i = 0; i < depth; i++)
		each *= count;
	for (i = 0; depth && i < count && !map->no_memory; i++) {
		child_blk = bytes_le32(node + 4 * (size_t)i);
		if (child_blk)
			read_indirect(map, child_blk, depth - 1, level + 1, logical_blk + i * each);
	}
	if (map->records.count == records)
		set_aside(map, logical_blk);
}

void ext_blockmap_read(struct ext_map *map)
{
	uint64_t count = map->ext->super.block_bytes / 4, logical_blk = DIRECT, covered = count;
	const uint8_t *block = map->inode->block;
	uint64_t node_blk;
	unsigned depth;
	size_t i;

	read_pointers(map, 0, block, DIRECT, 0);
	for (depth = 0; depth < LEVELS; depth++) {
		node_blk = bytes_le32(block + 4 * (size_t)(DIRECT + depth));
		if (node_blk)
			read_indirect(map, node_blk, depth, 0, logical_blk);
		logical_blk += covered;
		covered *= count;
	}
	for (i = 0; i < map->empty_nodes.count; i++) {
		const struct extent *empty = &map->empty_nodes.item[i];
		struct range node = { empty->physical, empty->len };

		if (range_vec_push(&map->nodes, node))
			map->no_memory = true;
	}
}
