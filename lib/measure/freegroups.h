/* SPDX-License-Identifier: GPL-2.0-or-later */
/* freegroups: free space of each group: a fold over free runs. */
#ifndef MEASURE_FREEGROUPS_H
#define MEASURE_FREEGROUPS_H

#include <stdint.h>

#include "base/range.h"
#include "base/vec.h"
#include "model/fold.h"

/* One group. A run that crosses the border of two groups counts in both, cut there. */
struct freegroup {
	uint64_t free;		/* bytes */
	uint64_t largest;	/* longest run inside the group, bytes */
	uint64_t extents;	/* runs */
};

VEC_DEFINE(freegroup_vec, struct freegroup);

struct freegroups {
	uint64_t group_start;		/* where group 0 begins, bytes */
	uint64_t group_bytes;
	uint64_t first;			/* index of the first group in the list */
	struct freegroup_vec groups;	/* consecutive; groups before and after are full */
};

/* An empty state for groups of group_bytes (not 0) that begin at group_start. */
void freegroups_init(struct freegroups *g, uint64_t group_start, uint64_t group_bytes);

/* Takes the next free run, ascending, not below group_start. 0 or ERR_NOMEM. */
int freegroups_add(struct freegroups *g, const struct range *run);

/* Adds the groups of the shard that follows and releases it. 0 or ERR_NOMEM. */
int freegroups_merge(struct freegroups *g, struct freegroups *next);

/* A group by its index; all zero where nothing is free. */
struct freegroup freegroups_get(const struct freegroups *g, uint64_t index);

/* Releases the list. */
void freegroups_free(struct freegroups *g);

/* The same verbs for a walk in shards. */
extern const struct fold freegroups_fold;

#endif
