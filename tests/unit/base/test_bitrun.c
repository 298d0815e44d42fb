/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/bitrun.h"
#include "suites.h"
#include "support.h"

#define GUARDS 8
#define GUARD 0xfeedc0deU
#define MAX_BITS 700

static bool bit(const uint8_t *bitmap, uint32_t i)
{
	return bitmap[i / 8] >> i % 8 & 1;
}

/* Bit by bit: an edge wherever clear and set alternate. */
static size_t reference(const uint8_t *bitmap, uint32_t bits, uint32_t *edges)
{
	bool clear, before = false;
	size_t count = 0;
	uint32_t i;

	for (i = 0; i < bits; i++) {
		clear = !bit(bitmap, i);
		if (clear != before)
			edges[count++] = i;
		before = clear;
	}
	if (before)
		edges[count++] = bits;
	return count;
}

/*
 * One bitmap in buffers that are exactly as large as the contract demands, so
 * that a sanitizer sees any excess, with guards behind the edges.
 */
static bool agrees(const uint8_t *pattern, uint32_t bits)
{
	size_t bytes = ((size_t)bits + 63) / 64 * 8, room = BITRUN_EDGES(bits);
	uint8_t *bitmap = malloc(bytes ? bytes : 1);
	uint32_t *edges = malloc((room + GUARDS) * sizeof(*edges));
	uint32_t *expected = malloc((room + 2) * sizeof(*expected));
	size_t count, i;
	bool same = bitmap && edges && expected;

	if (same) {
		memcpy(bitmap, pattern, bytes);
		for (i = 0; i < room + GUARDS; i++)
			edges[i] = GUARD;
		count = bitrun_clear(bitmap, bits, edges);
		same = count == reference(bitmap, bits, expected) && count % 2 == 0 &&
		       !memcmp(edges, expected, count * sizeof(*edges)) &&
		       !memcmp(bitmap, pattern, bytes);
		for (i = room; i < room + GUARDS; i++)
			same = same && edges[i] == GUARD;
	}
	free(bitmap);
	free(edges);
	free(expected);
	return same;
}

/* Fills with runs whose mean length is `mean`, beyond the end too: junk there is no run. */
static void fill_runs(struct prng *p, uint8_t *bitmap, uint32_t bits, uint64_t mean)
{
	uint32_t i = 0, end;
	bool set = prng_next(p) & 1;

	memset(bitmap, 0, bits / 8);
	for (; i < bits; set = !set)
		for (end = i + 1 + (uint32_t)prng_below(p, 2 * mean); i < end && i < bits; i++)
			if (set)
				bitmap[i / 8] |= (uint8_t)(1U << i % 8);
}

static void clear_of_every_length_random(void)
{
	static const uint64_t means[] = { 1, 2, 5, 20, 70, 300 };
	uint8_t pattern[(MAX_BITS / 64 + 1) * 8];
	struct prng p = prng_start(1);
	uint32_t bits;
	size_t m, i;
	int round;

	for (bits = 1; bits <= MAX_BITS; bits++) {
		for (m = 0; m < sizeof(means) / sizeof(means[0]); m++)
			for (round = 0; round < 4; round++) {
				fill_runs(&p, pattern, sizeof(pattern) * 8, means[m]);
				if (!CHECK_SEED(&p, agrees(pattern, bits)))
					return;
			}
		for (i = 0; i < sizeof(pattern); i++)
			pattern[i] = (uint8_t)prng_next(&p);
		if (!CHECK_SEED(&p, agrees(pattern, bits)))
			return;
	}
}

/* One bit set in an empty bitmap, and one clear in a full one, at random places. */
static void clear_of_single_bits(void)
{
	uint8_t pattern[(MAX_BITS / 64 + 1) * 8];
	uint32_t at, wrong = 0;

	for (at = 0; at < 200; at++) {
		memset(pattern, 0, sizeof(pattern));
		pattern[at / 8] = (uint8_t)(1U << at % 8);
		wrong += !agrees(pattern, 200) || !agrees(pattern, at + 1);
		memset(pattern, 0xff, sizeof(pattern));
		pattern[at / 8] = (uint8_t)~(1U << at % 8);
		wrong += !agrees(pattern, 200) || !agrees(pattern, at + 1);
	}
	CHECK_EQ(wrong, 0);
}

static void clear_of_uniform_patterns(void)
{
	static const uint8_t fills[] = { 0x00, 0xff, 0x55, 0xaa, 0x33, 0x0f, 0xf0, 0x01, 0x80 };
	uint8_t pattern[(MAX_BITS / 64 + 1) * 8];
	uint32_t bits, wrong = 0;
	size_t f;

	for (f = 0; f < sizeof(fills); f++) {
		memset(pattern, fills[f], sizeof(pattern));
		for (bits = 0; bits <= MAX_BITS; bits++)
			wrong += !agrees(pattern, bits);
	}
	CHECK_EQ(wrong, 0);
}

/* The same facts written down by hand, in case the reference errs too. */
static void clear_by_hand(void)
{
	const uint8_t bitmap[16] = { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
				     0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f };
	uint32_t e[BITRUN_EDGES(128)];

	CHECK_EQ(bitrun_clear(bitmap, 128, e), 6);
	CHECK(e[0] == 0 && e[1] == 1 && e[2] == 63 && e[3] == 65 && e[4] == 126 && e[5] == 128);
	CHECK_EQ(bitrun_clear(bitmap, 127, e), 6);
	CHECK(e[4] == 126 && e[5] == 127);
	CHECK_EQ(bitrun_clear(bitmap, 64, e), 4);
	CHECK(e[2] == 63 && e[3] == 64);
	CHECK_EQ(bitrun_clear(bitmap, 63, e), 2);
	CHECK_EQ(bitrun_clear(bitmap, 0, e), 0);
}

/* The largest bitmap there is: one block of 64 KiB. */
static void clear_of_a_whole_block(void)
{
	const uint32_t bits = 8 * 65536;
	uint8_t *pattern = malloc(bits / 8);
	struct prng p = prng_start(2);

	CHECK_FATAL(pattern != NULL);
	fill_runs(&p, pattern, bits, 10);
	CHECK_SEED(&p, agrees(pattern, bits));
	memset(pattern, 0, bits / 8);
	CHECK(agrees(pattern, bits));
	memset(pattern, 0x55, bits / 8);
	CHECK(agrees(pattern, bits));
	free(pattern);
}

/* All stretches of a small bitmap, on clear and on mixed ground; neighbours stay. */
static void set_of_all_small_stretches(void)
{
	static const uint8_t grounds[] = { 0x00, 0xa5 };
	uint32_t first, count, i, wrong = 0;
	uint8_t bitmap[9];
	size_t g;

	for (g = 0; g < 2; g++)
		for (first = 0; first <= 72; first++)
			for (count = 0; first + count <= 72; count++) {
				memset(bitmap, grounds[g], sizeof(bitmap));
				bitrun_set(bitmap, first, count);
				for (i = 0; i < 72; i++)
					wrong += bit(bitmap, i) !=
						((i >= first && i < first + count) ||
						 (grounds[g] >> i % 8 & 1));
			}
	CHECK_EQ(wrong, 0);
}

static const struct unit_test tests[] = {
	{ "clear: every length, random runs", clear_of_every_length_random },
	{ "clear: single bits", clear_of_single_bits },
	{ "clear: uniform patterns", clear_of_uniform_patterns },
	{ "clear: by hand", clear_by_hand },
	{ "clear: a whole block", clear_of_a_whole_block },
	{ "set: all small stretches", set_of_all_small_stretches },
};

void suite_bitrun(void)
{
	SUITE("base/bitrun", tests);
}
