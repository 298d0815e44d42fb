/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * many IMAGE SECONDS [FILES]: fills a fresh ext4 with a million small files, or FILES, in directories of 200, as a
 * mail spool or a build farm has them. Sizes are log-normal-like, at most 64 KiB; every eighth file of several
 * blocks lies in two pieces. Contents stay holes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/fsnode.h"
#include "common/groups.h"
#include "common/rnd.h"

#define PER_DIRECTORY 200
#define PER_TOP 100		/* directories in one at the top */

struct many {
	ext2_filsys fs;
	struct rnd rnd;
	uint64_t cursor;	/* where the next blocks are looked for */
	uint32_t now;
};

/* Sizes from 1 byte to 64 KiB, small ones by far the most. */
static uint64_t random_size(struct many *m)
{
	uint64_t bits = rnd_next(&m->rnd);
	unsigned doublings = (unsigned)__builtin_popcountll(bits & 0x3ffff);	/* 0 to 18, mean 9 */

	if (doublings > 13)
		doublings = 13;
	return 1 + (rnd_next(&m->rnd) & ((UINT64_C(8) << doublings) - 1));
}

/* The next free run of at most want blocks, marked used. */
static struct extree_extent take(struct many *m, uint32_t lblk, uint32_t want)
{
	uint64_t last = ext2fs_blocks_count(m->fs->super) - 1;
	struct extree_extent e = { .lblk = lblk };
	blk64_t start = 0, end;

	die_on(ext2fs_find_first_zero_block_bitmap2(m->fs->block_map, m->cursor, last, &start),
	       "looking for free blocks");
	if (ext2fs_find_first_set_block_bitmap2(m->fs->block_map, start, last, &end))
		end = last + 1;
	e.pblk = start;
	e.len = end - start < want ? (uint32_t)(end - start) : want;
	ext2fs_mark_block_bitmap_range2(m->fs->block_map, start, e.len);
	m->cursor = start + e.len;
	return e;
}

static void make_file(struct many *m, ext2_ino_t dir, dgrp_t group, uint64_t number)
{
	struct extree_extent extents[16];
	struct fsnode_file f = {
		.size = random_size(m), .extents = extents,
		.crtime = m->now - (uint32_t)number % 86400, .links = 1,
	};
	uint32_t blocks, done = 0, piece;
	ext2_ino_t ino = fsnode_alloc(m->fs, group);
	char name[32];

	blocks = (uint32_t)((f.size + m->fs->blocksize - 1) / m->fs->blocksize);
	while (done < blocks && f.n < 4) {
		piece = blocks - done;
		if (number % 8 == 0 && piece > 1 && !done)
			piece /= 2;
		extents[f.n] = take(m, done, piece);
		done += extents[f.n++].len;
		if (done < blocks)
			m->cursor += 3;		/* so that the next piece lies apart */
	}
	f.blocks = done;
	f.mtime = f.atime = f.crtime;
	snprintf(name, sizeof(name), "file-%07llu.dat", (unsigned long long)number);
	fsnode_link(m->fs, dir, name, ino);
	fsnode_write(m->fs, ino, &f);
}

int main(int argc, char **argv)
{
	uint64_t files, number;
	ext2_ino_t top = 0, dir = 0;
	struct many m = { .rnd = { 7 } };
	dgrp_t group = 0;
	char name[16];

	if (argc != 3 && argc != 4)
		die("usage: many IMAGE SECONDS [FILES]");
	m.now = (uint32_t)die_number(argv[2], 1, INT32_MAX, "SECONDS");
	files = argc == 4 ? die_number(argv[3], 1, UINT32_MAX, "FILES") : 1000000;
	m.fs = groups_open(argv[1], (time_t)m.now);
	m.cursor = m.fs->super->s_first_data_block;
	for (number = 0; number < files; number++) {
		if (number % PER_DIRECTORY == 0) {
			group = (dgrp_t)(m.fs->group_desc_count * number / files);
			if (number % (PER_DIRECTORY * PER_TOP) == 0) {
				snprintf(name, sizeof(name), "%02llu",
					 (unsigned long long)(number / (PER_DIRECTORY * PER_TOP)));
				top = fsnode_mkdir(m.fs, 0, group, name);
			}
			snprintf(name, sizeof(name), "%02llu",
				 (unsigned long long)(number / PER_DIRECTORY % PER_TOP));
			dir = fsnode_mkdir(m.fs, top, group, name);
			if (ext2fs_group_first_block2(m.fs, group) > m.cursor)
				m.cursor = ext2fs_group_first_block2(m.fs, group);
		}
		make_file(&m, dir, group, number);
	}
	groups_recount(m.fs);
	groups_close(m.fs);
	return 0;
}
