/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fiemap: the extents of a file as the FIEMAP call of a Linux kernel (6.x)
 * lists them for a file of ext2/3/4 that nobody has read since the mount, and
 * counted as filefrag counts them. Pure computing on a struct file.
 *
 * These are neither the records nor the extents of model/extent.h: the kernel
 * gives the first record that it reads of each leaf of the extent tree as it
 * is stored. By that it has read the whole leaf into a cache, where records
 * that continue each other are one, and the rest comes from there. A file with
 * a block map has no leaves to keep; its records come as they are.
 */
#ifndef MEASURE_FIEMAP_H
#define MEASURE_FIEMAP_H

#include "base/vec.h"
#include "model/file.h"

/* Flags of a row; filefrag's words for them are the same in lower case. */
enum fiemap_flag {
	FIEMAP_LAST = 1,		/* no row follows */
	FIEMAP_NOT_ALIGNED = 2,		/* begins or ends inside a block */
	FIEMAP_INLINE = 4,		/* shares its block with metadata */
	FIEMAP_UNWRITTEN = 8,		/* allocated, reads as zeros */
	FIEMAP_MERGED = 16,		/* put together from a block map */
	FIEMAP_EOF = 32,		/* reaches the end of the file or goes past it */
};

/* How many rows filefrag takes with one call. The next call finds in the cache
 * the row that the last one had no room for. */
#define FIEMAP_ROWS_PER_CALL 292

struct fiemap_row {
	uint64_t logical;	/* bytes from the start of the file */
	uint64_t physical;	/* bytes from the start of the volume */
	uint64_t len;		/* bytes */
	unsigned flags;		/* of enum fiemap_flag */
	bool jump;		/* does not lie where the row before it leads to */
	uint64_t expected;	/* where that would have been, bytes; 0 without a jump */
};

VEC_DEFINE(fiemap_vec, struct fiemap_row);

/* Replaces the rows by those of the file's content. 0 or ERR_NOMEM. */
int fiemap_content(struct fiemap_vec *rows, const struct file *file);

/*
 * Replaces the rows by the one, if any, of the file's extended attributes; as
 * in the kernel, those inside the inode hide the block of others, and their
 * place is counted from the start of the block of the inode, not from the
 * inode. block: bytes of a block of the volume. 0 or ERR_NOMEM.
 */
int fiemap_attributes(struct fiemap_vec *rows, const struct file *file, uint32_t block);

/* "N extents found", as filefrag counts: 1 and each jump, but a first row that
 * jumps (a hole stands before it) is no more than one. */
uint64_t fiemap_extents_found(const struct fiemap_vec *rows);

#endif
