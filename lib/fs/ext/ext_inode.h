/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext_inode: one inode, decoded from its bytes on disk. Layout as struct
 * ext2_inode_large of ext2_fs.h; checksum and times as in the kernel's
 * Documentation/filesystems/ext4/inodes.rst.
 */
#ifndef FS_EXT_EXT_INODE_H
#define FS_EXT_EXT_INODE_H

#include "fs/ext/ext.h"
#include "model/file.h"

/* Bytes of i_block, which holds a map, a short symlink or inline data. */
#define EXT_INODE_BLOCK_BYTES 60

/* What the readers of maps need beside struct file. */
struct ext_inode {
	uint32_t number;
	uint32_t generation;
	uint32_t flags;
	uint64_t place;		/* bytes of the volume */
	const uint8_t *raw;	/* the inode on disk; lives as long as the caller's buffer */
	const uint8_t *block;	/* its i_block: EXT_INODE_BLOCK_BYTES bytes */
	bool mapped;		/* i_block is an extent tree or a block map */
};

/* True when nothing was ever stored: no mode, no links, no times. */
bool ext_inode_is_blank(const uint8_t *raw);

/* True when its mode says directory. */
bool ext_inode_is_directory(const uint8_t *raw);

/* Number of directory entries that name it, as it claims. */
uint32_t ext_inode_links(const uint8_t *raw);

/* True when its deletion time is set. */
bool ext_inode_has_dtime(const uint8_t *raw);

/*
 * True when the checksum is right or the volume has none. raw is changed for the
 * length of the call.
 */
bool ext_inode_checksum_ok(const struct ext *ext, uint32_t number, uint8_t *raw);

/*
 * Decodes an inode of ext->super.inode_bytes bytes that lies at `place`; all of
 * *file but deleted, damaged and the two arrays is set.
 */
void ext_inode_decode(const struct ext *ext, uint32_t number, uint64_t place,
		      const uint8_t *raw, struct ext_inode *inode, struct file *file);

#endif
