/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vec: typed growable array.
 *
 * VEC_DEFINE(name, type) defines `struct name` and these functions:
 *   name_push(v, item)  appends a copy; 0, or ERR_NOMEM with v unchanged
 *   name_free(v)        releases the items; v is then empty and usable
 * A struct name starts zeroed. Items are v->item[0 .. v->count).
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/err.h"

/*
 * Makes room for more than *space items of `size` bytes and sets *space. Returns
 * the items' new place, or NULL without memory: the old place then still holds.
 */
void *vec_grow(void *items, size_t *space, size_t size);

#define VEC_DEFINE(name, type)						\
struct name {								\
	type *item;							\
	size_t count;							\
	size_t space;							\
};									\
static inline int name##_push(struct name *v, type item)		\
{									\
	if (!v->item || v->count == v->space) {				\
		void *items = vec_grow(v->item, &v->space, sizeof(type)); \
		if (!items)						\
			return ERR_NOMEM;				\
		v->item = items;					\
	}								\
	v->item[v->count++] = item;					\
	return 0;							\
}									\
static inline void name##_free(struct name *v)				\
{									\
	free(v->item);							\
	v->item = NULL;							\
	v->count = v->space = 0;					\
}									\
struct name

#endif
