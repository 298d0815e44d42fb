/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random numbers that are the same on every machine: integers only, no library's generator, no floating point.
 */
#ifndef SAMPLES_RND_H
#define SAMPLES_RND_H

#include <stdint.h>

struct rnd {
	uint64_t state;		/* any value is a good seed */
};

/* The next 64 random bits. */
uint64_t rnd_next(struct rnd *r);

/* A number from 0 to n - 1; n must not be 0. */
uint64_t rnd_below(struct rnd *r, uint64_t n);

/* A number from lo to hi, both included. */
uint64_t rnd_between(struct rnd *r, uint64_t lo, uint64_t hi);

/* A length whose logarithm is spread evenly: first an octave from 2^lo to 2^hi, then a place in it. */
uint64_t rnd_octave(struct rnd *r, unsigned int lo, unsigned int hi);

#endif
