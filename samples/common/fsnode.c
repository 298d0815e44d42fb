/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: directories, files and links, see fsnode.h.
 */
#include "fsnode.h"

#include <string.h>

#include "die.h"

ext2_ino_t fsnode_alloc(ext2_filsys fs, dgrp_t group)
{
	ext2_ino_t ino, first = group * fs->super->s_inodes_per_group + 1;

	die_on(ext2fs_new_inode(fs, first, LINUX_S_IFREG, NULL, &ino), "allocating an inode");
	ext2fs_inode_alloc_stats2(fs, ino, +1, 0);
	return ino;
}

ext2_ino_t fsnode_mkdir(ext2_filsys fs, ext2_ino_t parent, dgrp_t group, const char *name)
{
	ext2_ino_t ino, first = group * fs->super->s_inodes_per_group + 1;
	errcode_t err;

	if (parent == 0)
		parent = EXT2_ROOT_INO;
	die_on(ext2fs_new_inode(fs, first, LINUX_S_IFDIR, NULL, &ino), "allocating an inode");
	err = ext2fs_mkdir(fs, parent, ino, name);
	if (err == EXT2_ET_DIR_NO_SPACE) {
		die_on(ext2fs_expand_dir(fs, parent), "growing a directory");
		err = ext2fs_mkdir(fs, parent, ino, name);
	}
	die_on(err, name);
	return ino;
}

void fsnode_link(ext2_filsys fs, ext2_ino_t dir, const char *name, ext2_ino_t ino)
{
	errcode_t err = ext2fs_link(fs, dir, name, ino, EXT2_FT_REG_FILE);

	if (err == EXT2_ET_DIR_NO_SPACE) {
		die_on(ext2fs_expand_dir(fs, dir), "growing a directory");
		err = ext2fs_link(fs, dir, name, ino, EXT2_FT_REG_FILE);
	}
	die_on(err, name);
}

void fsnode_write(ext2_filsys fs, ext2_ino_t ino, const struct fsnode_file *f)
{
	struct ext2_inode_large large = { 0 };
	struct ext2_inode *inode = (struct ext2_inode *)&large;
	int size = EXT2_INODE_SIZE(fs->super) < sizeof(large) ? EXT2_INODE_SIZE(fs->super) : (int)sizeof(large);

	inode->i_mode = LINUX_S_IFREG | 0644;
	inode->i_uid = f->uid;
	inode->i_gid = f->uid;
	inode->i_links_count = f->links;
	inode->i_flags = EXT4_EXTENTS_FL;
	inode->i_generation = f->generation;
	inode->i_atime = f->atime;
	inode->i_mtime = f->mtime;
	inode->i_ctime = f->mtime;
	large.i_crtime = f->crtime;
	large.i_extra_isize = (uint16_t)(sizeof(large) - EXT2_GOOD_OLD_INODE_SIZE);
	die_on(ext2fs_inode_size_set(fs, inode, (ext2_off64_t)f->size), "setting a file size");
	/* with bigalloc this call counts in clusters */
	die_on(ext2fs_iblk_set(fs, inode, f->blocks >> fs->cluster_ratio_bits), "setting a block count");
	die_on(ext2fs_write_inode_full(fs, ino, inode, size), "writing an inode");
	extree_write(fs, ino, inode, f->extents, f->n, f->nodes);
	die_on(ext2fs_write_inode_full(fs, ino, inode, size), "writing an inode");
}
