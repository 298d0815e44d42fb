/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layoutdiff: what moved between two states of one volume.
 *
 * Each state is a table, a fold over files of 40 bytes a file. Two entries are
 * the same file when they have the same inode number and, where both keep it,
 * the same time of creation: an inode number is used again when a file is
 * deleted. Only files that people can name count; deleted ones do not.
 */
#ifndef MEASURE_LAYOUTDIFF_H
#define MEASURE_LAYOUTDIFF_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/fold.h"

struct layoutdiff_entry {
	uint64_t inode;
	int64_t crtime;		/* seconds, 0: not kept */
	uint64_t size;		/* bytes */
	uint64_t places;	/* hash of its records and their state */
	uint32_t extents;
	uint32_t records;
};

VEC_DEFINE(layoutdiff_table, struct layoutdiff_entry);

/* Takes the next file, in ascending inode order. 0 or ERR_NOMEM. */
int layoutdiff_add(struct layoutdiff_table *table, const struct file *file);

/* The same for a walk in shards; a state is a struct layoutdiff_table. */
extern const struct fold layoutdiff_fold;

enum layoutdiff_what {
	LAYOUTDIFF_UNMOVED,	/* same size, same places */
	LAYOUTDIFF_MOVED,	/* same size, other places */
	LAYOUTDIFF_CHANGED,	/* other size */
	LAYOUTDIFF_NEW,		/* not there before */
	LAYOUTDIFF_GONE,	/* not there any more */
	LAYOUTDIFF_WHATS
};

struct layoutdiff_count {
	uint64_t files;
	uint64_t before, after;	/* extents of these files */
};

struct layoutdiff_file {
	uint64_t inode;
	enum layoutdiff_what what;
	uint64_t size_before, size_after;		/* bytes; 0 where it was not there */
	uint32_t extents_before, extents_after;
};

VEC_DEFINE(layoutdiff_files, struct layoutdiff_file);

struct layoutdiff {
	struct layoutdiff_count counts[LAYOUTDIFF_WHATS];
	/* Those that are not unmoved with the largest change in extents, then the lower
	   inode; at most as many as asked for. */
	struct layoutdiff_files top;
};

/* Compares two complete tables; keeps `limit` files in *diff. 0 or ERR_NOMEM. */
int layoutdiff_compare(const struct layoutdiff_table *before,
		       const struct layoutdiff_table *after, size_t limit,
		       struct layoutdiff *diff);

/* Name for people and machines: "unmoved", "moved", "changed", "new", "gone". */
const char *layoutdiff_name(enum layoutdiff_what what);

/* Releases what the comparison kept. */
void layoutdiff_free(struct layoutdiff *diff);

#endif
