/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * file: one inode with everything that says where it lies, in bytes.
 *
 * A walk hands out a struct file for the length of one call; the arrays belong
 * to the walk.
 */
#ifndef MODEL_FILE_H
#define MODEL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/range.h"
#include "model/extent.h"

enum file_kind {
	FILE_REGULAR,
	FILE_DIRECTORY,
	FILE_SYMLINK,
	FILE_CHAR_DEVICE,
	FILE_BLOCK_DEVICE,
	FILE_FIFO,
	FILE_SOCKET,
	FILE_UNKNOWN,		/* the mode names no kind */
};

/* What a reserved inode is for; FILE_PLAIN for everything people can name. */
enum file_role {
	FILE_PLAIN,
	FILE_JOURNAL,
	FILE_RESIZE,		/* blocks kept for growing the descriptors */
	FILE_QUOTA,
	FILE_ORPHAN,		/* the orphan file */
	FILE_BAD_BLOCKS,
	FILE_XATTR,		/* holds the value of an extended attribute */
	FILE_SYSTEM,		/* any other inode that no directory names */
};

struct file {
	uint64_t inode;
	enum file_kind kind;
	enum file_role role;
	uint32_t mode;		/* permissions and kind, as stat(2) has them */
	uint32_t uid, gid;
	uint64_t links;
	uint64_t size;		/* bytes; what stat(2) calls st_size */
	uint64_t allocated;	/* bytes in use for it, as the inode claims */
	int64_t atime, ctime, mtime, crtime, dtime;	/* seconds of Unix time, 0: not kept */
	bool deleted;		/* not in use any more; only on request */
	bool inline_data;	/* its content lies in the inode: at inline_place */
	bool encrypted;
	bool block_mapped;	/* block map of ext2/3, not extents */
	bool damaged;		/* records or nodes are not complete: see the findings */
	uint64_t inode_place;	/* where the inode lies, bytes of the volume */
	uint64_t inline_place;	/* where inline content begins, bytes of the volume */
	uint64_t inline_len;	/* bytes of it there */
	uint64_t xattr_place;	/* its block of extended attributes, 0: none */
	uint64_t xattr_inode_place, xattr_inode_len;	/* attributes inside the inode; len 0: none */
	const struct extent *records;	/* ascending logical order, not overlapping */
	size_t record_count;
	const size_t *leaves;		/* ascending: the records that begin a leaf of the extent
					   tree and that its parent names as the beginning */
	size_t leaf_count;
	const struct range *nodes;	/* blocks of its extent tree or block map, in tree order;
					   those of a block map that lead to no record come last */
	size_t node_count;
	const struct extent *empty_nodes;	/* those that come last, again: logical is where
						   what they map would begin */
	size_t empty_node_count;
};

/* Number of extents: records that continue each other count once. */
size_t file_extents(const struct file *file);

/* Name of a kind for people and machines: "regular", "directory", ... */
const char *file_kind_name(enum file_kind kind);

/* Name of a role for people and machines: "journal", "quota", ... */
const char *file_role_name(enum file_role role);

#endif
