/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worst: the N files in most pieces, of a walk of any length.
 *
 * Only files of more than one extent are kept. Worse is more seeks inside,
 * then more extents, then the lower inode number: so the answer does not depend
 * on the order in which files come. Memory grows with N alone.
 */
#ifndef MEASURE_WORST_H
#define MEASURE_WORST_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "measure/filelayout.h"

struct worst_file {
	uint64_t inode;
	enum file_kind kind;
	uint64_t size;		/* bytes */
	struct filelayout layout;
};

VEC_DEFINE(worst_vec, struct worst_file);

struct worst {
	size_t limit;
	struct worst_vec files;		/* a heap, its root the best of the worst;
					   after worst_sort() the worst first */
};

/* Empty, for at most `limit` files; 0 keeps none. */
void worst_init(struct worst *w, size_t limit);

/* Takes a file and how it lies. 0 or ERR_NOMEM. */
int worst_add(struct worst *w, const struct file *file, const struct filelayout *layout);

/* Adds what another part of the walk kept and releases it. 0 or ERR_NOMEM. */
int worst_merge(struct worst *w, struct worst *next);

/* Puts the worst file first. Nothing can be added after. */
void worst_sort(struct worst *w);

/* Releases the files. */
void worst_free(struct worst *w);

#endif
