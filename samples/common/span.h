/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs of blocks and growing lists of them.
 */
#ifndef SAMPLES_SPAN_H
#define SAMPLES_SPAN_H

#include <stddef.h>
#include <stdint.h>

struct span {
	uint64_t start;		/* first block */
	uint64_t len;		/* blocks */
};

struct spans {			/* all zero is an empty list */
	struct span *v;
	size_t n;
	size_t cap;
};

/* Appends a run; a run of no blocks is left out. */
void spans_add(struct spans *s, uint64_t start, uint64_t len);

/* Frees the list's memory and makes it empty. */
void spans_free(struct spans *s);

#endif
