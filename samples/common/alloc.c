/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: the allocator. It continues at the goal if that is free; else it looks at the next
 * few free runs behind the goal, round the end of the volume, and takes the first that is long enough or the
 * longest of them.
 */
#include "alloc.h"

#define LOOK_AT 12		/* free runs it considers */

/* Free units from start on, no more than max. */
static uint64_t run_length(const struct space *s, uint64_t start, uint64_t max)
{
	uint64_t len = 0;

	while (len < max && start + len < s->units && !s->used[start + len])
		len++;
	return len;
}

struct span alloc_run(const struct space *s, uint64_t goal, uint64_t want)
{
	struct span best = { 0, 0 };
	uint64_t seen, pos, len;
	int runs = 0;

	if (goal >= s->units)
		goal = 0;
	for (seen = 0; seen < s->units && runs < LOOK_AT; seen += len ? len : 1) {
		pos = (goal + seen) % s->units;
		len = run_length(s, pos, want);
		if (len == 0)
			continue;
		if (len == want || seen == 0)
			return (struct span){ pos, len };
		if (len > best.len)
			best = (struct span){ pos, len };
		runs++;
	}
	return best;
}
