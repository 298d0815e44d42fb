/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext_dir_block: the records inside one piece of a directory: a block of it, or
 * one of the two areas of an inline directory. Layout as in the kernel's
 * Documentation/filesystems/ext4/directory.rst.
 *
 * A directory with a hash tree needs no reading of its own: its index blocks
 * are laid out so that they are records without a name for those who do not
 * know them. Checksums lie there, too, in records that name inode 0.
 */
#ifndef FS_EXT_EXT_DIR_BLOCK_H
#define FS_EXT_EXT_DIR_BLOCK_H

#include "fs/ext/ext.h"
#include "model/file.h"
#include "model/name.h"

/* A directory under way. */
struct ext_dir {
	const struct ext *ext;
	const struct file *file;
	struct findings *findings;
	fs_name_fn *fn;
	void *ctx;
	struct err *err;
	bool checksums;		/* its blocks carry checksums, that begin with this: */
	uint32_t seed;
};

/* In the place of a block number: the piece lies inside the inode. */
#define EXT_DIR_INLINE UINT64_MAX

/* A piece of it, in memory. */
struct ext_dir_piece {
	const uint8_t *data;
	uint32_t len;		/* bytes */
	uint64_t place;		/* bytes of the volume */
	uint64_t logical_blk;	/* counted from the start of the directory, or EXT_DIR_INLINE */
};

/*
 * Walks the entries of a piece, after its checksum was looked at. 0, fn's
 * answer, or ERR_NOMEM.
 */
int ext_dir_block_entries(const struct ext_dir *d, const struct ext_dir_piece *piece);

/*
 * Adds the finding that something is wrong with the directory, at a place in
 * bytes of the volume. The text is what comes after "directory inode 12: ".
 * 0 or ERR_NOMEM.
 */
int ext_dir_block_bad(const struct ext_dir *d, uint64_t place, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
