/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fs/ext/ext_inode.h"

#define FIELD16(raw, field) bytes_le16((raw) + offsetof(struct ext2_inode_large, field))
#define FIELD32(raw, field) bytes_le32((raw) + offsetof(struct ext2_inode_large, field))

/* Members of the osd2 union of Linux, by their offsets. */
#define BLOCKS_HIGH 116
#define FILE_ACL_HIGH 118
#define UID_HIGH 120
#define GID_HIGH 122
#define CHECKSUM_LOW 124

/* First byte after the part that every inode has. */
#define GOOD_OLD EXT2_GOOD_OLD_INODE_SIZE

#define XATTR_IN_INODE_MAGIC 0xEA020000U

bool ext_inode_is_blank(const uint8_t *raw)
{
	return !FIELD16(raw, i_mode) && !FIELD16(raw, i_links_count) &&
	       !FIELD32(raw, i_blocks) && !FIELD32(raw, i_size) && !FIELD32(raw, i_dtime);
}

bool ext_inode_is_directory(const uint8_t *raw)
{
	return FIELD16(raw, i_mode) >> 12 == 4;
}

uint32_t ext_inode_links(const uint8_t *raw)
{
	return FIELD16(raw, i_links_count);
}

bool ext_inode_has_dtime(const uint8_t *raw)
{
	return FIELD32(raw, i_dtime);
}

/* Bytes of the fields behind the old inode that are there, 0 when none are. */
static uint32_t extra_bytes(const struct ext *ext, const uint8_t *raw)
{
	uint32_t size = ext->super.inode_bytes, extra;

	if (size <= GOOD_OLD)
		return 0;
	extra = FIELD16(raw, i_extra_isize);
	return extra <= size - GOOD_OLD ? extra : 0;
}

static bool has_extra(const struct ext *ext, const uint8_t *raw, size_t end)
{
	return GOOD_OLD + extra_bytes(ext, raw) >= end;
}

/*
 * The checksum covers inode number, generation and the inode with its checksum
 * fields zero. They are zeroed in place, since one call over all of it is
 * several times faster than one for each part.
 */
bool ext_inode_checksum_ok(const struct ext *ext, uint32_t number, uint8_t *raw)
{
	uint8_t *low = raw + CHECKSUM_LOW;
	uint8_t *high = raw + offsetof(struct ext2_inode_large, i_checksum_hi);
	uint32_t prefix[2] = { htole32(number) };
	uint16_t stored_low = bytes_le16(low), stored_high = 0;
	uint32_t size = ext->super.inode_bytes, crc;
	bool has_high = size > GOOD_OLD && has_extra(ext, raw, (size_t)(high - raw) + 2);

	if (!(ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_METADATA_CSUM))
		return true;
	memcpy(&prefix[1], raw + offsetof(struct ext2_inode_large, i_generation), 4);
	memset(low, 0, 2);
	if (has_high) {
		stored_high = bytes_le16(high);
		memset(high, 0, 2);
	}
	crc = crc32c(ext->lib->csum_seed, prefix, sizeof(prefix));
	crc = crc32c(crc, raw, size);
	bytes_put_le16(low, stored_low);
	if (has_high)
		bytes_put_le16(high, stored_high);
	return stored_low == (crc & 0xffff) && (!has_high || stored_high == crc >> 16);
}

static enum file_kind kind_of(uint32_t mode)
{
	switch (mode >> 12) {
	case 1: return FILE_FIFO;
	case 2: return FILE_CHAR_DEVICE;
	case 4: return FILE_DIRECTORY;
	case 6: return FILE_BLOCK_DEVICE;
	case 8: return FILE_REGULAR;
	case 10: return FILE_SYMLINK;
	case 12: return FILE_SOCKET;
	default: return FILE_UNKNOWN;
	}
}

static enum file_role role_of(const struct ext *ext, uint32_t number, uint32_t flags)
{
	const struct ext2_super_block *super = ext->lib->super;

	if (number == EXT2_ROOT_INO)
		return FILE_PLAIN;
	if (number == EXT2_BAD_INO)
		return FILE_BAD_BLOCKS;
	if (number == EXT2_RESIZE_INO)
		return FILE_RESIZE;
	if (number == super->s_journal_inum &&
	    ext->super.compat & EXT3_FEATURE_COMPAT_HAS_JOURNAL)
		return FILE_JOURNAL;
	if (ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_QUOTA &&
	    (number == super->s_usr_quota_inum || number == super->s_grp_quota_inum ||
	     number == super->s_prj_quota_inum))
		return FILE_QUOTA;
	if (ext->super.compat & EXT4_FEATURE_COMPAT_ORPHAN_FILE &&
	    number == super->s_orphan_file_inum)
		return FILE_ORPHAN;
	if (flags & EXT4_EA_INODE_FL)
		return FILE_XATTR;
	return number < EXT2_FIRST_INODE(super) ? FILE_SYSTEM : FILE_PLAIN;
}

/* Seconds with the two epoch bits of the extra field, where there is one. */
static int64_t time_of(const struct ext *ext, const uint8_t *raw, size_t low, size_t extra)
{
	int64_t seconds = (int32_t)bytes_le32(raw + low);

	if (extra && has_extra(ext, raw, extra + 4))
		seconds += (int64_t)(bytes_le32(raw + extra) & 3) << 32;
	return seconds;
}

#define TIME(field, extra) \
	time_of(ext, raw, offsetof(struct ext2_inode_large, field), \
		offsetof(struct ext2_inode_large, extra))

static void decode_times(const struct ext *ext, const uint8_t *raw, struct file *file)
{
	const size_t crtime = offsetof(struct ext2_inode_large, i_crtime);

	file->atime = TIME(i_atime, i_atime_extra);
	file->ctime = TIME(i_ctime, i_ctime_extra);
	file->mtime = TIME(i_mtime, i_mtime_extra);
	file->crtime = has_extra(ext, raw, crtime + 4) ? TIME(i_crtime, i_crtime_extra) : 0;
	file->dtime = FIELD32(raw, i_dtime);
}

static uint64_t size_of(const struct ext *ext, const uint8_t *raw, enum file_kind kind)
{
	uint64_t size = FIELD32(raw, i_size);

	/* the high word of a directory was its ACL block once */
	if (kind == FILE_REGULAR || (kind == FILE_DIRECTORY &&
	    ext->super.incompat & EXT4_FEATURE_INCOMPAT_LARGEDIR))
		size |= (uint64_t)FIELD32(raw, i_size_high) << 32;
	return size;
}

/* Bytes that i_blocks claims; it counts 512-byte units unless the flag says blocks. */
static uint64_t allocated_of(const struct ext *ext, const uint8_t *raw, uint32_t flags)
{
	uint64_t count = FIELD32(raw, i_blocks);

	if (ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_HUGE_FILE)
		count |= (uint64_t)bytes_le16(raw + BLOCKS_HIGH) << 32;
	return count * (flags & EXT4_HUGE_FILE_FL ? ext->super.block_bytes : 512);
}

/* Attributes that follow the fields of a large inode, up to its end. */
static void decode_xattrs(const struct ext *ext, uint64_t place, const uint8_t *raw,
			  struct file *file)
{
	uint64_t block = FIELD32(raw, i_file_acl);
	uint32_t start = GOOD_OLD + extra_bytes(ext, raw);

	if (ext->super.incompat & EXT4_FEATURE_INCOMPAT_64BIT)
		block |= (uint64_t)bytes_le16(raw + FILE_ACL_HIGH) << 32;
	if (block < ext->super.blocks)
		file->xattr_place = block * ext->super.block_bytes;
	if (ext->super.inode_bytes > GOOD_OLD && start + 4 <= ext->super.inode_bytes &&
	    bytes_le32(raw + start) == XATTR_IN_INODE_MAGIC) {
		file->xattr_inode_place = place + start;
		file->xattr_inode_len = ext->super.inode_bytes - start;
	}
}

/*
 * A symlink whose target fits i_block keeps it there. Whether it does shows
 * from the blocks it has: none beside its attributes.
 */
static bool is_short_symlink(const struct ext *ext, const struct file *file, uint32_t flags)
{
	uint64_t attributes = file->xattr_place ? ext->super.cluster_bytes : 0;

	if (file->kind != FILE_SYMLINK || flags & (EXT4_EXTENTS_FL | EXT4_INLINE_DATA_FL))
		return false;
	return file->allocated <= attributes && file->size < EXT_INODE_BLOCK_BYTES;
}

void ext_inode_decode(const struct ext *ext, uint32_t number, uint64_t place,
		      const uint8_t *raw, struct ext_inode *inode, struct file *file)
{
	uint32_t flags = FIELD32(raw, i_flags);
	const size_t block = offsetof(struct ext2_inode_large, i_block);

	*file = (struct file) {
		.inode = number,
		.mode = FIELD16(raw, i_mode),
		.uid = FIELD16(raw, i_uid) | (uint32_t)bytes_le16(raw + UID_HIGH) << 16,
		.gid = FIELD16(raw, i_gid) | (uint32_t)bytes_le16(raw + GID_HIGH) << 16,
		.links = FIELD16(raw, i_links_count),
		.encrypted = flags & EXT4_ENCRYPT_FL,
		.inode_place = place,
	};
	file->kind = kind_of(file->mode);
	file->role = role_of(ext, number, flags);
	file->size = size_of(ext, raw, file->kind);
	file->allocated = allocated_of(ext, raw, flags);
	decode_times(ext, raw, file);
	decode_xattrs(ext, place, raw, file);
	*inode = (struct ext_inode) {
		.number = number,
		.generation = FIELD32(raw, i_generation),
		.flags = flags,
		.place = place,
		.raw = raw,
		.block = raw + block,
	};
	file->inline_data = flags & EXT4_INLINE_DATA_FL || is_short_symlink(ext, file, flags);
	if (file->inline_data) {
		file->inline_place = place + block;
		file->inline_len = file->size < EXT_INODE_BLOCK_BYTES ? file->size
								      : EXT_INODE_BLOCK_BYTES;
	}
	inode->mapped = !file->inline_data &&
		(file->kind == FILE_REGULAR || file->kind == FILE_DIRECTORY ||
		 file->kind == FILE_SYMLINK || file->role == FILE_BAD_BLOCKS ||
		 file->role == FILE_RESIZE);
	file->block_mapped = inode->mapped && !(flags & EXT4_EXTENTS_FL);
}
