/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: lists of block runs.
 */
#include "span.h"

#include <stdlib.h>

#include "die.h"

void spans_add(struct spans *s, uint64_t start, uint64_t len)
{
	if (len == 0)
		return;
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 16;
		s->v = die_realloc(s->v, s->cap, sizeof(*s->v));
	}
	s->v[s->n++] = (struct span){ start, len };
}

void spans_free(struct spans *s)
{
	free(s->v);
	*s = (struct spans){ NULL, 0, 0 };
}
