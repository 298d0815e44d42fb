/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: owner, times, attributes and deletion of inodes, see editnode.h.
 */
#include "editnode.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "newnode.h"

static struct newnode load(ext2_filsys fs, ext2_ino_t ino)
{
	struct newnode node = { .ino = ino };
	int size = EXT2_INODE_SIZE(fs->super);

	if (size > (int)sizeof(node.inode))
		size = sizeof(node.inode);
	die_on(ext2fs_read_inode_full(fs, ino, EXT2_INODE(&node.inode), size), "reading an inode");
	return node;
}

void editnode_owner(ext2_filsys fs, ext2_ino_t ino, uint32_t uid, uint32_t gid)
{
	struct newnode node = load(fs, ino);

	node.inode.i_uid = (uint16_t)uid;
	node.inode.osd2.linux2.l_i_uid_high = (uint16_t)(uid >> 16);
	node.inode.i_gid = (uint16_t)gid;
	node.inode.osd2.linux2.l_i_gid_high = (uint16_t)(gid >> 16);
	newnode_write(fs, &node);
}

void editnode_project(ext2_filsys fs, ext2_ino_t ino, uint32_t project)
{
	struct newnode node = load(fs, ino);

	node.inode.i_projid = project;
	newnode_write(fs, &node);
}

void editnode_flags(ext2_filsys fs, ext2_ino_t ino, uint32_t flags)
{
	struct newnode node = load(fs, ino);

	node.inode.i_flags |= flags;
	newnode_write(fs, &node);
}

/* The two low bits of the second word say how many times 2^32 seconds come on top of the signed first word. */
static void set_time(uint32_t *low, uint32_t *extra, int64_t seconds, uint32_t nanoseconds)
{
	*low = (uint32_t)seconds;
	*extra = nanoseconds << 2 | (uint32_t)((seconds - (int32_t)*low) >> 32 & 3);
}

void editnode_times(ext2_filsys fs, ext2_ino_t ino, const struct editnode_times *t)
{
	struct newnode node = load(fs, ino);
	struct ext2_inode_large *i = &node.inode;

	if (EXT2_INODE_SIZE(fs->super) < (int)sizeof(*i))
		die("small inodes have no room for such times");
	set_time(&i->i_atime, &i->i_atime_extra, t->atime, t->nanoseconds);
	set_time(&i->i_mtime, &i->i_mtime_extra, t->mtime, t->nanoseconds);
	set_time(&i->i_ctime, &i->i_ctime_extra, t->ctime, t->nanoseconds);
	set_time(&i->i_crtime, &i->i_crtime_extra, t->crtime, t->nanoseconds);
	newnode_write(fs, &node);
}

void editnode_xattr(ext2_filsys fs, ext2_ino_t ino, const char *name, size_t size)
{
	struct ext2_xattr_handle *handle;
	char *value = die_realloc(NULL, size, 1);
	size_t i;

	for (i = 0; i < size; i++)
		value[i] = (char)('A' + i % 26);
	die_on(ext2fs_xattrs_open(fs, ino, &handle), "opening attributes");
	die_on(ext2fs_xattrs_read(handle), "reading attributes");
	die_on(ext2fs_xattr_set(handle, name, value, size), name);
	die_on(ext2fs_xattrs_close(&handle), "closing attributes");
	free(value);
}

void editnode_share(ext2_filsys fs, ext2_ino_t ino, ext2_ino_t other)
{
	struct newnode node = load(fs, ino), from = load(fs, other);
	blk64_t block = ext2fs_file_acl_block(fs, EXT2_INODE(&from.inode));
	char *buf = die_realloc(NULL, 1, fs->blocksize);
	__u32 count;

	if (!block)
		die("inode %u has no attribute block to share", other);
	die_on(ext2fs_adjust_ea_refcount3(fs, block, buf, +1, &count, other), "counting an attribute block");
	ext2fs_file_acl_block_set(fs, EXT2_INODE(&node.inode), block);
	die_on(ext2fs_iblk_add_blocks(fs, EXT2_INODE(&node.inode), 1), "setting a block count");
	newnode_write(fs, &node);
	free(buf);
}

static int release(ext2_filsys fs, blk64_t *block, e2_blkcnt_t lblk, blk64_t ref, int offset, void *data)
{
	(void)lblk, (void)ref, (void)offset, (void)data;
	ext2fs_unmark_block_bitmap2(fs->block_map, *block);
	return 0;
}

void editnode_delete(ext2_filsys fs, const char *path, bool keep)
{
	const char *name;
	ext2_ino_t parent = newnode_parent(fs, path, &name), ino = newnode_find(fs, path);
	struct newnode node = load(fs, ino);

	if (ext2fs_inode_has_valid_blocks2(fs, EXT2_INODE(&node.inode)))
		die_on(ext2fs_block_iterate3(fs, ino, BLOCK_FLAG_READ_ONLY, NULL, release, NULL), path);
	die_on(ext2fs_unlink(fs, parent, name, ino, 0), path);
	node.inode.i_links_count = 0;
	node.inode.i_dtime = (uint32_t)fs->now;
	if (!keep) {
		die_on(ext2fs_inode_size_set(fs, EXT2_INODE(&node.inode), 0), "setting a file size");
		die_on(ext2fs_iblk_set(fs, EXT2_INODE(&node.inode), 0), "setting a block count");
		memset(node.inode.i_block, 0, sizeof(node.inode.i_block));
		if (node.inode.i_flags & EXT4_EXTENTS_FL)
			extree_write(fs, ino, EXT2_INODE(&node.inode), NULL, 0, NULL);
	}
	newnode_write(fs, &node);
	ext2fs_inode_alloc_stats2(fs, ino, -1, 0);
}
