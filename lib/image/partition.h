/* SPDX-License-Identifier: GPL-2.0-or-later */
/* partition: the partitions of a whole-disk image, MBR or GPT, by libblkid. */
#ifndef IMAGE_PARTITION_H
#define IMAGE_PARTITION_H

#include "base/vec.h"
#include "image/image.h"

struct partition {
	unsigned number;	/* as Linux numbers it: sda3 is 3 */
	struct range at;	/* bytes from the start of the image */
	char type[40];		/* MBR: "0x83"; GPT: the type's UUID */
	char name[128];		/* GPT name (36 UTF-16 units), or "" */
};

VEC_DEFINE(partition_vec, struct partition);

struct partition_table {
	char type[16];			/* "gpt", "dos"; "" when there is no table */
	uint32_t sector_size;		/* bytes; the size it was read with */
	struct partition_vec parts;	/* ascending number, without extended containers */
};

/*
 * Reads the table of a disk with sectors of sector_size bytes. 0 and *table,
 * which partition_free() releases; a disk without a table is 0 with type "".
 * ERR_IO or ERR_NOMEM when it cannot be looked at.
 */
int partition_read(struct image *img, uint32_t sector_size,
		   struct partition_table *table, struct err *err);

/* The partition with that number, or NULL. */
const struct partition *partition_find(const struct partition_table *table,
				       uint64_t number);

/* Releases the list; the table is then empty. */
void partition_free(struct partition_table *table);

#endif
