/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log2hist: how many things, and how much in all, per power-of-two size class. */
#ifndef BASE_LOG2HIST_H
#define BASE_LOG2HIST_H

#include <stdint.h>

/* Class k holds sizes in [2^k, 2^(k+1)). */
#define LOG2HIST_CLASSES 64

struct log2hist {
	uint64_t count[LOG2HIST_CLASSES];	/* things */
	uint64_t sum[LOG2HIST_CLASSES];		/* their sizes added up */
};

/* Class of a size; size must not be 0. */
static inline unsigned log2hist_class(uint64_t size)
{
	return 63U - (unsigned)__builtin_clzll(size);
}

/* Adds one thing; size must not be 0. */
static inline void log2hist_add(struct log2hist *h, uint64_t size)
{
	unsigned class = log2hist_class(size);

	h->count[class]++;
	h->sum[class] += size;
}

/* Adds all of `from` to h. */
void log2hist_merge(struct log2hist *h, const struct log2hist *from);

#endif
