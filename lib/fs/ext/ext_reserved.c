/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "base/bitrun.h"
#include "fs/ext/ext_reserved.h"

/* Adds blocks, growing the last range when they follow it. */
static int add(struct blk_ranges *ranges, uint64_t first_blk, uint64_t count_blk)
{
	struct blk_range range = { first_blk, count_blk };
	struct blk_range *last = ranges->count ? &ranges->item[ranges->count - 1] : NULL;

	if (!first_blk && !count_blk)
		return 0;
	if (last && last->first_blk + last->count_blk == first_blk) {
		last->count_blk += count_blk;
		return 0;
	}
	return blk_ranges_push(ranges, range);
}

/* Superblock and descriptor copies, with the blocks kept for growing. */
static int add_copies(const struct ext *ext, uint32_t group, struct blk_ranges *to)
{
	const struct ext2_super_block *super = ext->lib->super;
	blk64_t super_blk, old_blk, new_blk;
	uint64_t old_count = ext->lib->desc_blocks + super->s_reserved_gdt_blocks;
	int ret = 0;

	if (ext2fs_has_feature_meta_bg(ext->lib->super))
		old_count = super->s_first_meta_bg;
	ext2fs_super_and_bgd_loc2(ext->lib, group, &super_blk, &old_blk, &new_blk, NULL);
	if (super_blk || !group)
		ret = add(to, super_blk, 1);
	if (!ret && old_blk)
		ret = add(to, old_blk, old_count);
	if (!ret && new_blk)
		ret = add(to, new_blk, 1);
	return ret;
}

static int by_first(const void *a, const void *b)
{
	const struct blk_range *x = a, *y = b;

	return x->first_blk < y->first_blk ? -1 : x->first_blk > y->first_blk;
}

/* Sorts the ranges and joins those that overlap or touch. */
static void normalise(struct blk_ranges *ranges)
{
	struct blk_range *last, *next;
	size_t i, kept = 0;

	if (!ranges->count)
		return;
	qsort(ranges->item, ranges->count, sizeof(*ranges->item), by_first);
	for (i = 1; i < ranges->count; i++) {
		last = &ranges->item[kept];
		next = &ranges->item[i];
		if (next->first_blk > last->first_blk + last->count_blk)
			ranges->item[++kept] = *next;
		else if (next->first_blk + next->count_blk > last->first_blk + last->count_blk)
			last->count_blk = next->first_blk + next->count_blk - last->first_blk;
	}
	ranges->count = kept + 1;
}

/*
 * Each kind is collected in a list of its own: with flex_bg the bitmaps of
 * neighbouring groups lie side by side, so that a list stays short.
 */
int ext_reserved_collect(struct ext *ext)
{
	struct blk_ranges kinds[3] = { { 0 } };
	ext2_filsys lib = ext->lib;
	uint32_t group;
	size_t k, i;
	int ret = 0;

	for (group = 0; !ret && group < lib->group_desc_count; group++) {
		if (!ext2fs_bg_flags_test(lib, group, EXT2_BG_BLOCK_UNINIT))
			continue;
		ret = add_copies(ext, group, &ext->reserved) ||
		      add(&kinds[0], ext2fs_block_bitmap_loc(lib, group), 1) ||
		      add(&kinds[1], ext2fs_inode_bitmap_loc(lib, group), 1) ||
		      add(&kinds[2], ext2fs_inode_table_loc(lib, group),
			  lib->inode_blocks_per_group);
	}
	for (k = 0; k < 3; k++) {
		for (i = 0; !ret && i < kinds[k].count; i++)
			ret = blk_ranges_push(&ext->reserved, kinds[k].item[i]);
		blk_ranges_free(&kinds[k]);
	}
	normalise(&ext->reserved);
	return ret ? ERR_NOMEM : 0;
}

/* Index of the first range that ends after blk. */
static size_t first_after(const struct blk_ranges *ranges, uint64_t blk)
{
	size_t low = 0, high = ranges->count, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (ranges->item[mid].first_blk + ranges->item[mid].count_blk <= blk)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The reserved blocks of one group, range by range, in clusters of the group. */
struct cursor {
	const struct blk_ranges *ranges;
	size_t index;			/* of the next range */
	uint64_t group_blk, end_blk;
	unsigned ratio_bits;
	uint32_t from, to;		/* clusters, half-open */
};

static struct cursor cursor_at(const struct ext *ext, uint32_t group)
{
	struct cursor c = {
		.ranges = &ext->reserved,
		.group_blk = ext2fs_group_first_block2(ext->lib, group),
		.ratio_bits = (unsigned)ext->lib->cluster_ratio_bits,
	};

	c.end_blk = c.group_blk + (uint64_t)ext2fs_group_blocks_count(ext->lib, group);
	c.index = first_after(c.ranges, c.group_blk);
	return c;
}

static bool cursor_next(struct cursor *c)
{
	const struct blk_range *range;
	uint64_t from, to;

	if (c->index >= c->ranges->count)
		return false;
	range = &c->ranges->item[c->index++];
	if (range->first_blk >= c->end_blk)
		return false;
	from = range->first_blk > c->group_blk ? range->first_blk : c->group_blk;
	to = range->first_blk + range->count_blk;
	to = to < c->end_blk ? to : c->end_blk;
	c->from = (uint32_t)((from - c->group_blk) >> c->ratio_bits);
	c->to = (uint32_t)((to - c->group_blk - 1) >> c->ratio_bits) + 1;
	return true;
}

void ext_reserved_mark(const struct ext *ext, uint32_t group, void *bitmap)
{
	struct cursor c = cursor_at(ext, group);

	while (cursor_next(&c))
		bitrun_set(bitmap, c.from, c.to - c.from);
}

/* With clusters, two ranges may share one: hence the comparisons. */
size_t ext_reserved_gaps(const struct ext *ext, uint32_t group, uint32_t *edges)
{
	struct cursor c = cursor_at(ext, group);
	uint32_t clusters = (uint32_t)((c.end_blk - c.group_blk - 1) >> c.ratio_bits) + 1;
	uint32_t at = 0;
	size_t count = 0;

	while (cursor_next(&c)) {
		if (c.from > at) {
			edges[count++] = at;
			edges[count++] = c.from;
		}
		at = c.to > at ? c.to : at;
	}
	if (at < clusters) {
		edges[count++] = at;
		edges[count++] = clusters;
	}
	return count;
}
