/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "measure/shards.h"

struct run_vec shards_random_runs(struct prng *p, uint64_t start, uint64_t end,
				  uint64_t grain, uint64_t mean)
{
	struct run_vec runs = { 0 };
	struct range run;

	run.start = start + grain * prng_below(p, mean);
	while (run.start < end) {
		run.len = grain * (1 + prng_below(p, prng_below(p, 8) ? mean : 20 * mean));
		if (run.len > end - run.start)
			run.len = end - run.start;
		CHECK_FATAL(run_vec_push(&runs, run) == 0);
		run.start += run.len + grain * (1 + prng_below(p, mean));
	}
	return runs;
}

/* Feeds a shard with the pieces of the runs inside [from, to). */
static bool feed(const struct fold *fold, void *shard, const struct run_vec *runs,
		 uint64_t from, uint64_t to)
{
	struct range piece;
	uint64_t end;
	size_t i;

	for (i = 0; i < runs->count; i++) {
		piece = runs->item[i];
		end = range_end(&piece);
		if (end <= from || piece.start >= to)
			continue;
		piece.start = piece.start > from ? piece.start : from;
		piece.len = (end < to ? end : to) - piece.start;
		if (fold->add.range(shard, &piece))
			return false;
	}
	return true;
}

bool shards_fold(struct prng *p, const struct fold *fold, void *state,
		 const struct run_vec *runs, uint64_t start, uint64_t end, uint64_t group)
{
	/* alternately many small shards and few large ones */
	uint64_t most = 1 + prng_below(p, 2) * 9;
	uint64_t from, to;
	bool ok = true;
	void *shard;

	for (from = start; ok && from < end; from = to) {
		to = from + group * (1 + prng_below(p, most));
		if (to > end)
			to = end;
		shard = malloc(fold->size);
		ok = shard && !fold->fork(shard, state) && feed(fold, shard, runs, from, to) &&
		     !fold->merge(state, shard);
		free(shard);
	}
	return ok;
}
