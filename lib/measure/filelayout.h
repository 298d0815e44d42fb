/* SPDX-License-Identifier: GPL-2.0-or-later */
/* filelayout: how one file lies on the volume, in numbers. */
#ifndef MEASURE_FILELAYOUT_H
#define MEASURE_FILELAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/seeks.h"
#include "model/file.h"

/* Units of the volume, bytes; neither is 0. */
struct filelayout_units {
	uint32_t block;
	uint32_t cluster;	/* unit of allocation, a multiple of block */
};

/*
 * A file of 8 blocks that lie at blocks 100-102 and 200-204 of the volume has
 * 2 extents and 1 far seek, and of the 7 blocks after its first 6 follow their
 * predecessor: layout score 6/7 = 85.71 %.
 */
struct filelayout {
	uint64_t records;
	uint64_t extents;	/* see model/extent.h */
	uint64_t blocks;	/* of its records; blocks of its extent tree do not count */
	uint64_t written;	/* bytes of written records */
	uint64_t unwritten;	/* bytes of unwritten records */
	uint64_t holes;		/* gaps without records before the size; regular files and
				   directories only */
	uint64_t hole_bytes;	/* their length, cut off at the size */
	uint64_t slack;		/* bytes of the block (cluster) that holds the last byte of
				   the file which lie behind it; 0 when that is a hole */
	uint64_t beyond;	/* bytes in blocks (clusters) wholly beyond the size */
	bool inlined;		/* has no records since its content lies in the inode */
	/*
	 * From each record to the next. A record that begins where the last ended on
	 * the volume is no seek, and neither is a hole whose gap on the volume
	 * is as long as the gap in the file. In a block map, neither is a gap that
	 * is taken by indirect blocks of the file which are read just then.
	 */
	struct seeks seeks;
	/*
	 * What reading the file from its first byte to its last takes: the same over
	 * written records alone, since unwritten ones read as zeros without a
	 * look at the disk. Places are meaningful when written is not 0.
	 */
	struct seeks read_seeks;
	uint64_t read_start;	/* where the first written record begins */
	uint64_t read_end;	/* where the last one ends */
};

/* Measures a file in one pass over its records. */
struct filelayout filelayout_of(const struct file *file, const struct filelayout_units *units);

/*
 * Blocks after the first of the file: those of which the layout score says how
 * many follow their predecessor on the volume. All but the seeks do.
 */
uint64_t filelayout_followers(const struct filelayout *f);

/* Layout score of the file in percent; 100 when it has no second block. */
double filelayout_score(const struct filelayout *f);

#endif
