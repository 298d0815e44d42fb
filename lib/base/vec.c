/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/vec.h"

void *vec_grow(void *items, size_t *space, size_t size)
{
	size_t want = *space < 8 ? 8 : *space + *space / 2;
	size_t bytes;
	void *grown;

	if (want < *space || __builtin_mul_overflow(want, size, &bytes))
		return NULL;
	grown = realloc(items, bytes);
	if (grown)
		*space = want;
	return grown;
}
