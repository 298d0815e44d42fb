/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * freehist: how free space is cut up: a fold over free runs.
 *
 * Counts the runs per power-of-two size, the largest and smallest, and how
 * many whole chunks and whole stripes they hold. Memory is constant.
 *
 * The first and the last run of a shard are held back until a neighbour or
 * the end is known: one free run that crosses the seam counts once.
 */
#ifndef MEASURE_FREEHIST_H
#define MEASURE_FREEHIST_H

#include <stdint.h>

#include "base/log2hist.h"
#include "base/range.h"
#include "model/fold.h"

/* Settings; bytes. */
struct freehist_options {
	uint64_t chunk;		/* whole aligned chunks are counted; 0: none. Chunks begin
				   at multiples of chunk from the start of the volume */
	uint64_t stripe;	/* the same for stripes; 0: none */
	uint64_t stripe_phase;	/* place of the volume on its device modulo stripe: stripes
				   begin where the device has a multiple of stripe */
};

struct freehist {
	struct freehist_options options;
	struct log2hist hist;		/* runs by their length in bytes */
	uint64_t extents;		/* runs; set by freehist_finish() */
	uint64_t bytes;			/* their lengths added up; set by freehist_finish() */
	uint64_t shortest;		/* bytes; 0 without runs */
	struct range longest;		/* len 0 without runs; the first among equals */
	uint64_t chunks;		/* whole free chunks */
	uint64_t stripes;		/* whole free stripes */
	struct range first, last;	/* not counted yet; len 0: none. One run alone is first */
};

/* An empty state. Options with a phase not below the stripe are a bug. */
void freehist_init(struct freehist *h, const struct freehist_options *options);

/* Takes the next free run; runs come in ascending order and do not touch. Always 0. */
int freehist_add(struct freehist *h, const struct range *run);

/* Adds the runs of the shard that follows. */
void freehist_merge(struct freehist *h, const struct freehist *next);

/* Counts what was held back: now the numbers are complete. */
void freehist_finish(struct freehist *h);

/* Mean length of a run in whole bytes; 0 without runs. */
uint64_t freehist_mean(const struct freehist *h);

/* The same verbs for a walk in shards. */
extern const struct fold freehist_fold;

#endif
