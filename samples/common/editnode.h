/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Changes to inodes that stand on disk already.
 */
#ifndef SAMPLES_EDITNODE_H
#define SAMPLES_EDITNODE_H

#include <stdbool.h>
#include <stdint.h>
#include <ext2fs/ext2fs.h>

void editnode_owner(ext2_filsys fs, ext2_ino_t ino, uint32_t uid, uint32_t gid);

void editnode_project(ext2_filsys fs, ext2_ino_t ino, uint32_t project);

/* Sets flags, those that it has stay. */
void editnode_flags(ext2_filsys fs, ext2_ino_t ino, uint32_t flags);

struct editnode_times {
	int64_t atime, mtime, ctime, crtime;	/* seconds since 1970, from 1901 to 2446 */
	uint32_t nanoseconds;			/* of all four */
};

void editnode_times(ext2_filsys fs, ext2_ino_t ino, const struct editnode_times *t);

/* An attribute of size bytes; the library puts it into the inode, a block or an inode of its own as it fits. */
void editnode_xattr(ext2_filsys fs, ext2_ino_t ino, const char *name, size_t size);

/* Gives the inode, which has no attribute block, that of the other one. */
void editnode_share(ext2_filsys fs, ext2_ino_t ino, ext2_ino_t other);

/*
 * Removes the name and the inode. With keep the dead inode still says which blocks it had, as ext2 left it; else it
 * is empty, as ext4 leaves it.
 */
void editnode_delete(ext2_filsys fs, const char *path, bool keep);

#endif
