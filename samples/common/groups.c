/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: opening, free runs and counts of a filesystem, see groups.h.
 */
#include "groups.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"

ext2_filsys groups_open(const char *path, time_t now)
{
	ext2_filsys fs;

	initialize_ext2_error_table();
	die_on(ext2fs_open2(path, "", EXT2_FLAG_RW | EXT2_FLAG_64BITS, 0, 0, unix_io_manager, &fs), path);
	fs->now = now;
	fs->default_bitmap_type = EXT2FS_BMAP64_BITARRAY;
	die_on(ext2fs_read_bitmaps(fs), "reading the bitmaps");
	return fs;
}

void groups_close(ext2_filsys fs)
{
	die_on(ext2fs_close_free(&fs), "writing the filesystem");
}

void groups_free_runs(ext2_filsys fs, struct spans *out)
{
	blk64_t last = ext2fs_blocks_count(fs->super) - 1;
	blk64_t pos = fs->super->s_first_data_block, start = 0, end = 0;
	errcode_t err;

	while (pos <= last) {
		err = ext2fs_find_first_zero_block_bitmap2(fs->block_map, pos, last, &start);
		if (err == ENOENT)
			return;
		die_on(err, "searching the block bitmap");
		err = ext2fs_find_first_set_block_bitmap2(fs->block_map, start, last, &end);
		if (err == ENOENT)
			end = last + 1;
		else
			die_on(err, "searching the block bitmap");
		spans_add(out, start, end - start);
		pos = end;
	}
}

static uint32_t zero_bits(const unsigned char *buf, uint32_t n)
{
	uint32_t i, zeros = 0;

	for (i = 0; i + 8 <= n; i += 8)
		zeros += 8 - (uint32_t)__builtin_popcount(buf[i / 8]);
	for (; i < n; i++)
		zeros += !(buf[i / 8] >> (i % 8) & 1);
	return zeros;
}

/* get_block_bitmap_range2 counts in clusters. */
static uint32_t free_clusters(ext2_filsys fs, dgrp_t g, unsigned char *buf)
{
	uint32_t ratio = 1u << fs->cluster_ratio_bits;
	uint32_t n = (uint32_t)ext2fs_group_blocks_count(fs, g);
	blk64_t first = ext2fs_group_first_block2(fs, g);

	n = (n + ratio - 1) / ratio;
	die_on(ext2fs_get_block_bitmap_range2(fs->block_map, first >> fs->cluster_ratio_bits, n, buf),
	       "reading a group's bitmap");
	return zero_bits(buf, n);
}

void groups_recount(ext2_filsys fs)
{
	unsigned char *buf = die_realloc(NULL, fs->super->s_clusters_per_group / 8 + 8, 1);
	uint64_t sum = 0;
	uint32_t n;
	dgrp_t g;

	for (g = 0; g < fs->group_desc_count; g++) {
		n = free_clusters(fs, g, buf);
		ext2fs_bg_free_blocks_count_set(fs, g, n);
		ext2fs_bg_flags_clear(fs, g, EXT2_BG_BLOCK_UNINIT);
		ext2fs_group_desc_csum_set(fs, g);
		sum += n;
	}
	ext2fs_free_blocks_count_set(fs->super, sum << fs->cluster_ratio_bits);
	ext2fs_mark_bb_dirty(fs);
	ext2fs_mark_super_dirty(fs);
	free(buf);
}
