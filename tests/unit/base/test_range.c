/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/range.h"
#include "suites.h"
#include "support.h"

static void end_and_touch(void)
{
	struct range a = { 10, 5 }, b = { 15, 1 }, c = { 14, 3 }, d = { 16, 1 };

	CHECK_EQ(range_end(&a), 15);
	CHECK(range_touches(&a, &b));
	CHECK(!range_touches(&a, &c));
	CHECK(!range_touches(&a, &d));
	CHECK(!range_touches(&b, &a));
}

/* Counts the positions p with (p + phase) % unit == 0 whose unit lies inside. */
static uint64_t brute(const struct range *r, uint64_t unit, uint64_t phase)
{
	uint64_t p, count = 0;

	for (p = r->start; p + unit <= r->start + r->len; p++)
		count += (p + phase) % unit == 0;
	return count;
}

static void whole_units_of_all_small_numbers(void)
{
	uint64_t unit, phase, wrong = 0, some = 0;
	struct range r;

	for (unit = 1; unit <= 9; unit++)
		for (phase = 0; phase < unit; phase++)
			for (r.start = 0; r.start <= 30; r.start++)
				for (r.len = 0; r.len <= 30; r.len++) {
					wrong += range_whole_units(&r, unit, phase) !=
						 brute(&r, unit, phase);
					some += brute(&r, unit, phase) > 0;
				}
	CHECK_EQ(wrong, 0);
	CHECK(some > 1000);
}

/* Sizes as they occur: a 4 TB volume, 2 MiB stripes, the partition starts at 1 MiB. */
static void whole_units_of_a_large_volume(void)
{
	const uint64_t stripe = UINT64_C(2) << 20, phase = UINT64_C(1) << 20;
	struct range r = { (UINT64_C(4) << 40) - 1, 3 * stripe };

	/* boundaries lie at odd MiB; from 4 TiB - 1 the first is 4 TiB + 1 MiB */
	CHECK_EQ(range_whole_units(&r, stripe, phase), 2);
	r.start = (UINT64_C(4) << 40) + phase;
	CHECK_EQ(range_whole_units(&r, stripe, phase), 3);
	r.len--;
	CHECK_EQ(range_whole_units(&r, stripe, phase), 2);
}

static const struct unit_test tests[] = {
	{ "end and touch", end_and_touch },
	{ "whole units of all small numbers", whole_units_of_all_small_numbers },
	{ "whole units of a large volume", whole_units_of_a_large_volume },
};

void suite_range(void)
{
	SUITE("base/range", tests);
}
