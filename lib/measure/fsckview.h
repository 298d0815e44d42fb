/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsckview: whether e2fsck calls a file non-contiguous.
 *
 * e2fsck has its own rule (check_blocks() and process_block() of its pass 1,
 * 1.47.0). It walks the blocks of a file in logical order and wants each to be
 * the next block on the volume. So
 *   - a hole makes a file non-contiguous, however the gaps compare, unless the
 *     blocks on both sides touch on the volume;
 *   - for a block map, the indirect blocks belong to the walk, each before the
 *     blocks that it lists; for an extent tree they do not;
 *   - a file of as many blocks as a group has, its map and its block of
 *     extended attributes included, is never counted;
 *   - inodes that no name leads to, such as the journal, count as files; the
 *     resize inode and the list of bad blocks do not.
 */
#ifndef MEASURE_FSCKVIEW_H
#define MEASURE_FSCKVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/filelayout.h"

/*
 * True when e2fsck counts the file among the non-contiguous ones; group_blocks
 * is the number of blocks of a group.
 */
bool fsckview_fragmented(const struct file *file, const struct filelayout_units *units,
			 uint64_t group_blocks);

#endif
