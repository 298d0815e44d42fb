/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which allocation units (blocks, or clusters with bigalloc) of a small volume are in use: one byte for each.
 */
#ifndef SAMPLES_SPACE_H
#define SAMPLES_SPACE_H

#include <stdint.h>

struct space {
	unsigned char *used;	/* per unit: 1 if in use */
	uint64_t units;
	uint64_t unused;	/* how many are free */
};

/* All units in use. */
void space_init(struct space *s, uint64_t units);

/* Frees the map's memory. */
void space_free(struct space *s);

/* Marks a run used that must be free. */
void space_take(struct space *s, uint64_t start, uint64_t len);

/* Marks a run free that must be in use. */
void space_give(struct space *s, uint64_t start, uint64_t len);

#endif
