/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes free blocks in the order in which they are asked for, from a cursor on that the caller moves: so a recipe
 * decides where things lie.
 */
#ifndef SAMPLES_PLACE_H
#define SAMPLES_PLACE_H

#include <ext2fs/ext2fs.h>

struct place {
	ext2_filsys fs;
	blk64_t cursor;		/* where the next free blocks are looked for */
};

/*
 * Marks the first run of len free blocks at or behind the cursor used and moves the cursor behind it; the program
 * ends if there is none. Returns the run's first block. Descriptors are not counted: groups_recount() does that.
 */
blk64_t place_take(struct place *p, blk64_t len);

/* The same for one block at or behind goal; the cursor stays. */
blk64_t place_near(struct place *p, blk64_t goal);

#endif
