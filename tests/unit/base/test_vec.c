/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>

#include "base/vec.h"
#include "suites.h"
#include "support.h"

struct triple {
	uint64_t a;
	uint32_t b;
	uint8_t c;
};

VEC_DEFINE(numbers, uint32_t);
VEC_DEFINE(triples, struct triple);

static void keeps_all_in_order(void)
{
	struct numbers v = { 0 };
	uint32_t i, wrong = 0;

	for (i = 0; i < 10000; i++)
		CHECK_FATAL(numbers_push(&v, i * 3) == 0);
	CHECK_EQ(v.count, 10000);
	CHECK(v.space >= v.count);
	for (i = 0; i < 10000; i++)
		wrong += v.item[i] != i * 3;
	CHECK_EQ(wrong, 0);
	numbers_free(&v);
}

static void keeps_structs(void)
{
	struct triples v = { 0 };
	uint32_t i, wrong = 0;

	for (i = 0; i < 100; i++)
		triples_push(&v, (struct triple) { i + 1, i + 2, (uint8_t)i });
	for (i = 0; i < 100; i++)
		wrong += v.item[i].a != i + 1 || v.item[i].b != i + 2 || v.item[i].c != i;
	CHECK_EQ(v.count, 100);
	CHECK_EQ(wrong, 0);
	triples_free(&v);
}

static void free_empties_and_is_reusable(void)
{
	struct numbers v = { 0 };

	numbers_free(&v);
	numbers_push(&v, 1);
	numbers_free(&v);
	CHECK(v.item == NULL);
	CHECK_EQ(v.count, 0);
	CHECK_EQ(v.space, 0);
	CHECK_EQ(numbers_push(&v, 5), 0);
	CHECK_EQ(v.count, 1);
	CHECK_EQ(v.item[0], 5);
	numbers_free(&v);
}

/* Growth is geometric: the number of reallocations stays logarithmic. */
static void grows_by_a_share(void)
{
	struct numbers v = { 0 };
	size_t space = 0, changes = 0;
	uint32_t i;

	for (i = 0; i < 100000; i++) {
		numbers_push(&v, i);
		changes += v.space != space;
		space = v.space;
	}
	CHECK(changes > 1 && changes < 60);
	numbers_free(&v);
}

/* More than there can be: NULL, and the array is as it was. */
static void overflow_is_no_memory(void)
{
	uint32_t *items = malloc(3 * sizeof(*items));
	size_t space = SIZE_MAX / 2;

	CHECK_FATAL(items != NULL);
	items[2] = 7;
	CHECK(vec_grow(items, &space, 64) == NULL);
	CHECK_EQ(space, SIZE_MAX / 2);
	space = SIZE_MAX;
	CHECK(vec_grow(items, &space, 1) == NULL);
	CHECK_EQ(space, SIZE_MAX);
	CHECK_EQ(items[2], 7);
	free(items);
}

static const struct unit_test tests[] = {
	{ "keeps all in order", keeps_all_in_order },
	{ "keeps structs", keeps_structs },
	{ "free empties and is reusable", free_empties_and_is_reusable },
	{ "grows by a share", grows_by_a_share },
	{ "overflow is no memory", overflow_is_no_memory },
};

void suite_vec(void)
{
	SUITE("base/vec", tests);
}
