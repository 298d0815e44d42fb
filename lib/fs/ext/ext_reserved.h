/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext_reserved: blocks in use that no stored bitmap shows.
 *
 * A group flagged BLOCK_UNINIT has no bitmap on disk: its blocks are free but
 * for its own metadata: superblock and descriptor copies, both bitmaps, and
 * the inode table, which flex_bg may have placed in another group.
 */
#ifndef FS_EXT_EXT_RESERVED_H
#define FS_EXT_EXT_RESERVED_H

#include "fs/ext/ext.h"

/* Fills ext->reserved from the descriptors. 0 or ERR_NOMEM. */
int ext_reserved_collect(struct ext *ext);

/* Sets the bits of the reserved blocks in the bitmap of one group. */
void ext_reserved_mark(const struct ext *ext, uint32_t group, void *bitmap);

/*
 * Writes the edges of the free runs of a group without a bitmap, as
 * bitrun_clear() does, in clusters of the group. Returns their number.
 */
size_t ext_reserved_gaps(const struct ext *ext, uint32_t group, uint32_t *edges);

#endif
