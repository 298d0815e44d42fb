/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layout: how all files of a volume lie on it: a fold over files.
 *
 * Measured are the files that people can name: regular files, directories and
 * symlinks. Inodes of the filesystem's own (journal, resize inode, quota, ...)
 * are only counted, deleted ones are passed over. What is measured of each file
 * is in filelayout.h.
 *
 * Memory is constant, but for the N worst files and, when wanted, the list of
 * files to read: 32 bytes for each regular file with data.
 */
#ifndef MEASURE_LAYOUT_H
#define MEASURE_LAYOUT_H

#include "measure/filelayout.h"
#include "measure/readorder.h"
#include "measure/worst.h"
#include "model/fold.h"

enum layout_kind {
	LAYOUT_REGULAR,
	LAYOUT_DIRECTORIES,
	LAYOUT_SYMLINKS,
	LAYOUT_OTHERS,		/* devices, fifos, sockets, unknown */
	LAYOUT_KINDS
};

/* Class 0 holds files of 1 extent, class 1 of 2, class 2 of 3-4, class k of up to 2^k. */
#define LAYOUT_CLASSES 65

/* Settings. */
struct layout_options {
	struct filelayout_units units;
	uint64_t group_blocks;	/* blocks of a group, for fsckview.h */
	size_t worst;		/* how many of the worst files are kept */
	bool list;		/* keep the files to read, for dirorder.h */
};

/* Sums over files of one kind, or of all. */
struct layout_counts {
	uint64_t files;		/* = with_data + empty + inlined */
	uint64_t with_data;	/* at least one extent */
	uint64_t empty;		/* none: empty, fully sparse, or a kind without content */
	uint64_t inlined;	/* content in the inode */
	uint64_t one_piece;	/* of those with data: no seek inside */
	uint64_t several;	/* of those with data: the others */
	uint64_t several_extents, several_bytes;	/* of those in several pieces */
	uint64_t records, extents;
	uint64_t blocks;
	uint64_t followers;	/* see filelayout_followers() */
	uint64_t written, unwritten;	/* bytes */
	uint64_t holes, hole_bytes;	/* hole_bytes stops at UINT64_MAX */
	uint64_t slack, beyond;	/* bytes */
	struct seeks seeks;	/* inside files, over all records */
	uint64_t most_extents, most_seeks;	/* of any one file */
};

struct layout_class {
	uint64_t files;
	uint64_t extents;	/* of these files together */
};

struct layout {
	struct layout_options options;
	struct layout_counts kinds[LAYOUT_KINDS];
	struct layout_class classes[LAYOUT_CLASSES];	/* files with data by their extents */
	uint64_t system_files;	/* inodes of the filesystem's own */
	uint64_t read_bytes;	/* written bytes of regular files */
	struct readorder order;	/* regular files in inode order */
	uint64_t fsck_files, fsck_directories;	/* non-contiguous for e2fsck: fsckview.h */
	struct worst worst;
	struct readfile_vec list;
};

/* An empty state. */
void layout_init(struct layout *l, const struct layout_options *options);

/* Takes the next file, in ascending inode order. 0 or ERR_NOMEM. */
int layout_add(struct layout *l, const struct file *file);

/* Adds the files of the shard that follows and releases it. 0 or ERR_NOMEM. */
int layout_merge(struct layout *l, struct layout *next);

/* Ends the walk: the worst file comes first. */
void layout_finish(struct layout *l);

/* Releases the lists. */
void layout_free(struct layout *l);

/* The kind under which a file counts. */
enum layout_kind layout_kind_of(enum file_kind kind);

/* Name of a kind, plural, for people and machines: "regular", "directories", ... */
const char *layout_kind_name(enum layout_kind kind);

/* The sums over all kinds. */
struct layout_counts layout_total(const struct layout *l);

/* Mean number of extents of a file that has any; 1 when there is none. */
double layout_extents_per_file(const struct layout_counts *c);

/*
 * Layout score in percent: of all blocks of a file after its first, the share
 * that follow their predecessor on the volume, weighted by blocks. A block
 * follows when getting to it is no seek (filelayout.h), so a hole alone does
 * not lower the score. 100 when no file has a second block.
 */
double layout_score(const struct layout_counts *c);

/* Share of the files with data that are in one piece, percent; 100 without any. */
double layout_one_piece_share(const struct layout_counts *c);

/* How many per GiB of regular files' written bytes; 0 when there are none. */
double layout_per_gib(const struct layout *l, uint64_t count);

/* The same verbs for a walk in shards. */
extern const struct fold layout_fold;

#endif
