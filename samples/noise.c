/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * noise IMAGE SECONDS: fills the block bitmaps of a fresh filesystem with random runs, free and used by turns, each
 * of geometric length with mean 64. The used blocks belong to nobody: the image is for timing only. SECONDS is the
 * time that the superblock gets as that of its last write.
 *
 * A run ends at each block with chance 1/64, that is the AND of six random bits. So 64 blocks are made at once:
 * the AND of six random words has a bit wherever a run ends, and the parity of all ends so far is the state.
 */
#include <stdlib.h>

#include "common/die.h"
#include "common/groups.h"
#include "common/rnd.h"

struct noise {
	struct rnd rnd;
	uint64_t used;		/* all ones if the last block was used, else 0 */
};

static uint64_t next_word(struct noise *n)
{
	uint64_t w = rnd_next(&n->rnd);
	int i;

	for (i = 0; i < 5; i++)
		w &= rnd_next(&n->rnd);
	for (i = 1; i < 64; i *= 2)
		w ^= w << i;
	w ^= n->used;
	n->used = w >> 63 ? UINT64_MAX : 0;
	return w;
}

/* Adds noise to the bits of one group; what is used stays used. */
static void fill_group(ext2_filsys fs, dgrp_t g, struct noise *n, unsigned char *buf)
{
	uint32_t i, k, count = (uint32_t)ext2fs_group_blocks_count(fs, g);
	blk64_t first = ext2fs_group_first_block2(fs, g);
	uint64_t w;

	die_on(ext2fs_get_block_bitmap_range2(fs->block_map, first, count, buf), "reading a group's bitmap");
	for (i = 0; i < count; i += 64) {
		w = next_word(n);
		for (k = 0; k < 8; k++)
			buf[i / 8 + k] |= (unsigned char)(w >> (8 * k));
	}
	die_on(ext2fs_set_block_bitmap_range2(fs->block_map, first, count, buf), "setting a group's bitmap");
}

int main(int argc, char **argv)
{
	struct noise n = { { 64 }, 0 };
	unsigned char *buf;
	ext2_filsys fs;
	dgrp_t g;

	if (argc != 3)
		die("usage: noise IMAGE SECONDS");
	fs = groups_open(argv[1], (time_t)die_number(argv[2], 1, INT32_MAX, "SECONDS"));
	if (fs->cluster_ratio_bits)
		die("%s: bigalloc is not made for this", argv[1]);
	buf = die_realloc(NULL, fs->super->s_blocks_per_group / 8 + 8, 1);
	for (g = 0; g < fs->group_desc_count; g++)
		fill_group(fs, g, &n, buf);
	groups_recount(fs);
	groups_close(fs);
	free(buf);
	return 0;
}
