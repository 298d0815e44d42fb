/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seeks: movements of a disk's head between one read and the next.
 *
 * From the end of one read to the start of the next there is nothing to do
 * when they touch. A short gap forward is *near*: the head reads over it. All
 * else, forward or back, is *far*.
 */
#ifndef MEASURE_SEEKS_H
#define MEASURE_SEEKS_H

#include <stdint.h>

/* The longest gap that is near, in blocks. */
#define SEEKS_NEAR_BLOCKS 32

struct seeks {
	uint64_t near;
	uint64_t far;
};

/* Counts the step from a read that ends at `end` to one that begins at `start`;
 * bytes of the volume, block is the block size. */
static inline void seeks_step(struct seeks *s, uint64_t end, uint64_t start, uint32_t block)
{
	if (start == end)
		return;
	if (start > end && start - end <= (uint64_t)SEEKS_NEAR_BLOCKS * block)
		s->near++;
	else
		s->far++;
}

/* Adds all of `from` to s. */
static inline void seeks_add(struct seeks *s, struct seeks from)
{
	s->near += from.near;
	s->far += from.far;
}

/* Both kinds together. */
static inline uint64_t seeks_total(struct seeks s)
{
	return s.near + s.far;
}

#endif
