/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Directories, files and links in an open filesystem, with times and owners that do not depend on who builds.
 */
#ifndef SAMPLES_FSNODE_H
#define SAMPLES_FSNODE_H

#include <ext2fs/ext2fs.h>

#include "extree.h"

/* Makes a directory whose inode lies in or after the group; parent 0 is the root. Returns its inode. */
ext2_ino_t fsnode_mkdir(ext2_filsys fs, ext2_ino_t parent, dgrp_t group, const char *name);

/* Takes a free inode in or after the group and marks it used; nothing is written yet. */
ext2_ino_t fsnode_alloc(ext2_filsys fs, dgrp_t group);

/* Enters a file into a directory, which grows when it is full. The inode's link count is the caller's affair. */
void fsnode_link(ext2_filsys fs, ext2_ino_t dir, const char *name, ext2_ino_t ino);

struct fsnode_file {
	uint64_t size;			/* bytes */
	uint64_t blocks;		/* allocated blocks, extent nodes included; whole clusters */
	const struct extree_extent *extents;
	size_t n;
	const uint64_t *nodes;		/* blocks for the tree's nodes, see extree_write() */
	uint32_t crtime, mtime, atime;	/* seconds since 1970; ctime becomes mtime */
	uint32_t generation;
	uint16_t uid;
	uint16_t links;
};

/* Writes inode and extent tree of a regular file. */
void fsnode_write(ext2_filsys fs, ext2_ino_t ino, const struct fsnode_file *f);

#endif
