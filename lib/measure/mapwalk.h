/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapwalk: where in a block map the indirect blocks come.
 *
 * A block map of ext2/3 lists 12 blocks itself; then come an indirect block that
 * lists p more (p = block size / 4), a double one above p indirect blocks, and a
 * triple one. Reading a file in order enters each indirect block just before
 * the first block below it. Where nothing is below, there is none.
 */
#ifndef MEASURE_MAPWALK_H
#define MEASURE_MAPWALK_H

#include <stdint.h>

struct mapwalk {
	uint64_t pointers;	/* p */
	uint64_t entered;	/* number of the lowest indirect block where we are, + 1; 0: none */
};

/* At the beginning of a map with that many pointers in a block, not 0. */
static inline struct mapwalk mapwalk_start(uint64_t pointers)
{
	return (struct mapwalk) { .pointers = pointers };
}

/*
 * Goes on to logical block `logical` of the file, which is not before the last
 * one. Returns how many indirect blocks are entered on the way to it from its
 * nearest ancestor that was entered before: 0 to 3.
 */
unsigned mapwalk_go(struct mapwalk *m, uint64_t logical);

/* How many blocks from `logical` on lie under the same lowest indirect block. */
uint64_t mapwalk_left(const struct mapwalk *m, uint64_t logical);

#endif
