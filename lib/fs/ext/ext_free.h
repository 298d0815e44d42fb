/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_free: the free runs, straight from the block bitmaps on disk. */
#ifndef FS_EXT_EXT_FREE_H
#define FS_EXT_EXT_FREE_H

#include "fs/ext/ext.h"

/* The each_free of struct fs_backend. */
int ext_free_walk(struct fs *fs, struct fs_shard *shard, fs_free_fn *fn, void *ctx);

/* The check_free of struct fs_backend: superblock against bitmaps. */
int ext_free_check(struct fs *fs, uint64_t free);

#endif
