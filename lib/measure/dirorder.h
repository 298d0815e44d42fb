/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dirorder: the order in which a recursive read visits the files of a volume:
 * a fold over names.
 *
 * It keeps who is in which directory, 8 bytes a name and 16 a directory; the
 * names themselves are not kept. The walk then starts at the root, takes the
 * entries of a directory in the order in which they lie on the volume, and
 * goes down into a directory where it meets it (pre-order, as find(1) prints).
 */
#ifndef MEASURE_DIRORDER_H
#define MEASURE_DIRORDER_H

#include <stdint.h>

#include "base/vec.h"
#include "measure/readorder.h"
#include "model/fold.h"

struct dirorder_directory {
	uint64_t inode;
	size_t first;		/* its first entry; its last is before that of the next directory */
};

VEC_DEFINE(dirorder_directories, struct dirorder_directory);
VEC_DEFINE(dirorder_entries, uint64_t);

struct dirorder {
	struct dirorder_directories directories;	/* those with entries, ascending inode */
	struct dirorder_entries entries;		/* inode, top bit: may be a directory */
};

/* An empty state. */
void dirorder_init(struct dirorder *d);

/* Takes the next name; directories come in ascending inode order. 0 or ERR_NOMEM. */
int dirorder_add(struct dirorder *d, const struct name *name);

/* Adds the names of the shard that follows and releases it. 0 or ERR_NOMEM. */
int dirorder_merge(struct dirorder *d, struct dirorder *next);

/*
 * Reads all of `files` that names lead to from directory `root` into *order, which
 * starts zeroed. A file of several names is read once, at the first; what
 * no name leads to is not read. Damaged trees that loop end. 0 or ERR_NOMEM.
 */
int dirorder_read(const struct dirorder *d, uint64_t root, const struct readfile_vec *files,
		  uint32_t block, struct readorder *order);

/* Releases the lists. */
void dirorder_free(struct dirorder *d);

/* The same verbs for a walk in shards. */
extern const struct fold dirorder_fold;

#endif
