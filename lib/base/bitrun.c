/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/bitrun.h"
#include "base/bytes.h"

/*
 * The positions of the set bits of t, written without a branch that depends
 * on the data as long as there are few of them (a word of a volume with runs
 * of dozens of blocks has one or two). Junk beyond the count is overwritten
 * by the next word.
 */
static inline __attribute__((always_inline)) size_t
put_edges(uint64_t t, uint32_t base, uint32_t *edges)
{
	const uint64_t stop = UINT64_C(1) << 63;	/* keeps ctz defined */
	size_t count = (size_t)__builtin_popcountll(t);
	size_t i;

	for (i = 0; i < 4; i++) {
		edges[i] = base + (uint32_t)__builtin_ctzll(t | stop);
		t &= t - 1;
	}
	for (; i < count; i++) {
		edges[i] = base + (uint32_t)__builtin_ctzll(t);
		t &= t - 1;
	}
	return count;
}

static inline __attribute__((always_inline)) size_t
scan(const uint8_t *bitmap, uint32_t bits, uint32_t *edges)
{
	uint64_t before = 0;	/* 1 when the bit before this word is clear */
	uint64_t clear, turns;
	size_t count = 0;
	uint32_t base;

	for (base = 0; base < bits; base += 64) {
		clear = ~bytes_le64(bitmap + base / 8);
		if (bits - base < 64)
			clear &= (UINT64_C(1) << (bits - base)) - 1;
		turns = clear ^ (clear << 1 | before);
		before = clear >> 63;
		if (turns)
			count += put_edges(turns, base, edges + count);
	}
	if (count % 2)
		edges[count++] = bits;
	return count;
}

#if defined(__x86_64__)
__attribute__((target("popcnt,bmi")))
static size_t scan_popcnt(const uint8_t *bitmap, uint32_t bits, uint32_t *edges)
{
	return scan(bitmap, bits, edges);
}
#endif

size_t bitrun_clear(const void *bitmap, uint32_t bits, uint32_t *edges)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
		return scan_popcnt(bitmap, bits, edges);
#endif
	return scan(bitmap, bits, edges);
}

void bitrun_set(void *bitmap, uint32_t first, uint32_t count)
{
	uint8_t *byte = bitmap;
	uint32_t end = first + count;

	for (; first < end && first % 8; first++)
		byte[first / 8] |= (uint8_t)(1U << first % 8);
	if (end - first >= 8) {
		memset(byte + first / 8, 0xff, (end - first) / 8);
		first += (end - first) / 8 * 8;
	}
	for (; first < end; first++)
		byte[first / 8] |= (uint8_t)(1U << first % 8);
}
