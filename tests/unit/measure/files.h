/* SPDX-License-Identifier: GPL-2.0-or-later */
/* files: random files, block by block, and what the numbers of one must be. */
#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include "base/vec.h"
#include "measure/filelayout.h"
#include "support.h"

#define FILES_BLOCKS 160	/* the longest file, in logical blocks */
#define FILES_BLOCK 16		/* so small that a triple map begins at logical block 32 */

/* A file that owns its arrays, and each of its blocks. */
struct random_file {
	struct file file;
	struct extent records[FILES_BLOCKS];
	struct range nodes[FILES_BLOCKS];
	/* by logical block: */
	bool mapped[FILES_BLOCKS];
	bool unwritten[FILES_BLOCKS];
	uint64_t place[FILES_BLOCKS];	/* block of the volume */
	/* indirect blocks that are entered just before it; blocks of the volume */
	uint64_t entered[FILES_BLOCKS][3];
	unsigned entered_count[FILES_BLOCKS];
};

VEC_DEFINE(random_files, struct random_file);

/* A file of any kind, with any sort of map; block maps have their indirect blocks. */
struct random_file files_random(struct prng *p, uint64_t inode,
				const struct filelayout_units *units);

/* `count` of them, ascending inode numbers with gaps. */
struct random_files files_random_list(struct prng *p, size_t count,
				      const struct filelayout_units *units);

/* The file again: its arrays may have moved with the list. */
const struct file *files_get(struct random_files *files, size_t i);

/* Every figure, by the words of filelayout.h, from the blocks alone. */
struct filelayout files_naive(const struct random_file *f, const struct filelayout_units *units);

/* A step of the head by the words of seeks.h; blocks. */
void files_naive_step(struct seeks *s, uint64_t last, uint64_t next);

#endif
