/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * finding: a place where the image contradicts itself while we can go on.
 *
 * Findings are data: they are collected while reading and shown with the
 * result. A list keeps the first FINDINGS_KEPT of each kind and counts all.
 */
#ifndef MODEL_FINDING_H
#define MODEL_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum finding_kind {
	FINDING_SUPERBLOCK,		/* the primary superblock is unusable or damaged */
	FINDING_TRUNCATED,		/* the image is shorter than the volume */
	FINDING_DESCRIPTOR,		/* a group descriptor is damaged */
	FINDING_BITMAP_PLACE,		/* a bitmap lies outside the volume */
	FINDING_BITMAP_UNREADABLE,	/* a bitmap cannot be read */
	FINDING_BITMAP_CHECKSUM,	/* a bitmap does not match its checksum */
	FINDING_GROUP_FREE_COUNT,	/* descriptor and bitmap disagree */
	FINDING_VOLUME_FREE_COUNT,	/* superblock and bitmaps disagree */
	FINDING_INODE,			/* an inode is damaged or fails its checksum */
	FINDING_INODE_BITMAP,		/* the inode bitmap is damaged or contradicts the inodes */
	FINDING_INODE_TABLE,		/* an inode table lies outside the volume or cannot be read */
	FINDING_MAP,			/* an extent tree or a block map is damaged */
	FINDING_SHARED,			/* two owners claim the same blocks */
	FINDING_OWNED_FREE,		/* blocks with an owner are marked free */
	FINDING_DIRECTORY,		/* a directory has a broken record, a hole or a block out of place */
	FINDING_DIRECTORY_CHECKSUM,	/* a block of a directory does not match its checksum */
	FINDING_KINDS
};

#define FINDINGS_KEPT 64

/* Marks a finding that has no position in the volume. */
#define FINDING_NO_PLACE UINT64_MAX

struct finding {
	enum finding_kind kind;
	bool expected_dirty;	/* explained by a journal that was not replayed: no damage */
	bool has_numbers;	/* stored and found are set */
	uint64_t place;		/* bytes from the start of the volume, or FINDING_NO_PLACE */
	uint64_t stored;	/* what the image says */
	uint64_t found;		/* what we counted or computed */
	char text[240];		/* one sentence, no newline */
};

VEC_DEFINE(finding_vec, struct finding);

struct findings {
	struct finding_vec kept;
	uint64_t total[FINDING_KINDS];
	uint64_t damage;	/* findings that are not expected_dirty */
};

/* Name of a kind for machines, such as "group_free_count". Never NULL. */
const char *finding_name(enum finding_kind kind);

/* Adds a finding with a text. 0 or ERR_NOMEM. */
int finding_add(struct findings *list, enum finding_kind kind, uint64_t place,
		const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/*
 * Adds a ready finding, such as one with two numbers. 0 or ERR_NOMEM. Of each
 * kind the first FINDINGS_KEPT are kept, the others only counted. One that is
 * kept already (same kind, place and text) is not counted again.
 */
int finding_put(struct findings *list, const struct finding *finding);

/* Moves all of `from` to the end of list; from is then empty. 0 or ERR_NOMEM. */
int finding_move(struct findings *list, struct findings *from);

/* How many were counted in all, kept or not. */
uint64_t finding_count(const struct findings *list);

/* Releases the list; it is then empty and usable. */
void finding_free(struct findings *list);

#endif
