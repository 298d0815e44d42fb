/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parallel: cuts a walk into shards of groups and folds them on several threads. */
#ifndef FS_PARALLEL_H
#define FS_PARALLEL_H

#include "fs/backend.h"

/* One kind of walk over a shard: hands its items to the fold's add. */
typedef int parallel_walk_fn(struct fs *fs, struct fs_shard *shard, const struct fold *fold,
			     void *state, const void *how);

/*
 * Folds the whole volume into `state`: shards are forked, walked on
 * options->threads threads, and merged in ascending order. Findings go to
 * fs->findings in that order, too. `how` goes to each call of walk. *free_bytes
 * is the sum of what the shards say. 0, the first non-zero answer of the walk
 * in walk order, or an err_code.
 */
int parallel_fold(struct fs *fs, parallel_walk_fn *walk, const void *how,
		  const struct fold *fold, void *state, const struct fs_walk_options *options,
		  uint64_t *free_bytes, struct err *err);

#endif
