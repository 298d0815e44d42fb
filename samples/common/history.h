/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The history of the aged volume, played in memory: files are created, several at a time in turn, appended to,
 * deleted, day after day. What is left at the end is a list of files with the extents that the allocator gave
 * them; nothing is written here.
 */
#ifndef SAMPLES_HISTORY_H
#define SAMPLES_HISTORY_H

#include <ext2fs/ext2fs.h>

#include "extree.h"
#include "household.h"
#include "rnd.h"
#include "space.h"

struct history_file {
	char name[40];
	size_t dir;			/* index into household_dirs */
	uint64_t size;			/* bytes */
	uint64_t end_blk;		/* logical block where the next append goes; whole clusters */
	uint64_t blocks;		/* allocated, nodes included; whole clusters */
	struct extree_extent *v;	/* ascending logical order, whole clusters */
	size_t n;
	uint64_t *nodes;		/* blocks of extent tree nodes, the first of a cluster each */
	size_t n_nodes;
	uint32_t crtime, mtime;
};

struct history {
	const struct struct_ext2_filsys *fs;
	struct rnd rnd;
	struct space space;		/* in clusters */
	uint64_t want_used;		/* clusters that are to be in use at the end */
	uint32_t now;
	unsigned int *serial;		/* per directory: number of the next file */
	struct history_file *files;
	size_t n, cap;
};

/* Starts from a fresh filesystem; percent of its clusters are to be in use at the end. */
void history_init(struct history *h, ext2_filsys fs, uint64_t seed, unsigned int percent);

/* Frees all files and the map. */
void history_free(struct history *h);

/* Plays days days, the last of which ends at h->fs->now. */
void history_play(struct history *h, unsigned int days);

#endif
