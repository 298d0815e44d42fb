/* SPDX-License-Identifier: GPL-2.0-or-later */
/* filefrag_text: extents of files as filefrag 1.47.0 prints them, byte for byte. */
#ifndef CMD_FILEFRAG_TEXT_H
#define CMD_FILEFRAG_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "measure/fiemap.h"
#include "model/file.h"
#include "model/volume.h"

struct filefrag_text {
	FILE *out;
	uint32_t block;		/* bytes of a block of the volume */
	uint64_t blocks;	/* of the volume, as statfs(2) counts them */
	unsigned shift;		/* numbers count units of 1 << shift bytes */
	bool verbose;		/* the rows, too */
	bool hex;
	/* Columns; like the peer's they never become narrower again. */
	int logical_width, physical_width;
	bool begun;		/* something was printed */
};

/* Prepares for many files. unit: bytes, 0 for the volume's blocks; what is not a
 * power of two counts as the next one below. */
void filefrag_text_init(struct filefrag_text *t, FILE *out, const struct volume *volume,
			uint64_t unit);

/* Prints one file under the name that was asked for. */
void filefrag_text_file(struct filefrag_text *t, const char *path, const struct file *file,
			const struct fiemap_vec *rows);

#define FILEFRAG_TEXT_FLAGS 5

/* The words of the flags of a row, in the peer's order; "eof" is not among
 * them. Returns how many there are, at most FILEFRAG_TEXT_FLAGS. */
size_t filefrag_text_flags(unsigned flags, const char *words[FILEFRAG_TEXT_FLAGS]);

#endif
