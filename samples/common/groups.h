/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the generators do to a whole open filesystem: open it, collect its free runs, bring its counts into
 * agreement with its block bitmap.
 */
#ifndef SAMPLES_GROUPS_H
#define SAMPLES_GROUPS_H

#include <ext2fs/ext2fs.h>

#include "span.h"

/* Opens an image that mke2fs made for writing, with both bitmaps as bit arrays; fs->now becomes now. */
ext2_filsys groups_open(const char *path, time_t now);

/* Writes everything back and closes. */
void groups_close(ext2_filsys fs);

/* Appends the maximal free runs of the block bitmap in ascending order; in blocks, whole clusters with bigalloc. */
void groups_free_runs(ext2_filsys fs, struct spans *out);

/*
 * Counts every group's free clusters in the block bitmap, sets descriptors and superblock accordingly and
 * clears BLOCK_UNINIT, so that every group's bitmap is stored.
 */
void groups_recount(ext2_filsys fs);

#endif
