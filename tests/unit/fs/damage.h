/* SPDX-License-Identifier: GPL-2.0-or-later */
/* damage: a volume to be harmed, opened again, and its findings. */
#ifndef UNIT_DAMAGE_H
#define UNIT_DAMAGE_H

#include "fs/fsimage.h"

/* The group that suffers; not one with a backup superblock. */
#define DAMAGE_GROUP 9

struct damage {
	char path[PATH_ROOM];
	struct fsimage_group group;	/* DAMAGE_GROUP before the harm */
	struct blob bytes;		/* the image, to be changed before damage_open() */
	struct image *img, *bad;
	struct fs *fs;
	struct run_list expected, runs;
};

/*
 * Makes 24 groups of 2 MiB with blocks of 4 KiB, all in use; their bitmaps lie
 * side by side in clumps of 16 and 8.
 */
void damage_set_up(struct damage *f);

/* Opens what f->bytes holds now, with an unreadable place if its length is not 0. */
void damage_open(struct damage *f, uint64_t bad_start, uint64_t bad_len);

/* Releases all that is set. */
void damage_tear_down(struct damage *f);

/* Place of the group's block bitmap, bytes. */
uint64_t damage_bitmap_place(const struct damage *f);

/* Clear bits of that bitmap in f->bytes, one by one. */
uint64_t damage_clear_bits(const struct damage *f);

/* The first finding of a kind, of which there must be `total`. */
const struct finding *damage_expect(struct damage *f, enum finding_kind kind, uint64_t total);

#endif
