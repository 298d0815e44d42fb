/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext_super: one ext superblock, decoded and checked before any of its numbers
 * is used. Fields and limits as in the kernel's Documentation/filesystems/ext4
 * and in ext2_fs.h of libext2fs.
 */
#ifndef FS_EXT_EXT_SUPER_H
#define FS_EXT_EXT_SUPER_H

#include <stdbool.h>
#include <stdint.h>

#include "image/image.h"
#include "model/volume.h"

#define EXT_SUPER_PLACE 1024	/* bytes from the start of the volume */
#define EXT_SUPER_BYTES 1024

/* What we need of a superblock, in the machine's order. */
struct ext_super {
	uint64_t place;			/* where it was read, bytes */
	uint32_t compat, incompat, ro_compat;
	uint32_t revision;
	uint32_t block_bytes, cluster_bytes;
	uint64_t blocks;
	uint32_t first_data_blk;
	uint32_t blocks_per_group, clusters_per_group, inodes_per_group;
	uint32_t inodes, inode_bytes;
	uint32_t descriptor_bytes;
	uint64_t groups;
	uint32_t group;			/* the group that it says it lies in */
	bool checksum_ok;		/* true also where no checksum exists */
	_Alignas(8) uint8_t raw[EXT_SUPER_BYTES];	/* as on disk, for libext2fs and the description */
};

/*
 * Reads the superblock at `place` and decodes it. 0; ERR_NOT_FOUND when there
 * is no ext magic number; ERR_DAMAGED with a sentence when its numbers cannot
 * be right for an image of this size; ERR_IO, ERR_TRUNCATED. A wrong checksum
 * is no error here: it is noted in *super.
 */
int ext_super_read(struct image *img, uint64_t place, struct ext_super *super,
		   struct err *err);

/*
 * Describes the volume; the features are left alone. What was found is
 * otherwise complete. place and backup-ness of the superblock are noted.
 */
void ext_super_describe(const struct ext_super *super, struct volume *volume);

#endif
