/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fs/ext/ext_map.h"

/* A file's map fills the first slots and more; small files never grow it. */
#define FIRST_SLOTS 64

int ext_map_init(struct ext_map *map, const struct ext *ext, struct fs_shard *shard)
{
	*map = (struct ext_map) { .ext = ext, .shard = shard };
	map->budget = ext->super.blocks;
	map->buffer = malloc((size_t)EXT_MAP_DEPTH * ext->super.block_bytes);
	return map->buffer ? 0 : ERR_NOMEM;
}

void ext_map_free(struct ext_map *map)
{
	extent_vec_free(&map->records);
	range_vec_free(&map->nodes);
	extent_vec_free(&map->empty_nodes);
	index_vec_free(&map->leaves);
	free(map->seen.slot);
	free(map->buffer);
}

void ext_map_bad(struct ext_map *map, uint64_t node_blk, const char *fmt, ...)
{
	struct finding finding = {
		.kind = FINDING_MAP,
		.place = node_blk ? node_blk * map->ext->super.block_bytes : map->inode->place,
	};
	int len;
	va_list args;

	map->damaged = true;
	len = snprintf(finding.text, sizeof(finding.text), "inode %" PRIu32 ": ",
		       map->inode->number);
	va_start(args, fmt);
	vsnprintf(finding.text + len, sizeof(finding.text) - (size_t)len, fmt, args);
	va_end(args);
	if (finding_put(&map->shard->findings, &finding))
		map->no_memory = true;
}

static size_t slot_of(const struct ext_map_seen *seen, uint64_t blk)
{
	size_t i = (size_t)(blk * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (seen->size - 1);

	while (seen->slot[i] && seen->slot[i] != blk + 1)
		i = (i + 1) & (seen->size - 1);
	return i;
}

static int seen_grow(struct ext_map_seen *seen)
{
	struct ext_map_seen larger = { .size = seen->size ? 4 * seen->size : FIRST_SLOTS };
	size_t i;

	larger.slot = calloc(larger.size, sizeof(*larger.slot));
	if (!larger.slot)
		return ERR_NOMEM;
	for (i = 0; i < seen->size; i++)
		if (seen->slot[i])
			larger.slot[slot_of(&larger, seen->slot[i] - 1)] = seen->slot[i];
	larger.count = seen->count;
	free(seen->slot);
	*seen = larger;
	return 0;
}

/* Adds a block to the set; false when it was there. */
static bool seen_add(struct ext_map *map, uint64_t blk)
{
	struct ext_map_seen *seen = &map->seen;
	size_t i;

	if (2 * (seen->count + 1) > seen->size && seen_grow(seen)) {
		map->no_memory = true;
		return false;
	}
	i = slot_of(seen, blk);
	if (seen->slot[i])
		return false;
	seen->slot[i] = blk + 1;
	seen->count++;
	return true;
}

static void seen_clear(struct ext_map_seen *seen)
{
	if (seen->count)
		memset(seen->slot, 0, seen->size * sizeof(*seen->slot));
	seen->count = 0;
}

static bool node_is_usable(struct ext_map *map, uint64_t node_blk)
{
	const struct ext_super *super = &map->ext->super;

	if (node_blk < super->first_data_blk || node_blk >= super->blocks || !node_blk)
		ext_map_bad(map, 0, "its map points at node block %" PRIu64 ", outside the volume",
			    node_blk);
	else if (!map->budget)
		ext_map_bad(map, node_blk, "more node blocks are named than the volume has; block %"
			    PRIu64 " is not followed", node_blk);
	else if (seen_add(map, node_blk))
		return true;
	else if (!map->no_memory)
		ext_map_bad(map, node_blk, "its map points at node block %" PRIu64
			    " more than once", node_blk);
	return false;
}

static bool is_zero(const uint8_t *data, size_t len)
{
	return !data[0] && !memcmp(data, data + 1, len - 1);
}

uint8_t *ext_map_node(struct ext_map *map, uint64_t node_blk, unsigned level)
{
	uint32_t size = map->ext->super.block_bytes;
	uint8_t *node = map->buffer + (size_t)level * size;
	struct range at = { .start = node_blk * size, .len = size };
	struct err err;

	if (map->given_up || !node_is_usable(map, node_blk))
		return NULL;
	map->budget--;
	if (image_read(map->ext->fs.img, at.start, node, size, &err)) {
		ext_map_bad(map, node_blk, "node block %" PRIu64 " cannot be read: %.100s",
			    node_blk, err.text);
		return NULL;
	}
	/* a node of zeros may be a hole of the image, and leads nowhere */
	if (!is_zero(node, size) && !fs_shard_claim_node(&map->ext->fs, map->shard, size)) {
		map->given_up = true;
		ext_map_bad(map, node_blk, "the files so far have more nodes than the image has data; their maps are not followed any further");
		return NULL;
	}
	if (range_vec_push(&map->nodes, at)) {
		map->no_memory = true;
		return NULL;
	}
	return node;
}

/* Does the record lie inside the volume, and behind the last one in the file? */
static bool record_ok(struct ext_map *map, uint64_t node_blk, uint64_t logical_blk,
		      uint64_t physical_blk, uint64_t count_blk)
{
	const struct ext_super *super = &map->ext->super;
	const struct extent *last = map->records.count ?
		&map->records.item[map->records.count - 1] : NULL;

	if (physical_blk < super->first_data_blk || physical_blk >= super->blocks ||
	    count_blk > super->blocks - physical_blk || !physical_blk)
		ext_map_bad(map, node_blk, "blocks %" PRIu64 " to %" PRIu64
			    " at file block %" PRIu64 " lie outside the volume", physical_blk,
			    physical_blk + count_blk - 1, logical_blk);
	else if (last && logical_blk * super->block_bytes < last->logical + last->len)
		ext_map_bad(map, node_blk, "the extent at file block %" PRIu64
			    " begins before the last one ends", logical_blk);
	else
		return true;
	return false;
}

void ext_map_record(struct ext_map *map, uint64_t node_blk, uint64_t logical_blk,
		    uint64_t physical_blk, uint64_t count_blk, bool unwritten)
{
	uint32_t size = map->ext->super.block_bytes;
	struct extent record = {
		.logical = logical_blk * size, .physical = physical_blk * size,
		.len = count_blk * size, .unwritten = unwritten,
	};

	if (map->given_up || !record_ok(map, node_blk, logical_blk, physical_blk, count_blk))
		return;
	if (!fs_shard_claim(&map->ext->fs, map->shard, record.len)) {
		map->given_up = true;
		ext_map_bad(map, node_blk, "the files so far claim more than twice the blocks of the volume; their maps are not followed any further");
	} else if (extent_vec_push(&map->records, record)) {
		map->no_memory = true;
	}
}

int ext_map_read(struct ext_map *map, const struct ext_inode *inode, struct file *file)
{
	map->inode = inode;
	map->damaged = false;
	map->records.count = 0;
	map->nodes.count = 0;
	map->empty_nodes.count = 0;
	map->leaves.count = 0;
	seen_clear(&map->seen);
	if (map->given_up)
		map->damaged = inode->mapped;
	else if (inode->mapped && file->block_mapped)
		ext_blockmap_read(map);
	else if (inode->mapped)
		ext_extents_read(map);
	file->records = map->records.item;
	file->record_count = map->records.count;
	file->leaves = map->leaves.item;
	file->leaf_count = map->leaves.count;
	file->nodes = map->nodes.item;
	file->node_count = map->nodes.count;
	file->empty_nodes = map->empty_nodes.item;
	file->empty_node_count = map->empty_nodes.count;
	file->damaged |= map->damaged;
	return map->no_memory ? ERR_NOMEM : 0;
}
