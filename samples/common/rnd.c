/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: random numbers. A Weyl sequence (a counter in steps of an odd number) whose
 * counts are scrambled by the usual xor-shift-multiply rounds.
 */
#include "rnd.h"

uint64_t rnd_next(struct rnd *r)
{
	uint64_t x = r->state += 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

uint64_t rnd_below(struct rnd *r, uint64_t n)
{
	return rnd_next(r) % n;
}

uint64_t rnd_between(struct rnd *r, uint64_t lo, uint64_t hi)
{
	return lo + rnd_below(r, hi - lo + 1);
}

uint64_t rnd_octave(struct rnd *r, unsigned int lo, unsigned int hi)
{
	uint64_t base = UINT64_C(1) << rnd_between(r, lo, hi - 1);

	return base + rnd_below(r, base);
}
