/* SPDX-License-Identifier: GPL-2.0-or-later */
/* range: a half-open stretch of bytes, [start, start + len). */
#ifndef BASE_RANGE_H
#define BASE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct range {
	uint64_t start;		/* bytes from the start of the volume, unless said otherwise */
	uint64_t len;		/* bytes */
};

/* First byte after the range. The caller guarantees that it does not overflow. */
static inline uint64_t range_end(const struct range *r)
{
	return r->start + r->len;
}

/* True when next begins exactly where r ends. */
static inline bool range_touches(const struct range *r, const struct range *next)
{
	return r->start + r->len == next->start;
}

/*
 * How many whole units lie inside the range when units begin at every
 * multiple of `unit` shifted by -phase: at positions p with
 * (p + phase) % unit == 0. phase is the distance of position 0 from the last
 * unit boundary before it (for a partition: its start on the device modulo
 * the unit). unit must not be 0 and phase must be below unit.
 */
static inline uint64_t range_whole_units(const struct range *r, uint64_t unit,
					 uint64_t phase)
{
	uint64_t first = (r->start + phase + unit - 1) / unit;
	uint64_t last = (r->start + r->len + phase) / unit;

	return last > first ? last - first : 0;
}

#endif
