/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsimage: ext images for tests: made by mke2fs, filled and described through
 * libext2fs' own bitmaps, which is the independent reference.
 */
#ifndef UNIT_FSIMAGE_H
#define UNIT_FSIMAGE_H

#include "base/vec.h"
#include "fs/fs.h"
#include "support.h"

#define FSIMAGE_UUID "5f0a3c11-7d1e-4000-8000-000000000001"

VEC_DEFINE(run_list, struct range);

struct fsimage {
	const char *name;
	uint64_t bytes;
	const char *args;	/* for mke2fs, without -E */
	const char *ext;	/* more -E options, beginning with a comma, or "" */
};

/* Makes an empty volume; fatal when mke2fs fails. */
void fsimage_make(const struct fsimage *what, char path[PATH_ROOM]);

/* Occupies `count` random stretches of blocks, and some in each group, bookkeeping right. */
void fsimage_scatter(const char *path, struct prng *p, unsigned count);

/* The free runs in bytes, block by block; blocks of group `full` (or -1) count as used. */
struct run_list fsimage_free(const char *path, int64_t full);

/* What libext2fs knows of one group and of the whole. */
struct fsimage_group {
	uint64_t first_blk, blocks;
	uint64_t bitmap_blk;
	uint64_t free;		/* clusters, by the descriptor */
	uint32_t checksum;	/* of the block bitmap, as stored */
	uint32_t seed;		/* of checksums */
	uint32_t bitmap_bytes;	/* of the bitmap under the checksum */
	uint32_t block_bytes;
	uint64_t groups;
	uint64_t volume_free;	/* blocks, by the superblock */
};
struct fsimage_group fsimage_group(const char *path, uint32_t group);

/* Changes the stored free counts by `by`, with right checksums; group -1: the superblock. */
void fsimage_miscount(const char *path, int64_t group, int by);

/* Zeroes whatever looks like a backup superblock. */
void fsimage_destroy_backups(struct blob *image);

/* Gives the primary superblock in `image` its right checksum again. */
void fsimage_seal(struct blob *image);

/* fs_open() as commands do it; err->text is printed when it fails. */
struct fs *fsimage_open(struct image *img);

/* All runs of fs_each_free(), and of fs_fold_free() on `threads` threads. */
struct run_list fsimage_walk(struct fs *fs);
struct run_list fsimage_fold(struct fs *fs, unsigned threads);

bool fsimage_same(const struct run_list *a, const struct run_list *b);
uint64_t fsimage_sum(const struct run_list *runs);

/* The first kept finding of a kind, or NULL. */
const struct finding *fsimage_finding(struct fs *fs, enum finding_kind kind);

#endif
