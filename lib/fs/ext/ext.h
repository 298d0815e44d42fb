/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext: the backend for ext2, ext3 and ext4, private to this folder.
 *
 *   ext.c            opens: superblock, checks, features, library, reserved blocks
 *   ext_super.c      decodes and checks one superblock; describes the volume
 *   ext_backup.c     finds a backup superblock when the primary one is bad
 *   ext_features.c   names and classes of the feature bits
 *   ext_io.c         lets libext2fs read through a struct image
 *   ext_reserved.c   blocks in use that no stored bitmap shows
 *   ext_free.c       walks the free runs straight from the bitmaps
 *   ext_files.c      walks the inodes straight from the inode tables
 *   ext_inode.c      decodes one inode
 *   ext_map.c        where a file lies: nodes and records, checked, with
 *                    ext_extents.c for extent trees and ext_blockmap.c for block maps
 *   ext_dir.c        entries of a directory, with ext_dir_block.c for one block of it
 *   ext_metadata.c   the fixed parts of the volume as owners
 *
 * Numbers from libext2fs are blocks (suffix _blk) or clusters and stay in this
 * folder; what leaves it is bytes.
 */
#ifndef FS_EXT_EXT_H
#define FS_EXT_EXT_H

#include <ext2fs/ext2fs.h>

#include "fs/backend.h"
#include "fs/ext/ext_super.h"

struct blk_range {
	uint64_t first_blk;
	uint64_t count_blk;
};

VEC_DEFINE(blk_ranges, struct blk_range);

struct ext {
	struct fs fs;			/* first: a struct fs * is a struct ext * */
	struct ext_super super;
	struct image *patched;		/* img with a backup in the primary's place, or NULL */
	ext2_filsys lib;		/* NULL when only described */
	bool stale_groups;		/* the descriptors are backup copies: counts are old */
	struct blk_ranges reserved;	/* see ext_reserved.h; ascending, not overlapping */
};

#endif
