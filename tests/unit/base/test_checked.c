/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/checked.h"
#include "suites.h"
#include "support.h"

static void add(void)
{
	uint64_t sum;

	CHECK(checked_add(2, 3, &sum) && sum == 5);
	CHECK(checked_add(UINT64_MAX, 0, &sum) && sum == UINT64_MAX);
	CHECK(checked_add(UINT64_MAX - 7, 7, &sum) && sum == UINT64_MAX);
	CHECK(!checked_add(UINT64_MAX, 1, &sum));
	CHECK(!checked_add(UINT64_MAX, UINT64_MAX, &sum));
}

static void mul(void)
{
	uint64_t product;

	CHECK(checked_mul(6, 7, &product) && product == 42);
	CHECK(checked_mul(UINT64_MAX, 0, &product) && product == 0);
	CHECK(checked_mul(UINT64_MAX, 1, &product) && product == UINT64_MAX);
	CHECK(checked_mul(UINT32_MAX, UINT32_MAX, &product) &&
	      product == UINT64_C(0xfffffffe00000001));
	CHECK(!checked_mul(UINT64_C(1) << 32, UINT64_C(1) << 32, &product));
	CHECK(!checked_mul(UINT64_MAX, 2, &product));
}

static void within(void)
{
	CHECK(checked_within(0, 0, 0));
	CHECK(checked_within(0, 10, 10));
	CHECK(checked_within(10, 0, 10));
	CHECK(checked_within(9, 1, 10));
	CHECK(!checked_within(9, 2, 10));
	CHECK(!checked_within(11, 0, 10));
	CHECK(!checked_within(UINT64_MAX, 2, 10));
	CHECK(!checked_within(5, UINT64_MAX, 10));
	CHECK(checked_within(UINT64_MAX, 0, UINT64_MAX));
	CHECK(!checked_within(UINT64_MAX, 1, UINT64_MAX));
}

static void div_up(void)
{
	uint64_t a, b, wrong = 0;

	for (a = 0; a < 100; a++)
		for (b = 1; b < 30; b++)
			wrong += checked_div_up(a, b) != (a + b - 1) / b;
	CHECK_EQ(wrong, 0);
	CHECK_EQ(checked_div_up(UINT64_MAX, 1), UINT64_MAX);
	CHECK_EQ(checked_div_up(UINT64_MAX, 2), UINT64_C(1) << 63);
	CHECK_EQ(checked_div_up(UINT64_MAX, UINT64_MAX), 1);
	CHECK_EQ(checked_div_up(1, UINT64_MAX), 1);
}

static void power_of_two(void)
{
	uint64_t x, power = 1, wrong = 0;
	unsigned k;

	for (x = 0; x <= 4096; x++) {
		wrong += checked_power_of_two(x) != (x == power);
		if (x == power)
			power *= 2;
	}
	CHECK_EQ(wrong, 0);
	for (k = 2; k < 64; k++) {
		CHECK(checked_power_of_two(UINT64_C(1) << k));
		CHECK(!checked_power_of_two((UINT64_C(1) << k) - 1));
		CHECK(!checked_power_of_two((UINT64_C(1) << k) + 1));
	}
	CHECK(!checked_power_of_two(UINT64_MAX));
}

static const struct unit_test tests[] = {
	{ "add", add },
	{ "mul", mul },
	{ "within", within },
	{ "div_up", div_up },
	{ "power_of_two", power_of_two },
};

void suite_checked(void)
{
	SUITE("base/checked", tests);
}
