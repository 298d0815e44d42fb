/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lays out free space by its histogram: draws run lengths that have exactly the wanted count and sum in every size
 * class, and spreads them over the room of a volume. Knows nothing of filesystems.
 */
#ifndef SAMPLES_FREEPLAN_H
#define SAMPLES_FREEPLAN_H

#include <stddef.h>
#include <stdint.h>

#include "rnd.h"
#include "span.h"

struct freeplan_class {
	uint64_t lo, hi;	/* blocks of the shortest and the longest run */
	uint64_t count;		/* runs */
	uint64_t blocks;	/* in all of them */
};

/*
 * Puts c->count lengths with the sum c->blocks into out. If longest is set, the first of them is c->hi.
 * The wanted sum must be possible.
 */
void freeplan_lengths(struct rnd *r, const struct freeplan_class *c, int longest, uint64_t *out);

/*
 * Spreads the n run lengths, longest first, over the rooms (ascending, not touching each other). Two runs in one
 * room keep a used block between them. Fills the lists of the free runs and of the used runs that are left of the
 * rooms, both ascending.
 */
void freeplan_place(struct rnd *r, const struct spans *rooms, const uint64_t *lengths, size_t n, struct spans *unused,
		    struct spans *used);

#endif
