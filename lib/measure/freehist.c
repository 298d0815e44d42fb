/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <assert.h>

#include "measure/freehist.h"

void freehist_init(struct freehist *h, const struct freehist_options *options)
{
	assert(!options->stripe || options->stripe_phase < options->stripe);
	*h = (struct freehist) { .options = *options, .shortest = UINT64_MAX };
}

/* The lower of two equal runs wins, in whatever order they are counted. */
static inline bool longer(const struct range *run, const struct range *than)
{
	return run->len > than->len ||
	       (run->len == than->len && run->start < than->start);
}

static inline void count(struct freehist *h, const struct range *run)
{
	log2hist_add(&h->hist, run->len);
	h->shortest = run->len < h->shortest ? run->len : h->shortest;
	if (longer(run, &h->longest))
		h->longest = *run;
	if (h->options.chunk)
		h->chunks += range_whole_units(run, h->options.chunk, 0);
	if (h->options.stripe)
		h->stripes += range_whole_units(run, h->options.stripe, h->options.stripe_phase);
}

int freehist_add(struct freehist *h, const struct range *run)
{
	if (h->last.len)
		count(h, &h->last);
	else if (!h->first.len) {
		h->first = *run;
		return 0;
	}
	h->last = *run;
	return 0;
}

/* Adds the numbers that are complete, without the runs held back. */
static void merge_counted(struct freehist *h, const struct freehist *next)
{
	log2hist_merge(&h->hist, &next->hist);
	h->shortest = next->shortest < h->shortest ? next->shortest : h->shortest;
	if (longer(&next->longest, &h->longest))
		h->longest = next->longest;
	h->chunks += next->chunks;
	h->stripes += next->stripes;
}

void freehist_merge(struct freehist *h, const struct freehist *next)
{
	struct range *tail = h->last.len ? &h->last : &h->first;

	merge_counted(h, next);
	if (!next->first.len)
		return;
	if (tail->len && range_touches(tail, &next->first))
		tail->len += next->first.len;
	else
		freehist_add(h, &next->first);
	if (next->last.len)
		freehist_add(h, &next->last);
}

void freehist_finish(struct freehist *h)
{
	unsigned class;

	if (h->first.len)
		count(h, &h->first);
	if (h->last.len)
		count(h, &h->last);
	h->first.len = h->last.len = 0;
	h->extents = h->bytes = 0;
	for (class = 0; class < LOG2HIST_CLASSES; class++) {
		h->extents += h->hist.count[class];
		h->bytes += h->hist.sum[class];
	}
	if (!h->extents)
		h->shortest = 0;
}

uint64_t freehist_mean(const struct freehist *h)
{
	return h->extents ? h->bytes / h->extents : 0;
}

static int fold_fork(void *shard, const void *whole)
{
	const struct freehist *h = whole;

	freehist_init(shard, &h->options);
	return 0;
}

static int fold_add(void *state, const struct range *run)
{
	return freehist_add(state, run);
}

static int fold_merge(void *state, void *next)
{
	freehist_merge(state, next);
	return 0;
}

static void fold_release(void *state)
{
	(void)state;
}

const struct fold freehist_fold = {
	.size = sizeof(struct freehist),
	.fork = fold_fork,
	.add.range = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};
