/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owner: what a stretch of the volume is used for, and by whom. */
#ifndef MODEL_OWNER_H
#define MODEL_OWNER_H

#include <stdint.h>

#include "base/range.h"
#include "base/vec.h"

enum owner_role {
	OWNER_FREE,
	OWNER_UNOWNED,			/* marked in use, but nothing claims it */
	OWNER_BOOT,			/* before the first superblock */
	OWNER_SUPERBLOCK,		/* the primary one or a copy */
	OWNER_GROUP_DESCRIPTORS,
	OWNER_RESERVED_DESCRIPTORS,	/* kept for growing */
	OWNER_BLOCK_BITMAP,
	OWNER_INODE_BITMAP,
	OWNER_INODE_TABLE,
	OWNER_MMP,			/* multiple-mount protection */
	OWNER_JOURNAL,
	OWNER_DATA,			/* content of a file */
	OWNER_DIRECTORY,
	OWNER_SYMLINK,
	OWNER_NODE,			/* block of an extent tree or block map */
	OWNER_XATTR,			/* extended attributes */
	OWNER_QUOTA,
	OWNER_ORPHAN_FILE,
	OWNER_RESIZE,			/* other blocks of the resize inode */
	OWNER_BAD_BLOCKS,
	OWNER_ROLES
};

struct owner {
	struct range at;		/* bytes of the volume */
	enum owner_role role;
	uint64_t inode;			/* 0: none. For an inode table: its first inode */
	uint64_t group;			/* for superblocks, descriptors, bitmaps and inode tables */
	uint64_t logical;		/* for content: bytes from the start of the file */
};

VEC_DEFINE(owner_vec, struct owner);

/* Name of a role for people and machines: "block bitmap", "file data", ... */
const char *owner_role_name(enum owner_role role);

#endif
