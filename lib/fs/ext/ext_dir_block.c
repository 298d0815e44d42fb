/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fs/ext/ext_dir_block.h"

/* A record: inode, its own length, length of the name, kind, name. */
#define HEAD_BYTES 8
#define RECORD_ALIGN 4

/* What a leaf block with a checksum ends in: a record of inode 0. */
#define TAIL_BYTES 12
#define TAIL_KIND 0xDE
#define TAIL_CHECKSUM 8		/* offset of the checksum in it */

/* An index block: after its empty records a head of two counts, then pairs. */
#define INDEX_PAIR_BYTES 8
#define INDEX_TAIL_BYTES 8
#define INDEX_TAIL_CHECKSUM 4
#define INDEX_ROOT_INFO 24	/* after "." and ".." */
#define INDEX_ROOT_INFO_BYTES 8

struct record {
	uint64_t inode;
	uint32_t len;
	uint32_t name_len;
	uint8_t kind;		/* as on disk */
	const char *name;
};

/* A directory that a journal was not replayed into may be anything in between. */
static int put(const struct ext_dir *d, struct finding *finding)
{
	finding->expected_dirty = d->ext->fs.volume.journal == VOLUME_JOURNAL_DIRTY;
	if (finding_put(d->findings, finding))
		return err_nomem(d->err, "findings");
	return 0;
}

int ext_dir_block_bad(const struct ext_dir *d, uint64_t place, const char *fmt, ...)
{
	struct finding finding = { .kind = FINDING_DIRECTORY, .place = place };
	va_list args;
	int at;

	at = snprintf(finding.text, sizeof(finding.text), "directory inode %" PRIu64 ": ",
		      d->file->inode);
	va_start(args, fmt);
	vsnprintf(finding.text + at, sizeof(finding.text) - (size_t)at, fmt, args);
	va_end(args);
	return put(d, &finding);
}

/* Room for where_text(). */
#define WHERE_TEXT 80

static const char *where_text(const struct ext_dir *d, const struct ext_dir_piece *piece,
			      char text[WHERE_TEXT])
{
	if (piece->logical_blk == EXT_DIR_INLINE)
		snprintf(text, WHERE_TEXT, "inline data");
	else
		snprintf(text, WHERE_TEXT, "block %" PRIu64 " (its block %" PRIu64 ")",
			 piece->place / d->ext->super.block_bytes, piece->logical_blk);
	return text;
}

/* A record is bad: says where, and what is wrong with it. */
static int bad_record(const struct ext_dir *d, const struct ext_dir_piece *piece, uint32_t at,
		      const char *what, uint64_t number)
{
	char where[WHERE_TEXT];

	return ext_dir_block_bad(d, piece->place + at, "%s: the entry at offset %" PRIu32
				 " %s %" PRIu64, where_text(d, piece, where), at, what, number);
}

/* Blocks of 64 KiB are longer than 16 bits can say: two low bits help out. */
static uint32_t record_len(const struct ext_dir *d, const uint8_t *raw)
{
	uint32_t block = d->ext->super.block_bytes;
	uint32_t len = bytes_le16(raw + 4);

	if (block < 65536)
		return len;
	if (!len || len == 65535)
		return block;
	return (len & 65532) | (len & 3) << 16;
}

/*
 * The length of a name is one byte. Where entries have no kind the byte after it
 * once was its high half, but no name needs that, and it may hold a kind left
 * from when the volume had kinds: nobody reads it.
 */
static struct record decode(const struct ext_dir *d, const uint8_t *raw)
{
	uint32_t incompat = d->ext->super.incompat;
	struct record rec = {
		.inode = bytes_le32(raw),
		.len = record_len(d, raw),
		.name_len = raw[6],
		.kind = incompat & EXT2_FEATURE_INCOMPAT_FILETYPE ? raw[7] : 0,
		.name = (const char *)raw + HEAD_BYTES,
	};

	/* the upper half tells of data behind the name */
	if (incompat & EXT4_FEATURE_INCOMPAT_DIRDATA)
		rec.kind &= 0x0f;
	return rec;
}

static enum file_kind kind_of(uint8_t kind)
{
	switch (kind) {
	case EXT2_FT_REG_FILE: return FILE_REGULAR;
	case EXT2_FT_DIR: return FILE_DIRECTORY;
	case EXT2_FT_CHRDEV: return FILE_CHAR_DEVICE;
	case EXT2_FT_BLKDEV: return FILE_BLOCK_DEVICE;
	case EXT2_FT_FIFO: return FILE_FIFO;
	case EXT2_FT_SOCK: return FILE_SOCKET;
	case EXT2_FT_SYMLINK: return FILE_SYMLINK;
	default: return FILE_UNKNOWN;
	}
}

/*
 * What breaks the chain of records at one that has `room` bytes left, with the
 * number that shows it; NULL when the chain goes on.
 */
static const char *fault_of(const struct record *rec, uint32_t room, uint32_t *number)
{
	*number = rec->len;
	if (rec->len < HEAD_BYTES)
		return "is too short; its length is";
	if (rec->len % RECORD_ALIGN)
		return "is not a multiple of 4 bytes long; its length is";
	if (rec->len > room)
		return "goes past the end; its length is";
	*number = rec->name_len;
	return rec->name_len > rec->len - HEAD_BYTES ?
		"is shorter than its name, which has bytes:" : NULL;
}

static bool is_dot(const struct record *rec)
{
	return (rec->name_len == 1 && rec->name[0] == '.') ||
	       (rec->name_len == 2 && rec->name[0] == '.' && rec->name[1] == '.');
}

static int hand_out(const struct ext_dir *d, const struct ext_dir_piece *piece, uint32_t at,
		    const struct record *rec)
{
	const struct name name = {
		.directory = d->file->inode, .inode = rec->inode, .kind = kind_of(rec->kind),
		.text = rec->name, .len = rec->name_len, .place = piece->place + at,
	};

	if (!rec->inode || is_dot(rec))
		return 0;
	if (rec->inode > d->ext->super.inodes)
		return bad_record(d, piece, at, "names an inode that the volume has not:",
				  rec->inode);
	if (!rec->name_len)
		return bad_record(d, piece, at, "has no name; it is for inode", rec->inode);
	/* an encrypted name may hold any byte */
	if (!d->file->encrypted && (memchr(rec->name, '/', rec->name_len) ||
				    memchr(rec->name, '\0', rec->name_len)))
		return bad_record(d, piece, at,
				  "has a name with a slash or a NUL in it; it is for inode",
				  rec->inode);
	return d->fn(d->ctx, &name);
}

static bool has_tail(const struct ext_dir_piece *piece)
{
	const uint8_t *tail = piece->data + piece->len - TAIL_BYTES;

	return !bytes_le32(tail) && bytes_le16(tail + 4) == TAIL_BYTES && !tail[6] &&
	       tail[7] == TAIL_KIND;
}

/* Where the pairs of an index block begin, 0 when it is none. */
static uint32_t index_start(const struct ext_dir *d, const struct ext_dir_piece *piece)
{
	const uint8_t *info = piece->data + INDEX_ROOT_INFO;
	uint32_t first = record_len(d, piece->data);

	if (first == piece->len && !bytes_le32(piece->data))
		return HEAD_BYTES;
	/* the root: "." and a ".." that takes all the rest */
	if (first == 12 && record_len(d, piece->data + 12) == piece->len - 12 &&
	    !bytes_le32(info) && info[5] == INDEX_ROOT_INFO_BYTES)
		return INDEX_ROOT_INFO + INDEX_ROOT_INFO_BYTES;
	return 0;
}

/*
 * The stored and the computed checksum of a leaf or index block; false when it
 * has no place for one. What looks like the tail of a leaf may lie in an index
 * block, too, left from when it was a leaf; its first records cannot.
 */
static bool checksums_of(const struct ext_dir *d, const struct ext_dir_piece *piece,
			 struct finding *finding)
{
	static const uint8_t zeros[4];
	const uint8_t *data = piece->data, *tail;
	uint32_t start, limit, count, crc;

	start = index_start(d, piece);
	if (!start && has_tail(piece)) {
		tail = data + piece->len - TAIL_BYTES;
		finding->stored = bytes_le32(tail + TAIL_CHECKSUM);
		finding->found = crc32c(d->seed, data, piece->len - TAIL_BYTES);
		return true;
	}
	if (!start)
		return false;
	limit = bytes_le16(data + start);
	count = bytes_le16(data + start + 2);
	if (count > limit || start + (size_t)limit * INDEX_PAIR_BYTES > piece->len - INDEX_TAIL_BYTES)
		return false;
	tail = data + start + (size_t)limit * INDEX_PAIR_BYTES;
	finding->stored = bytes_le32(tail + INDEX_TAIL_CHECKSUM);
	crc = crc32c(d->seed, data, start + (size_t)count * INDEX_PAIR_BYTES);
	crc = crc32c(crc, tail, INDEX_TAIL_CHECKSUM);
	finding->found = crc32c(crc, zeros, sizeof(zeros));
	return true;
}

static int check_checksum(const struct ext_dir *d, const struct ext_dir_piece *piece)
{
	struct finding finding = { .kind = FINDING_DIRECTORY_CHECKSUM, .place = piece->place };
	char where[WHERE_TEXT];

	if (!checksums_of(d, piece, &finding)) {
		snprintf(finding.text, sizeof(finding.text), "directory inode %" PRIu64
			 ": %s has no checksum", d->file->inode, where_text(d, piece, where));
		return put(d, &finding);
	}
	if (finding.stored == finding.found)
		return 0;
	finding.has_numbers = true;
	snprintf(finding.text, sizeof(finding.text), "directory inode %" PRIu64
		 ": %s does not match its checksum (stored 0x%" PRIx64 ", computed 0x%" PRIx64
		 ")", d->file->inode, where_text(d, piece, where), finding.stored, finding.found);
	return put(d, &finding);
}

int ext_dir_block_entries(const struct ext_dir *d, const struct ext_dir_piece *piece)
{
	struct record rec;
	const char *fault;
	uint32_t at, number;
	int ret = 0;

	/* inline data are under the checksum of the inode */
	if (d->checksums && piece->logical_blk != EXT_DIR_INLINE)
		ret = check_checksum(d, piece);
	for (at = 0; !ret && at < piece->len; at += rec.len) {
		if (piece->len - at < HEAD_BYTES)
			return bad_record(d, piece, at, "has no room; bytes left:",
					  piece->len - at);
		rec = decode(d, piece->data + at);
		fault = fault_of(&rec, piece->len - at, &number);
		if (fault)
			return bad_record(d, piece, at, fault, number);
		ret = hand_out(d, piece, at, &rec);
	}
	return ret;
}
