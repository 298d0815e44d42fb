/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: new inodes and their names, see newnode.h.
 */
#include "newnode.h"

#include <stdlib.h>
#include <string.h>

#include "blockmap.h"
#include "die.h"

static uint32_t now(ext2_filsys fs)
{
	return (uint32_t)fs->now;
}

struct newnode newnode_start(ext2_filsys fs, uint16_t mode)
{
	struct newnode node = { 0 };
	bool dir = LINUX_S_ISDIR(mode);

	die_on(ext2fs_new_inode(fs, 0, mode, NULL, &node.ino), "allocating an inode");
	ext2fs_inode_alloc_stats2(fs, node.ino, +1, dir);
	node.inode.i_mode = mode;
	node.inode.i_links_count = dir ? 2 : 1;
	node.inode.i_atime = node.inode.i_mtime = node.inode.i_ctime = node.inode.i_crtime = now(fs);
	node.inode.i_generation = 0x9e3779b1u * node.ino;	/* numbers that differ, and look it */
	if (EXT2_INODE_SIZE(fs->super) > EXT2_GOOD_OLD_INODE_SIZE)
		node.inode.i_extra_isize = (uint16_t)(sizeof(node.inode) - EXT2_GOOD_OLD_INODE_SIZE);
	return node;
}

void newnode_write(ext2_filsys fs, struct newnode *node)
{
	int size = EXT2_INODE_SIZE(fs->super);

	if (size > (int)sizeof(node->inode))
		size = sizeof(node->inode);
	die_on(ext2fs_write_inode_full(fs, node->ino, EXT2_INODE(&node->inode), size), "writing an inode");
}

static uint64_t map_extents(struct place *place, struct newnode *node, const struct extree_extent *v, size_t n)
{
	size_t i, count = extree_nodes(place->fs, n);
	uint64_t *nodes = die_realloc(NULL, count, sizeof(*nodes));

	for (i = 0; i < count; i++)
		nodes[i] = place_take(place, 1);
	node->inode.i_flags |= EXT4_EXTENTS_FL;
	newnode_write(place->fs, node);
	extree_write(place->fs, node->ino, EXT2_INODE(&node->inode), v, n, nodes);
	free(nodes);
	return count;
}

void newnode_map(struct place *place, struct newnode *node, uint64_t size, const struct extree_extent *v, size_t n,
		 bool extents)
{
	struct ext2_inode *inode = EXT2_INODE(&node->inode);
	uint64_t blocks = 0;
	size_t i;

	for (i = 0; i < n; i++)
		blocks += v[i].len;
	if (extents)
		blocks += map_extents(place, node, v, n);
	else
		blocks += blockmap_write(place, inode, v, n);
	die_on(ext2fs_inode_size_set(place->fs, inode, (ext2_off64_t)size), "setting a file size");
	die_on(ext2fs_iblk_set(place->fs, inode, blocks), "setting a block count");
	newnode_write(place->fs, node);
}

ext2_ino_t newnode_find(ext2_filsys fs, const char *path)
{
	ext2_ino_t ino;

	die_on(ext2fs_namei(fs, EXT2_ROOT_INO, EXT2_ROOT_INO, path, &ino), path);
	return ino;
}

ext2_ino_t newnode_parent(ext2_filsys fs, const char *path, const char **name)
{
	const char *slash = strrchr(path, '/');
	ext2_ino_t ino;
	char *parent;

	if (!slash)
		die("%s: the path does not begin with a slash", path);
	*name = slash + 1;
	if (slash == path)
		return EXT2_ROOT_INO;
	parent = strndup(path, (size_t)(slash - path));
	if (!parent)
		die("out of memory");
	ino = newnode_find(fs, parent);
	free(parent);
	return ino;
}

static int file_type(uint16_t mode)
{
	static const unsigned char types[16] = {
		[LINUX_S_IFREG >> 12] = EXT2_FT_REG_FILE, [LINUX_S_IFDIR >> 12] = EXT2_FT_DIR,
		[LINUX_S_IFCHR >> 12] = EXT2_FT_CHRDEV, [LINUX_S_IFBLK >> 12] = EXT2_FT_BLKDEV,
		[LINUX_S_IFIFO >> 12] = EXT2_FT_FIFO, [LINUX_S_IFSOCK >> 12] = EXT2_FT_SOCK,
		[LINUX_S_IFLNK >> 12] = EXT2_FT_SYMLINK,
	};

	return types[mode >> 12];
}

void newnode_enter(ext2_filsys fs, const char *path, ext2_ino_t ino, uint16_t mode)
{
	const char *name;
	ext2_ino_t parent = newnode_parent(fs, path, &name);
	errcode_t err = ext2fs_link(fs, parent, name, ino, file_type(mode));

	if (err == EXT2_ET_DIR_NO_SPACE) {
		die_on(ext2fs_expand_dir(fs, parent), "growing a directory");
		err = ext2fs_link(fs, parent, name, ino, file_type(mode));
	}
	die_on(err, path);
	if (LINUX_S_ISDIR(mode))
		newnode_count(fs, parent, +1);
}

void newnode_count(ext2_filsys fs, ext2_ino_t ino, int change)
{
	struct ext2_inode inode;

	die_on(ext2fs_read_inode(fs, ino, &inode), "reading an inode");
	inode.i_links_count = (uint16_t)(inode.i_links_count + change);
	die_on(ext2fs_write_inode(fs, ino, &inode), "writing an inode");
}

/* The library makes it and counts its link in the parent. */
void newnode_dir(ext2_filsys fs, const char *path)
{
	const char *name;
	ext2_ino_t parent = newnode_parent(fs, path, &name);
	errcode_t err = ext2fs_mkdir(fs, parent, 0, name);

	if (err == EXT2_ET_DIR_NO_SPACE) {
		die_on(ext2fs_expand_dir(fs, parent), "growing a directory");
		err = ext2fs_mkdir(fs, parent, 0, name);
	}
	die_on(err, path);
}

void newnode_inline(ext2_filsys fs, const char *path, size_t size)
{
	struct newnode node = newnode_start(fs, LINUX_S_IFREG | 0644);
	char *text = die_realloc(NULL, size, 1);
	size_t i;

	for (i = 0; i < size; i++)
		text[i] = i + 1 == size ? '\n' : (char)('a' + i % 26);
	node.inode.i_flags = EXT4_INLINE_DATA_FL;
	die_on(ext2fs_inode_size_set(fs, EXT2_INODE(&node.inode), (ext2_off64_t)size), "setting a file size");
	newnode_write(fs, &node);
	die_on(ext2fs_inline_data_init(fs, node.ino), "preparing inline data");
	die_on(ext2fs_inline_data_set(fs, node.ino, NULL, text, size), "writing inline data");
	newnode_enter(fs, path, node.ino, LINUX_S_IFREG);
	free(text);
}

void newnode_symlink(ext2_filsys fs, const char *path, const char *target)
{
	ext2_ino_t ino;

	die_on(ext2fs_new_inode(fs, 0, LINUX_S_IFLNK, NULL, &ino), "allocating an inode");
	die_on(ext2fs_symlink(fs, EXT2_ROOT_INO, ino, NULL, target), path);
	newnode_enter(fs, path, ino, LINUX_S_IFLNK);
}

/* Numbers that fit into a byte each are stored the old way, others the new way in the second word. */
void newnode_special(ext2_filsys fs, const char *path, char type, uint32_t major, uint32_t minor)
{
	uint16_t mode = type == 'b' ? LINUX_S_IFBLK : type == 'c' ? LINUX_S_IFCHR :
			type == 'p' ? LINUX_S_IFIFO : LINUX_S_IFSOCK;
	struct newnode node = newnode_start(fs, mode | 0600);

	if (major < 256 && minor < 256)
		node.inode.i_block[0] = major << 8 | minor;
	else
		node.inode.i_block[1] = (minor & 0xff) | major << 8 | (minor & ~0xffu) << 12;
	newnode_write(fs, &node);
	newnode_enter(fs, path, node.ino, mode);
}
