/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shards: random free runs, cut at random group borders and folded piece by piece. */
#ifndef UNIT_SHARDS_H
#define UNIT_SHARDS_H

#include "base/vec.h"
#include "model/fold.h"
#include "support.h"

VEC_DEFINE(run_vec, struct range);

/* Runs that do not touch, ascending, in [start, end), in steps of `grain` bytes. */
struct run_vec shards_random_runs(struct prng *p, uint64_t start, uint64_t end,
				  uint64_t grain, uint64_t mean);

/*
 * Folds the runs into `state` (already initialised) as a walk in shards does:
 * shards end at random borders start + n * group, each is forked, fed with the
 * pieces that lie in it, and merged. True when no step failed.
 */
bool shards_fold(struct prng *p, const struct fold *fold, void *state,
		 const struct run_vec *runs, uint64_t start, uint64_t end, uint64_t group);

#endif
