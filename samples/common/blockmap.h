/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the map of a file as ext2 has it: twelve direct blocks, then indirect blocks of three levels.
 */
#ifndef SAMPLES_BLOCKMAP_H
#define SAMPLES_BLOCKMAP_H

#include "extree.h"
#include "place.h"

/*
 * Puts v, n written extents in ascending logical order, into inode->i_block. An indirect block is taken as the
 * kernel would, in front of the first block that it maps if that place is free, else in the next free one.
 * Returns the number of indirect blocks.
 */
uint64_t blockmap_write(struct place *place, struct ext2_inode *inode, const struct extree_extent *v, size_t n);

#endif
