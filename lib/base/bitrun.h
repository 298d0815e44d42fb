/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bitrun: runs of clear bits in an allocation bitmap, word by word.
 *
 * A bitmap on disk is little-endian: bit i is bit i % 8 of byte i / 8. A
 * clear bit is a free block (or cluster).
 */
#ifndef BASE_BITRUN_H
#define BASE_BITRUN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Room that `edges` needs for a bitmap of `bits` bits: one edge a bit in the
 * worst case, and slack, since the scan writes a few edges ahead.
 */
#define BITRUN_EDGES(bits) ((size_t)(bits) + 2 + 8)

/*
 * Finds every maximal run of clear bits among the first `bits` bits and
 * writes its two edges, first bit and first bit after: edges[0], edges[1] for
 * the first run, edges[2], edges[3] for the second, and so on, ascending.
 * Returns the number of edges, always even. The bitmap is read in whole
 * 64-bit words, so it must be readable up to the next multiple of 8 bytes.
 */
size_t bitrun_clear(const void *bitmap, uint32_t bits, uint32_t *edges);

/* Sets bits [first, first + count) of a bitmap. */
void bitrun_set(void *bitmap, uint32_t first, uint32_t count);

#endif
