/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The inode bitmap says which blocks of a table hold inodes in use; only those
 * are read, in large pieces. The bitmap is believed when its checksum is right
 * and it has as many clear bits as the descriptor counts; else the whole table
 * is read and an inode's own links say whether it is in use. What lies beyond
 * the descriptor's unused mark was never written.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitrun.h"
#include "base/crc32c.h"
#include "fs/ext/ext_files.h"
#include "fs/ext/ext_map.h"

#define CHUNK_BYTES (256U << 10)
/* Blocks without inodes in use that are read along rather than skipped. */
#define GAP_BLOCKS 8

struct walk {
	struct ext *ext;
	struct fs_shard *shard;
	const struct fs_file_options *options;
	fs_file_fn *fn;
	void *ctx;
	struct ext_map map;
	uint8_t *chunk;			/* CHUNK_BYTES of an inode table */
	uint8_t *bitmap;		/* one block */
	uint32_t group;
	bool believe;			/* the bitmap of this group */
	uint32_t inodes;		/* of this group that may ever have been used */
};

static bool bit(const uint8_t *bitmap, uint32_t index)
{
	return bitmap[index / 8] >> (index % 8) & 1;
}

static uint32_t clear_bits(const uint8_t *bitmap, uint32_t bits)
{
	uint32_t i, clear = 0;

	for (i = 0; i < bits; i++)
		clear += !bit(bitmap, i);
	return clear;
}

static bool sound_descriptor(const struct walk *w)
{
	return ext2fs_has_group_desc_csum(w->ext->lib) && !w->ext->stale_groups &&
	       ext2fs_group_desc_csum_verify(w->ext->lib, w->group);
}

/* Inodes of the group before the mark behind which none was ever written. */
static uint32_t used_inodes(const struct walk *w)
{
	uint32_t all = w->ext->super.inodes_per_group, unused;

	if (!sound_descriptor(w))
		return all;
	if (ext2fs_bg_flags_test(w->ext->lib, w->group, EXT2_BG_INODE_UNINIT))
		return 0;
	unused = ext2fs_bg_itable_unused(w->ext->lib, w->group);
	return unused > all ? all : all - unused;
}

static bool bitmap_checksum_ok(const struct walk *w)
{
	uint32_t crc, stored;

	if (!(w->ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_METADATA_CSUM) ||
	    w->ext->stale_groups)
		return true;
	stored = ext2fs_inode_bitmap_checksum(w->ext->lib, w->group);
	crc = crc32c(w->ext->lib->csum_seed, w->bitmap, w->ext->super.inodes_per_group / 8);
	if (w->ext->super.descriptor_bytes < EXT2_MIN_DESC_SIZE_64BIT)
		return (stored & 0xffff) == (crc & 0xffff);
	return stored == crc;
}

static int bitmap_finding(struct walk *w, uint64_t blk, const char *what)
{
	struct finding finding = {
		.kind = FINDING_INODE_BITMAP,
		.place = blk * w->ext->super.block_bytes,
		.expected_dirty = w->ext->fs.volume.journal == VOLUME_JOURNAL_DIRTY,
	};

	snprintf(finding.text, sizeof(finding.text), "group %" PRIu32
		 ": the inode bitmap at block %" PRIu64 " %s; its inodes are judged one by one",
		 w->group, blk, what);
	return finding_put(&w->shard->findings, &finding);
}

/* Reads the bitmap of the group and decides whether to believe it. */
static int load_bitmap(struct walk *w)
{
	uint64_t blk = ext2fs_inode_bitmap_loc(w->ext->lib, w->group);
	uint32_t size = w->ext->super.block_bytes;

	w->believe = false;
	if (!w->inodes)
		return 0;
	if (!blk || blk >= w->ext->super.blocks)
		return bitmap_finding(w, blk, "lies outside the volume");
	if (image_read(w->ext->fs.img, blk * size, w->bitmap, size, NULL))
		return bitmap_finding(w, blk, "cannot be read");
	if (!bitmap_checksum_ok(w))
		return bitmap_finding(w, blk, "does not match its checksum");
	if (!w->ext->stale_groups &&
	    clear_bits(w->bitmap, w->ext->super.inodes_per_group) !=
	    ext2fs_bg_free_inodes_count(w->ext->lib, w->group))
		return bitmap_finding(w, blk, "has not the free inodes that the descriptor counts");
	w->believe = true;
	return 0;
}

/* Is the inode in use, is it a deleted one, or nothing? */
enum use { USE_NONE, USE_LIVE, USE_DELETED };

static enum use use_of(const struct walk *w, uint32_t index, const uint8_t *raw)
{
	bool alive = ext_inode_links(raw) && !ext_inode_has_dtime(raw);

	if (ext_inode_is_blank(raw))
		return USE_NONE;
	if (w->believe)
		alive = bit(w->bitmap, index);
	if (alive)
		return USE_LIVE;
	return ext_inode_has_dtime(raw) ? USE_DELETED : USE_NONE;
}

/* Decodes one inode, reads its map and hands it on. */
static int take(struct walk *w, uint32_t index, uint8_t *raw, uint64_t place)
{
	uint32_t number = w->group * w->ext->super.inodes_per_group + index + 1;
	enum use use = use_of(w, index, raw);
	struct ext_inode inode;
	struct file file;

	if (use == USE_NONE || (use == USE_DELETED && !w->options->deleted) ||
	    (w->options->directories_only && !ext_inode_is_directory(raw)))
		return 0;
	ext_inode_decode(w->ext, number, place, raw, &inode, &file);
	file.deleted = use == USE_DELETED;
	if (!ext_inode_checksum_ok(w->ext, number, raw)) {
		file.damaged = true;
		if (finding_add(&w->shard->findings, FINDING_INODE, place, "inode %" PRIu32
				": the checksum is wrong", number))
			return err_nomem(&w->shard->err, "findings");
	}
	if (ext_map_read(&w->map, &inode, &file))
		return err_nomem(&w->shard->err, "the records of a file");
	return w->fn(w->ctx, &file);
}

/* First inode at or after `index` that may be in use; w->inodes when none is. */
static uint32_t next_used(const struct walk *w, uint32_t index)
{
	if (!w->believe || w->options->deleted)
		return index;
	while (index < w->inodes && !bit(w->bitmap, index)) {
		if (index % 8 == 0 && !w->bitmap[index / 8])
			index += 8;
		else
			index++;
	}
	return index < w->inodes ? index : w->inodes;
}

/*
 * First inode after the piece of the table that begins at `first` and is to be
 * read at once: as far as the chunk goes and no long gap comes.
 */
static uint32_t piece_end(const struct walk *w, uint32_t first)
{
	uint32_t per_block = w->ext->super.block_bytes / w->ext->super.inode_bytes;
	uint32_t limit = first + CHUNK_BYTES / w->ext->super.inode_bytes;
	uint32_t end = first, next;

	limit = limit < w->inodes ? limit : w->inodes;
	while (end < limit) {
		next = next_used(w, end);
		if (next >= limit || next - end > GAP_BLOCKS * per_block)
			break;
		end = next + 1;
	}
	return end;
}

static int take_piece(struct walk *w, uint64_t table, uint32_t first, uint32_t end)
{
	uint32_t size = w->ext->super.inode_bytes, i;
	uint64_t place = table + (uint64_t)first * size;
	struct err err;
	int ret = 0;

	if (image_read(w->ext->fs.img, place, w->chunk, (size_t)(end - first) * size, &err)) {
		if (finding_add(&w->shard->findings, FINDING_INODE_TABLE, place, "group %" PRIu32
				": inodes %" PRIu32 " to %" PRIu32 " cannot be read: %.120s",
				w->group, w->group * w->ext->super.inodes_per_group + first + 1,
				w->group * w->ext->super.inodes_per_group + end, err.text))
			return err_nomem(&w->shard->err, "findings");
		return 0;
	}
	for (i = first; !ret && i < end; i++)
		ret = take(w, i, w->chunk + (size_t)(i - first) * size,
			   table + (uint64_t)i * size);
	return ret;
}

/* True when the whole table of the group lies inside the volume. */
static bool table_ok(struct walk *w, uint64_t *table)
{
	uint64_t blk = ext2fs_inode_table_loc(w->ext->lib, w->group);
	uint64_t count = w->ext->lib->inode_blocks_per_group;

	*table = blk * w->ext->super.block_bytes;
	return blk >= w->ext->super.first_data_blk && blk && blk < w->ext->super.blocks &&
	       count <= w->ext->super.blocks - blk;
}

static int walk_group(struct walk *w)
{
	uint32_t first, end;
	uint64_t table;
	int ret = 0;

	w->inodes = used_inodes(w);
	if (w->inodes && !table_ok(w, &table)) {
		if (finding_add(&w->shard->findings, FINDING_INODE_TABLE, FINDING_NO_PLACE,
				"group %" PRIu32 ": the inode table at block %" PRIu64
				" does not lie inside the volume; its inodes are left out", w->group,
				(uint64_t)ext2fs_inode_table_loc(w->ext->lib, w->group)))
			return err_nomem(&w->shard->err, "findings");
		return 0;
	}
	if (load_bitmap(w))
		return err_nomem(&w->shard->err, "findings");
	for (first = next_used(w, 0); !ret && first < w->inodes; first = next_used(w, end)) {
		end = piece_end(w, first);
		ret = take_piece(w, table, first, end);
	}
	return ret;
}

static int walk_init(struct walk *w)
{
	w->chunk = malloc(CHUNK_BYTES);
	w->bitmap = malloc(w->ext->super.block_bytes);
	if (!w->chunk || !w->bitmap || ext_map_init(&w->map, w->ext, w->shard))
		return err_nomem(&w->shard->err, "inode tables");
	return 0;
}

static void walk_free(struct walk *w)
{
	ext_map_free(&w->map);
	free(w->chunk);
	free(w->bitmap);
}

int ext_files_walk(struct fs *fs, struct fs_shard *shard,
		   const struct fs_file_options *options, fs_file_fn *fn, void *ctx)
{
	struct walk w = {
		.ext = (struct ext *)fs, .shard = shard, .options = options, .fn = fn, .ctx = ctx,
	};
	uint32_t end = (uint32_t)(shard->first_group + shard->groups);
	int ret = walk_init(&w);

	for (w.group = (uint32_t)shard->first_group; !ret && w.group < end; w.group++) {
		ret = walk_group(&w);
		atomic_fetch_add(shard->done, 1);
	}
	walk_free(&w);
	return ret;
}

static int take_one(struct walk *w, uint32_t index)
{
	uint64_t table, place;
	uint32_t size = w->ext->super.inode_bytes;

	w->inodes = used_inodes(w);
	if (!table_ok(w, &table))
		return err_set(&w->shard->err, ERR_DAMAGED, ERR_NO_PLACE, "group %" PRIu32
			       ": the inode table does not lie inside the volume", w->group);
	place = table + (uint64_t)index * size;
	if (index >= w->inodes || load_bitmap(w))
		return ERR_NOT_FOUND;
	if (image_read(w->ext->fs.img, place, w->chunk, size, &w->shard->err))
		return w->shard->err.code;
	if (use_of(w, index, w->chunk) == USE_NONE)
		return ERR_NOT_FOUND;
	return take(w, index, w->chunk, place);
}

int ext_files_one(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx, struct err *err)
{
	const struct fs_file_options options = { .deleted = true };
	struct ext *ext = (struct ext *)fs;
	struct fs_shard shard = { .err = ERR_INIT };
	struct walk w = {
		.ext = ext, .shard = &shard, .options = &options, .fn = fn, .ctx = ctx,
	};
	int ret;

	if (!inode || inode > ext->super.inodes)
		return err_set(err, ERR_NOT_FOUND, ERR_NO_PLACE, "inode %" PRIu64
			       " does not exist: the volume has inodes 1 to %" PRIu32, inode,
			       ext->super.inodes);
	w.group = (uint32_t)((inode - 1) / ext->super.inodes_per_group);
	ret = walk_init(&w);
	if (!ret)
		ret = take_one(&w, (uint32_t)((inode - 1) % ext->super.inodes_per_group));
	if (ret == ERR_NOT_FOUND && !shard.err.code)
		err_set(&shard.err, ret, ERR_NO_PLACE, "inode %" PRIu64 " is not in use", inode);
	if (ret < 0)
		*err = shard.err;
	walk_free(&w);
	if (finding_move(&fs->findings, &shard.findings))
		return err_nomem(err, "findings");
	return ret;
}
