/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: the map of used units, see space.h.
 */
#include "space.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"

void space_init(struct space *s, uint64_t units)
{
	s->used = die_realloc(NULL, units, 1);
	memset(s->used, 1, units);
	s->units = units;
	s->unused = 0;
}

void space_free(struct space *s)
{
	free(s->used);
	s->used = NULL;
}

static void turn(struct space *s, uint64_t start, uint64_t len, unsigned char to)
{
	uint64_t i;

	if (len > s->units || start > s->units - len)
		die("units %llu + %llu lie outside of the volume", (unsigned long long)start, (unsigned long long)len);
	for (i = start; i < start + len; i++) {
		if (s->used[i] == to)
			die("unit %llu is %s already", (unsigned long long)i, to ? "used" : "free");
		s->used[i] = to;
	}
}

void space_take(struct space *s, uint64_t start, uint64_t len)
{
	turn(s, start, len, 1);
	s->unused -= len;
}

void space_give(struct space *s, uint64_t start, uint64_t len)
{
	turn(s, start, len, 0);
	s->unused += len;
}
