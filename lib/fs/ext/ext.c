/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/checked.h"
#include "fs/ext/ext.h"
#include "fs/ext/ext_backup.h"
#include "fs/ext/ext_dir.h"
#include "fs/ext/ext_features.h"
#include "fs/ext/ext_files.h"
#include "fs/ext/ext_free.h"
#include "fs/ext/ext_io.h"
#include "fs/ext/ext_metadata.h"
#include "fs/ext/ext_reserved.h"
#include "image/overlay.h"

static void ext_close(struct fs *fs)
{
	struct ext *ext = (struct ext *)fs;

	if (ext->lib)
		ext2fs_free(ext->lib);
	blk_ranges_free(&ext->reserved);
	image_close(ext->patched);
	free(ext);
}

/*
 * Takes the primary superblock when it is sound; else a backup, with a
 * finding; else a primary one that only fails its checksum.
 */
static int choose_super(struct ext *ext, struct err *err)
{
	struct ext_super backup;
	struct err bad = ERR_INIT;
	int ret = ext_super_read(ext->fs.img, EXT_SUPER_PLACE, &ext->super, &bad);

	if (!ret && ext->super.checksum_ok)
		return 0;
	if (!ret)
		err_set(&bad, ERR_DAMAGED, EXT_SUPER_PLACE,
			"superblock at byte %d: the checksum is wrong", EXT_SUPER_PLACE);
	if (!ext_backup_find(ext->fs.img, &backup)) {
		ext->super = backup;
		return finding_add(&ext->fs.findings, FINDING_SUPERBLOCK, EXT_SUPER_PLACE,
				   "%.120s; its copy at byte %" PRIu64
				   " is used, whose counts and state may be old", bad.text,
				   backup.place) ? err_nomem(err, "findings") : 0;
	}
	if (!ret)
		return finding_add(&ext->fs.findings, FINDING_SUPERBLOCK, EXT_SUPER_PLACE,
				   "%.200s; no good copy was found", bad.text)
			? err_nomem(err, "findings") : 0;
	if (err)
		*err = bad;
	return ret == ERR_TRUNCATED ? ERR_NOT_FOUND : ret;
}

static int check_features(struct ext *ext, const struct fs_options *options, struct err *err)
{
	const struct feature *unreadable;

	if (ext->super.incompat & EXT3_FEATURE_INCOMPAT_JOURNAL_DEV)
		return err_set(err, ERR_UNSUPPORTED, ext->super.place,
			       "is an external journal, not a filesystem; give the filesystem that uses it");
	if (ext_features_list(&ext->super, &ext->fs.volume.features))
		return err_nomem(err, "the feature list");
	unreadable = ext_features_unreadable(&ext->fs.volume.features);
	if (unreadable && !options->describe)
		return err_set(err, ERR_UNSUPPORTED, ext->super.place,
			       "has the incompatible feature %s, which this version does not know; 'info' still describes the volume",
			       unreadable->name);
	return 0;
}

static int check_length(struct ext *ext, struct err *err)
{
	const struct volume *v = &ext->fs.volume;
	struct finding finding = {
		.kind = FINDING_TRUNCATED, .has_numbers = true, .place = v->image_size,
		.stored = v->size, .found = v->image_size,
	};

	if (v->image_size >= v->size)
		return 0;
	snprintf(finding.text, sizeof(finding.text), "the superblock claims %" PRIu64
		 " bytes, the image has %" PRIu64 ": the last %" PRIu64 " bytes are missing",
		 v->size, v->image_size, v->size - v->image_size);
	return finding_put(&ext->fs.findings, &finding) ? err_nomem(err, "findings") : 0;
}

/* Groups whose descriptor fails its checksum or points out of the volume. */
static uint64_t count_bad_groups(ext2_filsys lib, uint64_t blocks)
{
	uint64_t bad = 0;
	uint32_t group;

	for (group = 0; group < lib->group_desc_count; group++) {
		uint64_t bitmap_blk = ext2fs_block_bitmap_loc(lib, group);
		uint64_t table_blk = ext2fs_inode_table_loc(lib, group);

		bad += !ext2fs_group_desc_csum_verify(lib, group) ||
		       !bitmap_blk || bitmap_blk >= blocks ||
		       !table_blk || table_blk >= blocks;
	}
	return bad;
}

/* Opens with libext2fs; superblock_blk 0 is the primary one as `img` shows it. */
static errcode_t open_lib(struct ext *ext, struct image *img, uint64_t superblock_blk,
			  ext2_filsys *lib)
{
	char name[EXT_IO_NAME];
	int flags = EXT2_FLAG_64BITS | EXT2_FLAG_FORCE;

	if (!ext->super.checksum_ok)
		flags |= EXT2_FLAG_IGNORE_CSUM_ERRORS;
	*lib = NULL;
	return ext2fs_open2(ext_io_name(img, name), "", flags, (int)superblock_blk,
			    superblock_blk ? ext->super.block_bytes : 0, ext_io_manager, lib);
}

/*
 * With a backup superblock the descriptors behind the primary one may still be
 * good, and they are the fresh ones: they win unless the copies behind the
 * backup have fewer faults. libext2fs sees the backup in the primary's place.
 */
static errcode_t open_with_backup(struct ext *ext)
{
	uint64_t backup_blk = ext->super.place / ext->super.block_bytes;
	ext2_filsys stale;
	errcode_t ret;

	if (overlay_open(ext->fs.img, &ext->patched, NULL) ||
	    overlay_replace(ext->patched, EXT_SUPER_PLACE, ext->super.raw, EXT_SUPER_BYTES,
			    NULL))
		return EXT2_ET_NO_MEMORY;
	ret = open_lib(ext, ext->patched, 0, &ext->lib);
	if (!ret && !count_bad_groups(ext->lib, ext->super.blocks))
		return 0;
	if (backup_blk > INT32_MAX || open_lib(ext, ext->fs.img, backup_blk, &stale))
		return ret;
	if (!ret && count_bad_groups(ext->lib, ext->super.blocks) <=
		    count_bad_groups(stale, ext->super.blocks)) {
		ext2fs_free(stale);
		return 0;
	}
	if (ext->lib)
		ext2fs_free(ext->lib);
	ext->lib = stale;
	ext->stale_groups = true;
	return 0;
}

static int refused_by_library(const struct ext *ext, errcode_t reason, struct err *err)
{
	int code = ERR_DAMAGED;

	initialize_ext2_error_table();
	if (reason == EXT2_ET_NO_MEMORY)
		code = ERR_NOMEM;
	if (reason == EIO)
		code = ERR_IO;
	return err_set(err, code, ext->super.place,
		       "cannot read the superblock or the group descriptors: %s",
		       error_message(reason));
}

static int open_groups(struct ext *ext, struct err *err)
{
	errcode_t ret;

	if (ext->fs.volume.superblock_is_backup)
		ret = open_with_backup(ext);
	else
		ret = open_lib(ext, ext->fs.img, 0, &ext->lib);
	if (ret)
		return refused_by_library(ext, ret, err);
	if (ext->lib->group_desc_count != ext->super.groups)
		return err_set(err, ERR_DAMAGED, ext->super.place,
			       "superblock at byte %" PRIu64 ": the number of block groups is ambiguous",
			       ext->super.place);
	if (ext_reserved_collect(ext))
		return err_nomem(err, "the list of reserved blocks");
	ext->fs.volume.overhead = ext_metadata_overhead(ext);
	return 0;
}

static int ext_open(struct image *img, const struct fs_options *options, struct err *err,
		    struct fs **fs)
{
	struct ext *ext = calloc(1, sizeof(*ext));
	int ret;

	if (!ext)
		return err_nomem(err, "an open filesystem");
	ext->fs.backend = &ext_backend;
	ext->fs.img = img;
	ret = choose_super(ext, err);
	if (!ret)
		ret = check_features(ext, options, err);
	if (ret)
		goto out;
	ext_super_describe(&ext->super, &ext->fs.volume);
	ext->fs.volume.device_offset = img->device_start;
	ext->fs.volume.image_size = img->size;
	ext->fs.root = EXT2_ROOT_INO;
	ext->fs.shares_blocks = ext->super.ro_compat & EXT4_FEATURE_RO_COMPAT_SHARED_BLOCKS;
	ret = check_length(ext, err);
	if (!ret && !options->describe)
		ret = open_groups(ext, err);
out:
	if (ret)
		fs_close(&ext->fs);
	else
		*fs = &ext->fs;
	return ret;
}

static const char *const types[] = { "ext2", "ext3", "ext4", "ext4dev", "jbd", NULL };

const struct fs_backend ext_backend = {
	.name = "ext",
	.types = types,
	.open = ext_open,
	.close = ext_close,
	.each_free = ext_free_walk,
	.check_free = ext_free_check,
	.each_file = ext_files_walk,
	.one_file = ext_files_one,
	.each_entry = ext_dir_entries,
	.metadata = ext_metadata_list,
};
