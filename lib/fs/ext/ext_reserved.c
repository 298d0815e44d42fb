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

void ext_reserved_mark(const struct ext *ext, uint32_t group, void *bitmap)
{
	const struct blk_ranges *ranges = &ext->reserved;
	uint64_t group_blk = ext2fs_group_first_block2(ext->lib, group);
	uint64_t end_blk = group_blk + (uint64_t)ext2fs_group_blocks_count(ext->lib, group);
	unsigned ratio_bits = (unsigned)ext->lib->cluster_ratio_bits;
	uint64_t from, to;
	size_t i;

	for (i = first_after(ranges, group_blk); i < ranges->count; i++) {
		from = ranges->item[i].first_blk;
		to = from + ranges->item[i].count_blk;
		if (from >= end_blk)
			break;
		from = from > group_blk ? from - group_blk : 0;
		to = (to < end_blk ? to : end_blk) - group_blk;
		from >>= ratio_bits;
		to = ((to - 1) >> ratio_bits) + 1;
		bitrun_set(bitmap, (uint32_t)from, (uint32_t)(to - from));
	}
}
