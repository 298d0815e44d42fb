/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ext2fs/ext2fs.h>

#include "base/bytes.h"
#include "base/checked.h"
#include "base/crc32c.h"
#include "fs/ext/ext_super.h"

/* log2 of the largest block (64 KiB) and cluster (512 MiB) over 1 KiB. */
#define MAX_LOG_BLOCK 6
#define MAX_LOG_CLUSTER 19
#define MIN_LOG_CLUSTER 0

_Static_assert(sizeof(struct ext2_super_block) == EXT_SUPER_BYTES, "superblock layout");

static const struct ext2_super_block *raw_of(const struct ext_super *s)
{
	return (const struct ext2_super_block *)s->raw;
}

static bool incompat(const struct ext_super *s, uint32_t bit)
{
	return s->incompat & bit;
}

static int damaged(const struct ext_super *s, struct err *err, const char *what,
		   uint64_t is, const char *must)
{
	return err_set(err, ERR_DAMAGED, s->place, "superblock at byte %" PRIu64
		       ": %s is %" PRIu64 ", must be %s", s->place, what, is, must);
}

static bool checksum_ok(const struct ext_super *s)
{
	const size_t covered = offsetof(struct ext2_super_block, s_checksum);

	if (!(s->ro_compat & EXT4_FEATURE_RO_COMPAT_METADATA_CSUM))
		return true;
	return crc32c(~0U, s->raw, covered) == bytes_le32(&raw_of(s)->s_checksum);
}

/* Block, cluster and descriptor sizes: everything else is counted in them. */
static int decode_sizes(struct ext_super *s, struct err *err)
{
	const struct ext2_super_block *raw = raw_of(s);
	uint32_t log_block = bytes_le32(&raw->s_log_block_size);
	uint32_t log_cluster = bytes_le32(&raw->s_log_cluster_size);

	if (log_block > MAX_LOG_BLOCK)
		return damaged(s, err, "log2 of the block size over 1024", log_block, "0 to 6");
	s->block_bytes = 1024U << log_block;
	s->cluster_bytes = s->block_bytes;
	if (s->ro_compat & EXT4_FEATURE_RO_COMPAT_BIGALLOC) {
		if (log_cluster < log_block || log_cluster > MAX_LOG_CLUSTER)
			return damaged(s, err, "log2 of the cluster size over 1024", log_cluster,
				       "that of the block size up to 19");
		s->cluster_bytes = 1024U << log_cluster;
	}
	s->descriptor_bytes = EXT2_MIN_DESC_SIZE;
	if (incompat(s, EXT4_FEATURE_INCOMPAT_64BIT)) {
		s->descriptor_bytes = bytes_le16(&raw->s_desc_size);
		if (s->descriptor_bytes < EXT2_MIN_DESC_SIZE_64BIT ||
		    s->descriptor_bytes > EXT2_MAX_DESC_SIZE ||
		    !checked_power_of_two(s->descriptor_bytes))
			return damaged(s, err, "group descriptor size", s->descriptor_bytes,
				       "64, 128, 256, 512 or 1024");
	}
	s->inode_bytes = EXT2_GOOD_OLD_INODE_SIZE;
	if (s->revision > EXT2_GOOD_OLD_REV) {
		s->inode_bytes = bytes_le16(&raw->s_inode_size);
		if (s->inode_bytes < EXT2_GOOD_OLD_INODE_SIZE ||
		    s->inode_bytes > s->block_bytes || !checked_power_of_two(s->inode_bytes))
			return damaged(s, err, "inode size", s->inode_bytes,
				       "a power of two from 128 to the block size");
	}
	return 0;
}

static int check_per_group(const struct ext_super *s, struct err *err)
{
	uint32_t ratio = s->cluster_bytes / s->block_bytes;

	if (!s->clusters_per_group || s->clusters_per_group % 8 ||
	    s->clusters_per_group > 8 * s->block_bytes)
		return damaged(s, err, "clusters per group", s->clusters_per_group,
			       "a multiple of 8 that fits the bits of one block");
	if (s->blocks_per_group != (uint64_t)s->clusters_per_group * ratio)
		return damaged(s, err, "blocks per group", s->blocks_per_group,
			       "clusters per group times blocks per cluster");
	if (!s->inodes_per_group || s->inodes_per_group > 8 * s->block_bytes)
		return damaged(s, err, "inodes per group", s->inodes_per_group,
			       "1 up to the bits of one block");
	return 0;
}

/* Counts, checked against each other and against what the image can hold. */
static int decode_counts(struct ext_super *s, const struct image *img, struct err *err)
{
	const struct ext2_super_block *raw = raw_of(s);
	uint64_t bytes;

	s->blocks = bytes_le32(&raw->s_blocks_count);
	if (incompat(s, EXT4_FEATURE_INCOMPAT_64BIT))
		s->blocks |= (uint64_t)bytes_le32(&raw->s_blocks_count_hi) << 32;
	s->first_data_blk = bytes_le32(&raw->s_first_data_block);
	s->blocks_per_group = bytes_le32(&raw->s_blocks_per_group);
	s->clusters_per_group = s->blocks_per_group;
	if (s->ro_compat & EXT4_FEATURE_RO_COMPAT_BIGALLOC)
		s->clusters_per_group = bytes_le32(&raw->s_clusters_per_group);
	s->inodes_per_group = bytes_le32(&raw->s_inodes_per_group);
	s->inodes = bytes_le32(&raw->s_inodes_count);
	if (check_per_group(s, err))
		return ERR_DAMAGED;
	if (s->first_data_blk > 1 || (s->first_data_blk && s->block_bytes > 1024) ||
	    (!s->first_data_blk && s->cluster_bytes == 1024))
		return damaged(s, err, "first data block", s->first_data_blk,
			       "1 with blocks of 1024 bytes, else 0");
	if (s->blocks <= s->first_data_blk || !checked_mul(s->blocks, s->block_bytes, &bytes))
		return damaged(s, err, "block count", s->blocks,
			       "more than the first data block and below 2^64 bytes");
	s->groups = checked_div_up(s->blocks - s->first_data_blk, s->blocks_per_group);
	if (s->groups > UINT32_MAX)
		return damaged(s, err, "number of block groups", s->groups, "below 2^32");
	/* 64: a host may compress what it stores, but descriptors hardly more than that */
	if (s->groups * s->descriptor_bytes > img->size ||
	    (img->allocated && s->groups * s->descriptor_bytes / 64 > img->allocated))
		return err_set(err, ERR_DAMAGED, s->place, "superblock at byte %" PRIu64
			       ": claims %" PRIu64 " block groups, whose descriptors (%" PRIu64
			       " bytes) are more than the image can hold (%" PRIu64
			       " bytes, %" PRIu64 " of them not holes)", s->place, s->groups,
			       s->groups * s->descriptor_bytes, img->size,
			       img->allocated ? img->allocated : img->size);
	if (s->groups * s->inodes_per_group != s->inodes)
		return damaged(s, err, "inode count", s->inodes,
			       "groups times inodes per group");
	return 0;
}

int ext_super_read(struct image *img, uint64_t place, struct ext_super *s,
		   struct err *err)
{
	const struct ext2_super_block *raw = raw_of(s);
	int ret;

	memset(s, 0, sizeof(*s));
	s->place = place;
	ret = image_read(img, place, s->raw, sizeof(s->raw), err);
	if (ret)
		return ret;
	if (bytes_le16(&raw->s_magic) != EXT2_SUPER_MAGIC)
		return err_set(err, ERR_NOT_FOUND, place,
			       "no ext superblock at byte %" PRIu64, place);
	s->revision = bytes_le32(&raw->s_rev_level);
	if (s->revision > EXT2_GOOD_OLD_REV) {
		s->compat = bytes_le32(&raw->s_feature_compat);
		s->incompat = bytes_le32(&raw->s_feature_incompat);
		s->ro_compat = bytes_le32(&raw->s_feature_ro_compat);
		s->group = bytes_le16(&raw->s_block_group_nr);
	}
	s->checksum_ok = checksum_ok(s);
	if (incompat(s, EXT3_FEATURE_INCOMPAT_JOURNAL_DEV))
		return 0;	/* has no groups: the caller refuses it by name */
	ret = decode_sizes(s, err);
	return ret ? ret : decode_counts(s, img, err);
}

/* ext4 is what has any feature that ext3 lacks; ext3 is ext2 with a journal. */
static const char *type_name(const struct ext_super *s)
{
	const uint32_t ext3_incompat = EXT2_FEATURE_INCOMPAT_FILETYPE |
		EXT2_FEATURE_INCOMPAT_META_BG | EXT3_FEATURE_INCOMPAT_RECOVER;
	const uint32_t ro_compat_btree_dir = 0x4;	/* not in ext2_fs.h */
	const uint32_t ext3_ro_compat = EXT2_FEATURE_RO_COMPAT_SPARSE_SUPER |
		EXT2_FEATURE_RO_COMPAT_LARGE_FILE | ro_compat_btree_dir;

	if (s->incompat & ~ext3_incompat || s->ro_compat & ~ext3_ro_compat)
		return "ext4";
	return s->compat & EXT3_FEATURE_COMPAT_HAS_JOURNAL ? "ext3" : "ext2";
}

/* Text of a fixed field that need not end in NUL; only printable bytes pass. */
static void copy_field(char *to, size_t room, const void *field, size_t size)
{
	const unsigned char *from = field;
	size_t i;

	for (i = 0; i < size && i + 1 < room && from[i]; i++)
		to[i] = from[i] < 0x20 || from[i] == 0x7f ? '?' : (char)from[i];
	to[i] = '\0';
}

static void copy_uuid(char *to, size_t room, const uint8_t *u)
{
	static const uint8_t none[16];

	to[0] = '\0';
	if (memcmp(u, none, sizeof(none)))
		snprintf(to, room, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
			 "%02x%02x%02x%02x%02x%02x", u[0], u[1], u[2], u[3], u[4], u[5],
			 u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
}

static uint64_t with_high(const struct ext_super *s, const void *low, const void *high)
{
	uint64_t number = bytes_le32(low);

	if (incompat(s, EXT4_FEATURE_INCOMPAT_64BIT))
		number |= (uint64_t)bytes_le32(high) << 32;
	return number;
}

static int64_t unix_time(const void *low, uint8_t high)
{
	return (int64_t)((uint64_t)high << 32 | bytes_le32(low));
}

/* A count of blocks from the disk in bytes; a nonsense one must not wrap. */
static uint64_t blocks_to_bytes(const struct ext_super *s, uint64_t blocks)
{
	uint64_t bytes;

	return checked_mul(blocks, s->block_bytes, &bytes) ? bytes : UINT64_MAX;
}

static void describe_state(const struct ext_super *s, struct volume *v)
{
	const struct ext2_super_block *raw = raw_of(s);
	uint16_t state = bytes_le16(&raw->s_state);

	v->journal = VOLUME_JOURNAL_NONE;
	if (s->compat & EXT3_FEATURE_COMPAT_HAS_JOURNAL)
		v->journal = incompat(s, EXT3_FEATURE_INCOMPAT_RECOVER) ?
			VOLUME_JOURNAL_DIRTY : VOLUME_JOURNAL_CLEAN;
	v->errors = state & EXT2_ERROR_FS;
	v->not_unmounted = !(state & EXT2_VALID_FS);
	v->created = unix_time(&raw->s_mkfs_time, raw->s_mkfs_time_hi);
	v->mounted = unix_time(&raw->s_mtime, raw->s_mtime_hi);
	v->written = unix_time(&raw->s_wtime, raw->s_wtime_hi);
	v->checked = unix_time(&raw->s_lastcheck, raw->s_lastcheck_hi);
	copy_field(v->mounted_at, sizeof(v->mounted_at), raw->s_last_mounted,
		   sizeof(raw->s_last_mounted));
}

void ext_super_describe(const struct ext_super *s, struct volume *v)
{
	const struct ext2_super_block *raw = raw_of(s);

	snprintf(v->type, sizeof(v->type), "%s", type_name(s));
	copy_field(v->label, sizeof(v->label), raw->s_volume_name, sizeof(raw->s_volume_name));
	copy_uuid(v->uuid, sizeof(v->uuid), raw->s_uuid);
	v->size = s->blocks * s->block_bytes;
	v->block_bytes = s->block_bytes;
	v->cluster_bytes = s->cluster_bytes;
	v->inode_bytes = s->inode_bytes;
	v->inodes = s->inodes;
	v->free_inodes = bytes_le32(&raw->s_free_inodes_count);
	v->free = blocks_to_bytes(s, with_high(s, &raw->s_free_blocks_count,
					       &raw->s_free_blocks_hi));
	v->reserved = blocks_to_bytes(s, with_high(s, &raw->s_r_blocks_count,
						   &raw->s_r_blocks_count_hi));
	v->groups = s->groups;
	v->group_start = (uint64_t)s->first_data_blk * s->block_bytes;
	v->group_bytes = (uint64_t)s->blocks_per_group * s->block_bytes;
	if (s->revision > EXT2_GOOD_OLD_REV) {
		v->stripe_unit = (uint64_t)bytes_le16(&raw->s_raid_stride) * s->block_bytes;
		v->stripe_width = (uint64_t)bytes_le32(&raw->s_raid_stripe_width) * s->block_bytes;
	}
	v->superblock_place = s->place;
	v->superblock_is_backup = s->place != EXT_SUPER_PLACE;
	describe_state(s, v);
}
