/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/log2hist.h"
#include "suites.h"
#include "support.h"

static void class_borders(void)
{
	unsigned k;

	CHECK_EQ(log2hist_class(1), 0);
	for (k = 1; k < 64; k++) {
		CHECK_EQ(log2hist_class(UINT64_C(1) << k), k);
		CHECK_EQ(log2hist_class((UINT64_C(1) << k) - 1), k - 1);
		CHECK_EQ(log2hist_class((UINT64_C(1) << k) + 1), k);
	}
	CHECK_EQ(log2hist_class(UINT64_MAX), 63);
}

static void add_counts_and_sums(void)
{
	struct log2hist h = { 0 };
	uint64_t others = 0;
	unsigned k;

	log2hist_add(&h, 4);
	log2hist_add(&h, 7);
	log2hist_add(&h, 8);
	log2hist_add(&h, UINT64_C(1) << 63);
	CHECK_EQ(h.count[2], 2);
	CHECK_EQ(h.sum[2], 11);
	CHECK_EQ(h.count[3], 1);
	CHECK_EQ(h.sum[3], 8);
	CHECK_EQ(h.count[63], 1);
	CHECK_EQ(h.sum[63], UINT64_C(1) << 63);
	for (k = 0; k < LOG2HIST_CLASSES; k++)
		others += k != 2 && k != 3 && k != 63 ? h.count[k] + h.sum[k] : 0;
	CHECK_EQ(others, 0);
}

static void merge_adds_each_class(void)
{
	struct log2hist a = { 0 }, b = { 0 };
	unsigned k;

	for (k = 0; k < LOG2HIST_CLASSES; k++) {
		a.count[k] = k + 1;
		a.sum[k] = 100 * k;
		b.count[k] = 1000 * k;
		b.sum[k] = k * k;
	}
	log2hist_merge(&a, &b);
	for (k = 0; k < LOG2HIST_CLASSES; k++) {
		CHECK_EQ(a.count[k], k + 1 + 1000 * k);
		CHECK_EQ(a.sum[k], 100 * k + k * k);
		CHECK_EQ(b.count[k], 1000 * k);
	}
}

static const struct unit_test tests[] = {
	{ "class borders", class_borders },
	{ "add counts and sums", add_counts_and_sums },
	{ "merge adds each class", merge_adds_each_class },
};

void suite_log2hist(void)
{
	SUITE("base/log2hist", tests);
}
