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

	for (i = 0; i < 3; i++) {
		edges[i] = base + (uint32_t)__builtin_ctzll(t | stop);
		t &= t - 1;
	}
	for (; i < count; i++) {
		edges[i] = base + (uint32_t)__builtin_ctzll(t);
		t &= t - 1;
	}
	return count;
}

/* Where clear and set bits take turns in a word; *before is the bit before it. */
static inline __attribute__((always_inline)) uint64_t
turns(uint64_t word, uint64_t *before)
{
	uint64_t clear = ~word;
	uint64_t t = clear ^ (clear << 1 | *before);

	*before = clear >> 63;
	return t;
}

/*
 * Four words at a time: in a volume with long runs nearly every quartet goes
 * on as the one before ended and is skipped, in one with short runs nearly
 * none, so that the processor guesses the one branch right either way.
 */
static inline __attribute__((always_inline)) size_t
scan(const uint8_t *bitmap, uint32_t bits, uint32_t *edges)
{
	uint64_t before = 0;	/* 1 when the bit before this word is clear */
	uint64_t word[4], same;
	size_t count = 0;
	uint32_t base;
	size_t i;

	for (base = 0; bits - base >= 256; base += 256) {
		for (i = 0; i < 4; i++)
			word[i] = bytes_le64(bitmap + base / 8 + 8 * i);
		same = before - 1;
		if (!((word[0] ^ same) | (word[1] ^ same) | (word[2] ^ same) | (word[3] ^ same)))
			continue;
		for (i = 0; i < 4; i++)
			count += put_edges(turns(word[i], &before), base + 64 * (uint32_t)i, edges + count);
	}
	for (; base < bits; base += 64) {
		word[0] = bytes_le64(bitmap + base / 8);
		if (bits - base < 64)	/* what is beyond the end is not free */
			word[0] |= UINT64_MAX << (bits - base);
		count += put_edges(turns(word[0], &before), base, edges + count);
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
