/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the extent tree of a file in one go. The library's insert call costs a walk for each extent; here the
 * leaves are filled one after the other and the index levels above them, so that every node but the last is full.
 */
#ifndef SAMPLES_EXTREE_H
#define SAMPLES_EXTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ext2fs/ext2fs.h>

#define EXTREE_MAX_LEN 32768u		/* blocks that one written extent covers at most */

struct extree_extent {
	uint32_t lblk;			/* logical block */
	uint32_t len;			/* blocks, at most EXTREE_MAX_LEN, one less if unwritten */
	uint64_t pblk;			/* physical block */
	bool unwritten;
};

/* Blocks that the nodes outside of the inode take for n extents. */
size_t extree_nodes(const struct struct_ext2_filsys *fs, size_t n);

/*
 * Writes the nodes for v, n extents in ascending logical order, into the blocks nodes[], extree_nodes() of them
 * which the caller has allocated, and puts the root into inode->i_block. The inode ino must already stand on disk
 * with its final generation, for that is a part of the nodes' checksums; the caller writes it again afterwards.
 */
void extree_write(ext2_filsys fs, ext2_ino_t ino, struct ext2_inode *inode, const struct extree_extent *v, size_t n,
		  const uint64_t *nodes);

#endif
