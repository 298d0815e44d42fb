/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source: from what the user named to an open filesystem. */
#ifndef CMD_SOURCE_H
#define CMD_SOURCE_H

#include "cmd/options.h"
#include "fs/fs.h"
#include "image/partition.h"

struct source {
	struct image *disk;		/* what the user named */
	struct image *part;		/* the part of it that is read, or NULL: all */
	struct partition partition;	/* number 0: none was chosen */
	uint64_t origin;		/* where the filesystem begins in the disk, bytes */
	char table[16];			/* kind of partition table, "" without */
	struct fs *fs;
};

/*
 * Opens the image, picks the partition or offset that the options ask for, or
 * the only filesystem of a whole disk, and opens it. Notes go to stderr. 0, or
 * an err_code with a sentence; source_close() is needed either way.
 */
int source_open(struct source *source, const char *path,
		const struct common_options *options, bool describe, struct err *err);

/* Releases all of it. */
void source_close(struct source *source);

#endif
