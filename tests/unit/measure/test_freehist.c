/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "measure/freehist.h"
#include "measure/shards.h"
#include "suites.h"
#include "support.h"

#define GRAIN 512
#define GROUP (64 * GRAIN)

/* Units [k * unit - phase, + unit) inside the run, one by one. */
static uint64_t naive_units(const struct range *run, uint64_t unit, uint64_t phase)
{
	uint64_t count = 0, at;

	if (!unit)
		return 0;
	for (at = phase ? unit - phase : 0; at < run->start; at += unit)
		;
	for (; at + unit <= run->start + run->len; at += unit)
		count++;
	return count;
}

static unsigned naive_class(uint64_t len)
{
	unsigned class = 0;

	while (len /= 2)
		class++;
	return class;
}

/* Every field, by the words of freehist.h. */
static struct freehist naive(const struct run_vec *runs, const struct freehist_options *o)
{
	struct freehist h = { .options = *o };
	const struct range *run;
	size_t i;

	for (i = 0; i < runs->count; i++) {
		run = &runs->item[i];
		h.hist.count[naive_class(run->len)]++;
		h.hist.sum[naive_class(run->len)] += run->len;
		h.extents++;
		h.bytes += run->len;
		if (i == 0 || run->len < h.shortest)
			h.shortest = run->len;
		if (run->len > h.longest.len)
			h.longest = *run;
		h.chunks += naive_units(run, o->chunk, 0);
		h.stripes += naive_units(run, o->stripe, o->stripe_phase);
	}
	return h;
}

static bool equal(const struct freehist *a, const struct freehist *b)
{
	return !memcmp(&a->hist, &b->hist, sizeof(a->hist)) && a->extents == b->extents &&
	       a->bytes == b->bytes && a->shortest == b->shortest &&
	       a->longest.start == b->longest.start && a->longest.len == b->longest.len &&
	       a->chunks == b->chunks && a->stripes == b->stripes &&
	       freehist_mean(a) == (b->extents ? b->bytes / b->extents : 0);
}

static struct freehist folded_whole(const struct run_vec *runs,
				    const struct freehist_options *options)
{
	struct freehist h;
	size_t i;

	freehist_init(&h, options);
	for (i = 0; i < runs->count; i++)
		CHECK_FATAL(freehist_add(&h, &runs->item[i]) == 0);
	freehist_finish(&h);
	return h;
}

static struct freehist_options random_options(struct prng *p)
{
	struct freehist_options o = { 0 };

	if (prng_below(p, 4))
		o.chunk = GRAIN * (1 + prng_below(p, 16));
	if (prng_below(p, 4)) {
		o.stripe = GRAIN * (1 + prng_below(p, 40));
		o.stripe_phase = prng_below(p, 2) ? prng_below(p, o.stripe) : 0;
	}
	return o;
}

static void shards_equal_whole_equal_naive(void)
{
	struct freehist expected, whole, merged;
	struct freehist_options options;
	uint64_t start, end, trial;
	struct run_vec runs;
	struct prng p;
	bool ok;

	for (trial = 0; trial < 2000; trial++) {
		p = prng_start(1000 + trial);
		start = prng_below(&p, 2) * 1024;
		end = start + GRAIN * prng_below(&p, 64 * 40);
		options = random_options(&p);
		/* from crumbs up to runs that span several groups */
		runs = shards_random_runs(&p, start, end, GRAIN, 1 + prng_below(&p, 80));
		expected = naive(&runs, &options);
		whole = folded_whole(&runs, &options);
		freehist_init(&merged, &options);
		ok = shards_fold(&p, &freehist_fold, &merged, &runs, start, end, GROUP);
		freehist_finish(&merged);
		ok = CHECK_SEED(&p, equal(&whole, &expected)) &&
		     CHECK_SEED(&p, ok && equal(&merged, &expected));
		run_vec_free(&runs);
		if (!ok)
			return;
	}
}

static void without_runs(void)
{
	const struct freehist_options none = { 0 };
	struct freehist h, empty;

	freehist_init(&h, &none);
	freehist_init(&empty, &none);
	freehist_merge(&h, &empty);
	freehist_finish(&h);
	CHECK_EQ(h.extents, 0);
	CHECK_EQ(h.bytes, 0);
	CHECK_EQ(h.shortest, 0);
	CHECK_EQ(h.longest.len, 0);
	CHECK_EQ(h.chunks + h.stripes, 0);
	CHECK_EQ(freehist_mean(&h), 0);
}

/* One run over four shards, of which each alone sees the whole of its part as free. */
static void one_run_over_all_shards(void)
{
	const struct freehist_options options = { .chunk = 1000, .stripe = 3000,
						  .stripe_phase = 500 };
	struct range piece = { 100, 0 };
	struct freehist whole, shard;
	int i;

	freehist_init(&whole, &options);
	for (i = 0; i < 4; i++) {
		freehist_init(&shard, &options);
		piece.len = 2500;
		freehist_add(&shard, &piece);
		freehist_merge(&whole, &shard);
		piece.start += piece.len;
	}
	freehist_finish(&whole);
	CHECK_EQ(whole.extents, 1);
	CHECK_EQ(whole.shortest, 10000);
	CHECK_EQ(whole.longest.start, 100);
	CHECK_EQ(whole.longest.len, 10000);
	CHECK_EQ(whole.hist.count[13], 1);	/* 8192 up to 16384 */
	CHECK_EQ(whole.chunks, 9);		/* 1000 up to 10000 */
	CHECK_EQ(whole.stripes, 2);		/* 2500, 5500; 8500 would end at 11500 */
}

/* An empty shard between two runs that touch its borders does not join them. */
static void a_full_group_separates(void)
{
	const struct freehist_options none = { 0 };
	struct freehist h, a, b, c;

	freehist_init(&h, &none);
	freehist_init(&a, &none);
	freehist_init(&b, &none);
	freehist_init(&c, &none);
	freehist_add(&a, &(struct range) { 50, 50 });
	freehist_add(&c, &(struct range) { 200, 60 });
	freehist_merge(&h, &a);
	freehist_merge(&h, &b);
	freehist_merge(&h, &c);
	freehist_finish(&h);
	CHECK_EQ(h.extents, 2);
	CHECK_EQ(h.longest.start, 200);
	CHECK_EQ(freehist_mean(&h), 55);
}

/* The first among equals, whichever shard it comes from. */
static void the_first_longest_wins(void)
{
	const struct freehist_options none = { 0 };
	struct freehist h, shard;
	uint64_t i;

	freehist_init(&h, &none);
	for (i = 0; i < 6; i += 3) {
		freehist_init(&shard, &none);
		freehist_add(&shard, &(struct range) { 1000 * i + 10, 70 });
		freehist_add(&shard, &(struct range) { 1000 * i + 1010, 70 });
		freehist_add(&shard, &(struct range) { 1000 * i + 2010, 70 });
		freehist_merge(&h, &shard);
	}
	freehist_finish(&h);
	CHECK_EQ(h.extents, 6);
	CHECK_EQ(h.longest.start, 10);
}

static void fork_keeps_the_settings(void)
{
	const struct freehist_options o = { .chunk = 7, .stripe = 9, .stripe_phase = 4 };
	struct freehist h, shard;

	freehist_init(&h, &o);
	freehist_add(&h, &(struct range) { 0, 5 });
	CHECK_EQ(freehist_fold.fork(&shard, &h), 0);
	CHECK(shard.options.chunk == 7 && shard.options.stripe == 9 &&
	      shard.options.stripe_phase == 4);
	freehist_finish(&shard);
	CHECK_EQ(shard.extents, 0);
	freehist_fold.release(&shard);
	CHECK_EQ(freehist_fold.size, sizeof(struct freehist));
}

static const struct unit_test tests[] = {
	{ "shards = whole = naive", shards_equal_whole_equal_naive },
	{ "without runs", without_runs },
	{ "one run over all shards", one_run_over_all_shards },
	{ "a full group separates", a_full_group_separates },
	{ "the first longest wins", the_first_longest_wins },
	{ "fork keeps the settings", fork_keeps_the_settings },
};

void suite_freehist(void)
{
	SUITE("measure/freehist", tests);
}
