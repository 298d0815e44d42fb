/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * readorder: what it takes to read many files one after the other.
 *
 * Each file is read from its first byte to its last; between two files the head
 * steps from where the one ends to where the next begins. Only files with
 * written records are read; the others cost nothing.
 */
#ifndef MEASURE_READORDER_H
#define MEASURE_READORDER_H

#include <stdint.h>

#include "base/vec.h"
#include "measure/seeks.h"

/* One file as a reader sees it: 32 bytes, since there is one for each file. */
struct readfile {
	uint64_t inode;
	uint64_t start;		/* where its first written record begins, bytes */
	uint64_t end;		/* where its last one ends, bytes */
	uint32_t near, far;	/* seeks inside, as of filelayout's read_seeks */
};

/* Files that are read, ascending by inode. */
VEC_DEFINE(readfile_vec, struct readfile);

struct readorder {
	uint64_t files;		/* that were read */
	struct seeks inside;	/* while reading a file */
	struct seeks between;	/* from one to the next */
	uint64_t start, end;	/* of the first and the last file, bytes; set when files is not 0 */
};

/* Reads one more file. block is the block size in bytes. */
void readorder_add(struct readorder *r, const struct readfile *file, uint32_t block);

/* Goes on with what `next` read after r. */
void readorder_merge(struct readorder *r, const struct readorder *next, uint32_t block);

/* All seeks: inside files and between them. */
struct seeks readorder_seeks(const struct readorder *r);

/*
 * The file of an inode, or NULL. *hint is where the last one was found: files
 * that were made together often have neighbouring inodes.
 */
const struct readfile *readorder_find(const struct readfile_vec *files, uint64_t inode,
				      size_t *hint);

#endif
