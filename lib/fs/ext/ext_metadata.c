/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fs/ext/ext_metadata.h"

struct list {
	const struct ext *ext;
	struct owner_vec *owners;
	uint32_t group;
	int failed;
};

static void put_bytes(struct list *l, enum owner_role role, uint64_t start, uint64_t len,
		      uint64_t inode)
{
	struct owner owner = {
		.at = { start, len }, .role = role, .group = l->group, .inode = inode,
	};

	if (!l->failed)
		l->failed = owner_vec_push(l->owners, owner);
}

/* Blocks as a descriptor or the superblock names them; what is not inside is left out. */
static void put_blocks(struct list *l, enum owner_role role, uint64_t first_blk,
		       uint64_t count_blk, uint64_t inode)
{
	uint32_t size = l->ext->super.block_bytes;
	uint64_t blocks = l->ext->super.blocks;

	if (!first_blk || first_blk >= blocks)
		return;
	if (count_blk > blocks - first_blk)
		count_blk = blocks - first_blk;
	if (count_blk)
		put_bytes(l, role, first_blk * size, count_blk * size, inode);
}

/* The first block holds a boot sector and, with blocks over 1 KiB, the superblock. */
static void put_first_block(struct list *l)
{
	uint32_t size = l->ext->super.block_bytes;

	put_bytes(l, OWNER_BOOT, 0, EXT_SUPER_PLACE, 0);
	if (size > EXT_SUPER_PLACE)
		put_bytes(l, OWNER_SUPERBLOCK, EXT_SUPER_PLACE, size - EXT_SUPER_PLACE, 0);
	else
		put_blocks(l, OWNER_SUPERBLOCK, 1, 1, 0);
}

static void put_copies(struct list *l)
{
	ext2_filsys lib = l->ext->lib;
	blk64_t super_blk, old_blk, new_blk;
	bool meta_bg = ext2fs_has_feature_meta_bg(lib->super);
	uint64_t descriptors = meta_bg ? lib->super->s_first_meta_bg : lib->desc_blocks;

	ext2fs_super_and_bgd_loc2(lib, l->group, &super_blk, &old_blk, &new_blk, NULL);
	if (!l->group)
		put_first_block(l);
	else
		put_blocks(l, OWNER_SUPERBLOCK, super_blk, 1, 0);
	put_blocks(l, OWNER_GROUP_DESCRIPTORS, old_blk, descriptors, 0);
	if (old_blk && !meta_bg)
		put_blocks(l, OWNER_RESERVED_DESCRIPTORS, old_blk + descriptors,
			   lib->super->s_reserved_gdt_blocks, 0);
	put_blocks(l, OWNER_GROUP_DESCRIPTORS, new_blk, 1, 0);
}

int ext_metadata_list(struct fs *fs, struct owner_vec *owners)
{
	const struct ext *ext = (const struct ext *)fs;
	ext2_filsys lib = ext->lib;
	struct list l = { .ext = ext, .owners = owners };

	for (; !l.failed && l.group < lib->group_desc_count; l.group++) {
		put_copies(&l);
		put_blocks(&l, OWNER_BLOCK_BITMAP, ext2fs_block_bitmap_loc(lib, l.group), 1, 0);
		put_blocks(&l, OWNER_INODE_BITMAP, ext2fs_inode_bitmap_loc(lib, l.group), 1, 0);
		put_blocks(&l, OWNER_INODE_TABLE, ext2fs_inode_table_loc(lib, l.group),
			   lib->inode_blocks_per_group,
			   (uint64_t)l.group * ext->super.inodes_per_group + 1);
	}
	l.group = 0;
	if (ext->super.incompat & EXT4_FEATURE_INCOMPAT_MMP)
		put_blocks(&l, OWNER_MMP, lib->super->s_mmp_block, 1, 0);
	return l.failed;
}

/* Size of an internal journal, by the copy of its inode in the superblock. */
static uint64_t journal_blocks(const struct ext2_super_block *super, uint32_t block_bytes)
{
	uint64_t bytes = super->s_jnl_blocks[16] | (uint64_t)super->s_jnl_blocks[15] << 32;

	if (!(super->s_feature_compat & EXT3_FEATURE_COMPAT_HAS_JOURNAL) ||
	    !super->s_journal_inum || super->s_jnl_backup_type != EXT3_JNL_BACKUP_BLOCKS)
		return 0;
	return bytes / block_bytes;
}

uint64_t ext_metadata_overhead(const struct ext *ext)
{
	ext2_filsys lib = ext->lib;
	uint64_t noted = (uint64_t)lib->super->s_overhead_clusters *
			 (ext->super.cluster_bytes / ext->super.block_bytes);
	uint64_t blocks = ext->super.first_data_blk;
	blk_t used;
	dgrp_t group;

	if (noted && noted <= ext->super.blocks)
		return noted * ext->super.block_bytes;
	for (group = 0; group < lib->group_desc_count; group++) {
		ext2fs_super_and_bgd_loc2(lib, group, NULL, NULL, NULL, &used);
		blocks += used + 2 + lib->inode_blocks_per_group;	/* 2: bitmaps */
	}
	blocks += journal_blocks(lib->super, ext->super.block_bytes);
	return blocks < ext->super.blocks ? blocks * ext->super.block_bytes : 0;
}
