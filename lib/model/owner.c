/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/owner.h"

const char *owner_role_name(enum owner_role role)
{
	static const char *const names[OWNER_ROLES] = {
		[OWNER_FREE] = "free",
		[OWNER_UNOWNED] = "in use, unowned",
		[OWNER_BOOT] = "boot area",
		[OWNER_SUPERBLOCK] = "superblock",
		[OWNER_GROUP_DESCRIPTORS] = "group descriptors",
		[OWNER_RESERVED_DESCRIPTORS] = "reserved group descriptors",
		[OWNER_BLOCK_BITMAP] = "block bitmap",
		[OWNER_INODE_BITMAP] = "inode bitmap",
		[OWNER_INODE_TABLE] = "inode table",
		[OWNER_MMP] = "multiple-mount protection",
		[OWNER_JOURNAL] = "journal",
		[OWNER_DATA] = "file data",
		[OWNER_DIRECTORY] = "directory",
		[OWNER_SYMLINK] = "symlink",
		[OWNER_NODE] = "extent or indirect node",
		[OWNER_XATTR] = "extended attributes",
		[OWNER_QUOTA] = "quota",
		[OWNER_ORPHAN_FILE] = "orphan file",
		[OWNER_RESIZE] = "resize inode",
		[OWNER_BAD_BLOCKS] = "bad blocks",
	};

	return names[role];
}
