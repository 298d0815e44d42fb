/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parallel: cuts a walk into shards of groups and folds them on several threads. */
#ifndef FS_PARALLEL_H
#define FS_PARALLEL_H

#include "fs/backend.h"

/*
 * Folds the free runs of the whole volume into `state`: shards are forked,
 * walked on options->threads threads, and merged in ascending order. Findings
 * go to fs->findings in that order, too. *free_bytes is the sum over all runs.
 * 0, the first non-zero answer of fold->add in walk order, or an err_code.
 */
int parallel_fold_free(struct fs *fs, const struct fold *fold, void *state,
		       const struct fs_walk_options *options, uint64_t *free_bytes,
		       struct err *err);

#endif
