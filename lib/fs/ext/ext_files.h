/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_files: walks the inodes, straight from the inode tables on disk. */
#ifndef FS_EXT_EXT_FILES_H
#define FS_EXT_EXT_FILES_H

#include "fs/ext/ext.h"

/* The each_file of struct fs_backend. */
int ext_files_walk(struct fs *fs, struct fs_shard *shard,
		   const struct fs_file_options *options, fs_file_fn *fn, void *ctx);

/* The one_file of struct fs_backend. */
int ext_files_one(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx,
		  struct err *err);

#endif
