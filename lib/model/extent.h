/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * extent: a stretch of a file that lies in one piece on the volume.
 *
 * Two meanings share this struct and the names tell them apart: a *record* is
 * one extent as the filesystem stores it; an *extent* is a maximal run of
 * records that follow each other both in the file and on the volume, in the
 * same written or unwritten state.
 */
#ifndef MODEL_EXTENT_H
#define MODEL_EXTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct extent {
	uint64_t logical;	/* bytes from the start of the file */
	uint64_t physical;	/* bytes from the start of the volume */
	uint64_t len;		/* bytes */
	bool unwritten;		/* allocated, but reads as zeros */
};

VEC_DEFINE(extent_vec, struct extent);

/* True when `next` continues `e` in the file, on the volume and in state. */
static inline bool extent_continues(const struct extent *e, const struct extent *next)
{
	return e->logical + e->len == next->logical &&
	       e->physical + e->len == next->physical && e->unwritten == next->unwritten;
}

/*
 * True when reading on from e to next means moving the head: next does not
 * begin where e ended, and the gap on the volume is not the gap (hole) in the
 * file.
 */
static inline bool extent_seeks(const struct extent *e, const struct extent *next)
{
	return next->physical != e->physical + e->len &&
	       next->physical - next->logical != e->physical - e->logical;
}

#endif
