/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * paths: from an inode to all of its paths: a fold over names.
 *
 * It keeps the entries that name a directory, which are needed to climb to the
 * root, and those that name an inode that is asked for: 24 bytes and the name
 * for each. Where entries do not tell directories from files, it must keep all.
 *
 *     paths_init(&p, root, wanted, count)
 *     fs_fold_names(fs, &paths_fold, &p, ...)     adds all names
 *     paths_finish(&p)
 *     paths_each(&p, inode, fn, ctx) ...          as often as wanted
 *     paths_free(&p)
 */
#ifndef MEASURE_PATHS_H
#define MEASURE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/fold.h"

/* One kept entry. */
struct path_entry {
	uint64_t inode;
	uint64_t directory;
	uint64_t text:56;	/* where the name begins in the bytes of all names */
	uint64_t len:8;
};

VEC_DEFINE(path_entry_vec, struct path_entry);

struct paths {
	uint64_t root;
	const uint64_t *wanted;		/* ascending; NULL: every inode */
	size_t wanted_count;
	struct path_entry_vec entries;	/* finished: ascending inode, then directory */
	char *text;			/* all names, one after the other */
	size_t text_len, text_space;
};

/* Room for the longest path that is given, with its NUL. */
#define PATHS_ROOM 16384

/*
 * An empty index over a volume whose root directory is inode `root`. wanted are
 * the inodes that will be asked for, ascending; NULL for all of them. It must
 * stay as long as names are added.
 */
void paths_init(struct paths *p, uint64_t root, const uint64_t *wanted, size_t wanted_count);

/* Takes a name; the text is copied. 0 or ERR_NOMEM. */
int paths_add(struct paths *p, const struct name *name);

/* Adds the names of the shard that follows and releases it. 0 or ERR_NOMEM. */
int paths_merge(struct paths *p, struct paths *next);

/* After the last name: makes the index ready to be asked. */
void paths_finish(struct paths *p);

/*
 * One path; text ends in NUL, but an encrypted name may hold NULs, so len
 * counts. It lives for the call only. 0 goes on, anything else stops.
 */
typedef int paths_fn(void *ctx, const char *text, size_t len);

/*
 * Calls fn for each path of an inode: for several hard links in the order of
 * their bytes. A directory whose parents do not lead to the root, because one is
 * missing or they run in a circle, or whose path would not fit PATHS_ROOM, is
 * called by its number: "<N>/rest", N being the topmost directory that is known,
 * in a circle the last before it closes. Of a directory with several entries,
 * which only damage makes, the one in the directory of the lowest number counts
 * for what is below it. No call for an inode without an entry, but the root is
 * "/". Where all paths together need more than 64 MiB, they are ordered by their
 * directories' numbers instead. 0, fn's answer, or ERR_NOMEM.
 */
int paths_each(const struct paths *p, uint64_t inode, paths_fn *fn, void *ctx);

/*
 * Writes the first path of an inode into buffer, which has room bytes, at least
 * one: cut where it does not fit, always with a NUL. 0; ERR_NOT_FOUND for an
 * inode without an entry, the buffer is then empty; ERR_NOMEM.
 */
int paths_first(const struct paths *p, uint64_t inode, char *buffer, size_t room);

/* Releases the index; it is then empty. */
void paths_free(struct paths *p);

/* The same verbs for a walk in shards; finish is not among them. */
extern const struct fold paths_fold;

#endif
