/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dirs: volumes full of directories, filled and listed through libext2fs, which
 * is the independent reference for ext_dir.
 */
#ifndef UNIT_DIRS_H
#define UNIT_DIRS_H

#include <ext2fs/ext2fs.h>

#include "fs/ext/ext_dir.h"
#include "fs/fsimage.h"

struct dir_entry {
	uint64_t inode, place;		/* the reference leaves place 0 */
	enum file_kind kind;
	size_t len;
	char text[256];
};

VEC_DEFINE(entry_list, struct dir_entry);

/* One open volume: as we see it, and as libext2fs does. */
struct dirs {
	char path[PATH_ROOM];
	struct blob bytes;		/* the image; what is changed here is read at once */
	struct image img;		/* over bytes */
	struct image *bad;
	struct fs *fs;
	ext2_filsys lib;
};

/* One directory, ready for ext_dir_entries(). */
struct dirs_file {
	struct file file;
	struct extent_vec records;
};

/*
 * Makes a volume with the directories of fill() below: /many with `names`
 * names, /long with names of 255 bytes, /kinds, /few, /holey and /a/b/c, and with
 * inline data /rest. With `index` e2fsck sorts them and builds hash trees; it
 * does so anyway, for the large ones, where the volume has dir_index.
 */
void dirs_make(struct dirs *d, const struct fsimage *what, unsigned names, bool index);

/* Loads the image and opens libext2fs; dirs_look() then opens ours. */
void dirs_load(struct dirs *d, const char *path);

/* Opens what d->bytes holds, with an unreadable place if its length is not 0; again, too. */
void dirs_look(struct dirs *d, uint64_t bad_start, uint64_t bad_len);

/* Releases all that is set. */
void dirs_close(struct dirs *d);

/* Inode of a path, by libext2fs; fatal when there is none. */
ext2_ino_t dirs_inode(const struct dirs *d, const char *path);

/* Describes a directory by what libext2fs says of its blocks. */
struct dirs_file dirs_file(const struct dirs *d, ext2_ino_t inode);

/*
 * Entries by libext2fs, by ext_dir_entries() and by fs_each_entry(), of which the
 * last two must return 0.
 */
struct entry_list dirs_expected(const struct dirs *d, ext2_ino_t inode);
struct entry_list dirs_list(const struct dirs *d, const struct file *file);
struct entry_list dirs_walk(const struct dirs *d, ext2_ino_t inode);

/* Same entries in the same order, and each place holds its inode number. */
bool dirs_same(const struct dirs *d, const struct entry_list *list,
	       const struct entry_list *expected);

#endif
