/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checked.h"
#include "base/crc32c.h"
#include "fs/ext/ext_dir.h"
#include "fs/ext/ext_dir_block.h"

/* Neighbouring blocks are read at once, up to this. */
#define READ_BYTES (UINT64_C(256) << 10)

/* Inside the inode: offsets, and the two areas of an inline directory. */
#define INODE_GENERATION 0x64
#define INLINE_BYTES 60
#define INLINE_PARENT_BYTES 4	/* inode of "..", in the place of two entries */

/* Attributes inside the inode: a magic number, then heads; values at the end. */
#define XATTR_MAGIC_BYTES 4
#define XATTR_HEAD_BYTES 16
#define XATTR_INDEX_SYSTEM 7

/* Checksums of a directory begin with its inode number and generation. */
static int read_seed(struct ext_dir *d)
{
	const uint32_t number = htole32((uint32_t)d->file->inode);
	uint8_t generation[4];
	struct err err;

	if (!(d->ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_METADATA_CSUM) ||
	    d->file->inline_data)
		return 0;
	if (image_read(d->ext->fs.img, d->file->inode_place + INODE_GENERATION, generation,
		       sizeof(generation), &err))
		return ext_dir_block_bad(d, d->file->inode_place,
					 "the inode cannot be read again for its checksums: %.120s",
					 err.text);
	d->seed = crc32c(d->ext->lib->csum_seed, &number, sizeof(number));
	d->seed = crc32c(d->seed, generation, sizeof(generation));
	d->checksums = true;
	return 0;
}

/* One block, that was read into `data` unless `unread` says why not. */
static int block_entries(const struct ext_dir *d, const uint8_t *data, uint64_t place,
			 uint64_t logical, const struct err *unread)
{
	uint32_t size = d->ext->super.block_bytes;
	const struct ext_dir_piece piece = {
		.data = data, .len = size, .place = place, .logical_blk = logical / size,
	};

	if (unread)
		return ext_dir_block_bad(d, place, "block %" PRIu64 " (its block %" PRIu64
					 ") cannot be read: %.120s", place / size,
					 piece.logical_blk, unread->text);
	return ext_dir_block_entries(d, &piece);
}

/* Blocks that lie side by side, at most READ_BYTES; a bad one does not spoil the others. */
static int blocks_entries(const struct ext_dir *d, uint8_t *buffer, uint64_t place,
			  uint64_t logical, uint64_t len)
{
	struct image *img = d->ext->fs.img;
	uint32_t size = d->ext->super.block_bytes;
	bool whole = !image_read(img, place, buffer, (size_t)len, NULL);
	struct err err = ERR_INIT;
	uint64_t at;
	bool bad;
	int ret = 0;

	for (at = 0; !ret && at < len; at += size) {
		bad = !whole && image_read(img, place + at, buffer + at, size, &err);
		ret = block_entries(d, buffer + at, place + at, logical + at, bad ? &err : NULL);
	}
	return ret;
}

/* The whole blocks of a record, as far as they lie inside the volume. */
static int record_entries(const struct ext_dir *d, uint8_t *buffer, const struct extent *r)
{
	uint64_t size = d->ext->fs.volume.size, block = d->ext->super.block_bytes;
	uint64_t at, len = r->len, room = r->physical < size ? size - r->physical : 0;
	int ret = 0;

	/* a wrong flag, for e2fsck: it drops the flag and keeps what the blocks hold */
	if (r->unwritten)
		ret = ext_dir_block_bad(d, r->physical, "its blocks %" PRIu64 " to %" PRIu64
					" are marked as unwritten", r->logical / block,
					(r->logical + r->len - 1) / block);
	if (!ret && len > room) {
		ret = ext_dir_block_bad(d, r->physical, "block %" PRIu64
					" lies outside the volume", (r->physical + room) / block);
		len = room;
	}
	len -= len % block;
	for (at = 0; !ret && at < len; at += READ_BYTES)
		ret = blocks_entries(d, buffer, r->physical + at, r->logical + at,
				     len - at < READ_BYTES ? len - at : READ_BYTES);
	return ret;
}

/* A buffer for the largest read that the records need; never of no size. */
static uint8_t *buffer_for(const struct ext_dir *d)
{
	uint64_t size = d->ext->super.block_bytes;
	size_t i;

	for (i = 0; i < d->file->record_count; i++)
		if (d->file->records[i].len > size)
			size = d->file->records[i].len;
	return malloc((size_t)(size < READ_BYTES ? size : READ_BYTES));
}

static int hole(const struct ext_dir *d, uint64_t from, uint64_t to)
{
	uint64_t block = d->ext->super.block_bytes;

	return ext_dir_block_bad(d, d->file->inode_place, "its blocks %" PRIu64 " to %" PRIu64
				 " are missing", from / block, (to - 1) / block);
}

/* Blocks behind the size: ext2 may have allocated them in advance, unwritten. */
static bool is_spare(const struct ext_dir *d, const struct extent *r)
{
	return d->ext->super.compat & EXT2_FEATURE_COMPAT_DIR_PREALLOC &&
	       r->logical >= d->file->size;
}

static int check_size(const struct ext_dir *d, uint64_t end)
{
	uint64_t size = d->file->size, block = d->ext->super.block_bytes;

	if (size > end)
		return hole(d, end, size);
	if (checked_div_up(size, block) * block != end || size % block)
		return ext_dir_block_bad(d, d->file->inode_place, "its size is %" PRIu64
					 " bytes, its blocks reach to %" PRIu64, size, end);
	return 0;
}

/*
 * Whole records in their order. A map may show the same block again and again,
 * so it is believed only as far as it fits the volume.
 */
static int mapped_entries(const struct ext_dir *d)
{
	uint64_t end = 0, total = 0, limit = d->ext->fs.volume.size;
	uint8_t *buffer = buffer_for(d);
	const struct extent *r;
	size_t i;
	int ret = 0;

	if (!buffer)
		return err_nomem(d->err, "a directory");
	for (i = 0; !ret && i < d->file->record_count; i++) {
		r = &d->file->records[i];
		if (is_spare(d, r))
			break;
		if (r->len > limit - total) {
			ret = ext_dir_block_bad(d, d->file->inode_place,
						"its map is larger than the volume");
			goto out;
		}
		total += r->len;
		if (r->logical > end && !d->file->damaged)
			ret = hole(d, end, r->logical);
		if (!ret)
			ret = record_entries(d, buffer, r);
		end = r->logical + r->len;
	}
	if (!ret && !d->file->damaged)
		ret = check_size(d, end);
out:
	free(buffer);
	return ret;
}

/*
 * Finds the value of "system.data" among the attributes of an inode, bytes
 * [*start, *start + *len) of `area`. 1 when it is there, 0 when not, -1 when the
 * attributes are broken.
 */
static int find_data(const uint8_t *area, uint32_t size, uint32_t *start, uint32_t *len)
{
	uint32_t at = XATTR_MAGIC_BYTES, step;
	const uint8_t *head;

	for (; size - at >= 4 && bytes_le32(area + at); at += step) {
		head = area + at;
		step = (XATTR_HEAD_BYTES + 3U + head[0]) & ~3U;
		if (step > size - at)
			return -1;
		if (head[1] != XATTR_INDEX_SYSTEM || head[0] != 4 ||
		    memcmp(head + XATTR_HEAD_BYTES, "data", 4))
			continue;
		*start = XATTR_MAGIC_BYTES + bytes_le16(head + 2);
		*len = bytes_le32(head + 8);
		/* its value cannot lie in an inode of its own */
		return !bytes_le32(head + 4) && checked_within(*start, *len, size) ? 1 : -1;
	}
	return 0;
}

/* What did not fit i_block: entries in an attribute of the same inode. */
static int rest_entries(const struct ext_dir *d, const uint8_t *area, uint32_t size)
{
	struct ext_dir_piece piece = { .logical_blk = EXT_DIR_INLINE };
	uint32_t start = 0;
	int found = 0, ret = 0;

	if (size >= XATTR_MAGIC_BYTES)
		found = find_data(area, size, &start, &piece.len);
	if (found < 0)
		return ext_dir_block_bad(d, d->file->xattr_inode_place,
					 "the attributes that hold its inline data are broken");
	if (d->file->size != INLINE_BYTES + piece.len)
		ret = ext_dir_block_bad(d, d->file->inode_place, "its size is %" PRIu64
					" bytes, its inline data have %" PRIu32, d->file->size,
					INLINE_BYTES + piece.len);
	if (ret || !found)
		return ret;
	piece.data = area + start;
	piece.place = d->file->xattr_inode_place + start;
	return ext_dir_block_entries(d, &piece);
}

/*
 * An inline directory: i_block, then an attribute, each a chain of its own. All of
 * i_block belongs to it, whatever the size says: so the kernel has it.
 */
static int inline_entries(const struct ext_dir *d)
{
	const struct file *file = d->file;
	uint64_t xattr_len = file->xattr_inode_len;
	uint8_t block[INLINE_BYTES], *area;
	const struct ext_dir_piece piece = {
		.data = block + INLINE_PARENT_BYTES, .len = INLINE_BYTES - INLINE_PARENT_BYTES,
		.place = file->inline_place + INLINE_PARENT_BYTES,
		.logical_blk = EXT_DIR_INLINE,
	};
	struct err err;
	int ret;

	assert(xattr_len < d->ext->super.inode_bytes);
	area = malloc(xattr_len + 1);
	if (!area)
		return err_nomem(d->err, "a directory");
	if (image_read(d->ext->fs.img, file->inline_place, block, sizeof(block), &err) ||
	    image_read(d->ext->fs.img, file->xattr_inode_place, area, xattr_len, &err)) {
		ret = ext_dir_block_bad(d, file->inline_place,
					"its inline data cannot be read: %.120s", err.text);
		goto out;
	}
	ret = ext_dir_block_entries(d, &piece);
	if (!ret)
		ret = rest_entries(d, area, (uint32_t)xattr_len);
out:
	free(area);
	return ret;
}

int ext_dir_entries(struct fs *fs, const struct file *dir, struct findings *findings,
		    fs_name_fn *fn, void *ctx, struct err *err)
{
	struct ext_dir d = {
		.ext = (struct ext *)fs, .file = dir, .findings = findings,
		.fn = fn, .ctx = ctx, .err = err,
	};
	int ret = read_seed(&d);

	if (ret)
		return ret;
	return dir->inline_data ? inline_entries(&d) : mapped_entries(&d);
}
