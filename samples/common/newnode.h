/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * New inodes of every kind under a path. A path begins with a slash; the directories on it exist already.
 */
#ifndef SAMPLES_NEWNODE_H
#define SAMPLES_NEWNODE_H

#include <stdbool.h>

#include "extree.h"
#include "place.h"

struct newnode {
	ext2_ino_t ino;
	struct ext2_inode_large inode;
};

/* Takes a free inode and prepares it in memory: mode, one link (directories two), all times fs->now. */
struct newnode newnode_start(ext2_filsys fs, uint16_t mode);

/* Writes it as it stands. */
void newnode_write(ext2_filsys fs, struct newnode *node);

/*
 * Gives a new node a size and the blocks of v, n extents, through an extent tree or a block map; nodes of the tree
 * are taken from the cursor. Writes the inode.
 */
void newnode_map(struct place *place, struct newnode *node, uint64_t size, const struct extree_extent *v, size_t n,
		 bool extents);

/* Enters an inode of the given mode into the directory of the path, which grows if it must. */
void newnode_enter(ext2_filsys fs, const char *path, ext2_ino_t ino, uint16_t mode);

/* The inode at a path. */
ext2_ino_t newnode_find(ext2_filsys fs, const char *path);

/* The inode of the directory that holds, or shall hold, the path's last name; *name points to that name. */
ext2_ino_t newnode_parent(ext2_filsys fs, const char *path, const char **name);

/* One more link, or one less, in an inode that stands on disk. */
void newnode_count(ext2_filsys fs, ext2_ino_t ino, int change);

/* An empty directory; inline if the filesystem has inline data. */
void newnode_dir(ext2_filsys fs, const char *path);

/* A file of size bytes in the inode, the part behind 60 bytes in its attributes. */
void newnode_inline(ext2_filsys fs, const char *path, size_t size);

void newnode_symlink(ext2_filsys fs, const char *path, const char *target);

/* A device (type 'b' or 'c'), a fifo ('p') or a socket ('s'). */
void newnode_special(ext2_filsys fs, const char *path, char type, uint32_t major, uint32_t minor);

#endif
