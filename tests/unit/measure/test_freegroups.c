/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/freegroups.h"
#include "measure/shards.h"
#include "suites.h"
#include "support.h"

#define GRAIN 512

/* One group by itself: the parts of the runs that lie in it. */
static struct freegroup naive(const struct run_vec *runs, uint64_t from, uint64_t to)
{
	struct freegroup g = { 0 };
	uint64_t start, end;
	size_t i;

	for (i = 0; i < runs->count; i++) {
		start = runs->item[i].start > from ? runs->item[i].start : from;
		end = range_end(&runs->item[i]) < to ? range_end(&runs->item[i]) : to;
		if (start >= end)
			continue;
		g.free += end - start;
		g.extents++;
		g.largest = end - start > g.largest ? end - start : g.largest;
	}
	return g;
}

static bool agrees(const struct freegroups *g, const struct run_vec *runs, uint64_t start,
		   uint64_t end, uint64_t group)
{
	struct freegroup is, must;
	uint64_t index;

	for (index = 0; start + index * group < end + 3 * group; index++) {
		is = freegroups_get(g, index);
		must = naive(runs, start + index * group, start + (index + 1) * group);
		if (is.free != must.free || is.largest != must.largest ||
		    is.extents != must.extents)
			return false;
	}
	return true;
}

static void shards_equal_whole_equal_naive(void)
{
	uint64_t start, end, group, trial;
	struct freegroups whole, merged;
	struct run_vec runs;
	struct prng p;
	size_t i;
	bool ok;

	for (trial = 0; trial < 2000; trial++) {
		p = prng_start(5000 + trial);
		start = prng_below(&p, 2) * 1024;
		group = GRAIN * (8 + prng_below(&p, 60));
		end = start + GRAIN * prng_below(&p, 64 * 40);
		runs = shards_random_runs(&p, start, end, GRAIN, 1 + prng_below(&p, 80));
		freegroups_init(&whole, start, group);
		freegroups_init(&merged, start, group);
		for (i = 0; i < runs.count; i++)
			CHECK_FATAL(freegroups_add(&whole, &runs.item[i]) == 0);
		ok = shards_fold(&p, &freegroups_fold, &merged, &runs, start, end, group);
		ok = CHECK_SEED(&p, agrees(&whole, &runs, start, end, group)) &&
		     CHECK_SEED(&p, ok && agrees(&merged, &runs, start, end, group));
		freegroups_free(&whole);
		freegroups_free(&merged);
		run_vec_free(&runs);
		if (!ok)
			return;
	}
}

/* A run from the middle of group 1 to the middle of group 4. */
static void a_run_crosses_groups(void)
{
	static const uint64_t free_bytes[] = { 0, 60, 100, 100, 30, 0 };
	struct freegroups g;
	uint64_t i;

	freegroups_init(&g, 1024, 100);
	CHECK_EQ(freegroups_add(&g, &(struct range) { 1024 + 140, 290 }), 0);
	for (i = 0; i < 6; i++) {
		CHECK_EQ(freegroups_get(&g, i).free, free_bytes[i]);
		CHECK_EQ(freegroups_get(&g, i).largest, free_bytes[i]);
		CHECK_EQ(freegroups_get(&g, i).extents, free_bytes[i] ? 1 : 0);
	}
	freegroups_free(&g);
}

/* A run that ends exactly at a border leaves the next group alone. */
static void a_run_up_to_the_border(void)
{
	struct freegroups g;

	freegroups_init(&g, 0, 100);
	CHECK_EQ(freegroups_add(&g, &(struct range) { 50, 50 }), 0);
	CHECK_EQ(freegroups_add(&g, &(struct range) { 200, 100 }), 0);
	CHECK_EQ(freegroups_get(&g, 0).free, 50);
	CHECK_EQ(freegroups_get(&g, 1).extents, 0);
	CHECK_EQ(freegroups_get(&g, 2).free, 100);
	CHECK_EQ(freegroups_get(&g, 3).extents, 0);
	freegroups_free(&g);
}

static void without_runs(void)
{
	struct freegroups g, empty;

	freegroups_init(&g, 0, 100);
	freegroups_init(&empty, 0, 100);
	CHECK_EQ(freegroups_merge(&g, &empty), 0);
	CHECK_EQ(freegroups_get(&g, 0).free, 0);
	CHECK_EQ(freegroups_get(&g, UINT64_MAX).extents, 0);
	freegroups_free(&g);
	freegroups_free(&g);
}

static void merge_empties_the_shard(void)
{
	struct freegroups g, next;

	freegroups_init(&g, 0, 100);
	freegroups_init(&next, 0, 100);
	CHECK_EQ(freegroups_add(&next, &(struct range) { 1000, 10 }), 0);
	CHECK_EQ(freegroups_merge(&g, &next), 0);
	CHECK_EQ(next.groups.count, 0);
	CHECK(next.groups.item == NULL);
	CHECK_EQ(freegroups_get(&g, 10).free, 10);
	CHECK_EQ(freegroups_get(&g, 9).free, 0);
	freegroups_free(&g);
}

static const struct unit_test tests[] = {
	{ "shards = whole = naive", shards_equal_whole_equal_naive },
	{ "a run crosses groups", a_run_crosses_groups },
	{ "a run up to the border", a_run_up_to_the_border },
	{ "without runs", without_runs },
	{ "merge empties the shard", merge_empties_the_shard },
};

void suite_freegroups(void)
{
	SUITE("measure/freegroups", tests);
}
