/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs/ext/dirs.h"
#include "image/fault.h"

/* Plain files, so that neighbouring entries name different inodes. */
#define FILES 40

static ext2_ino_t new_inode(ext2_filsys lib, uint16_t mode)
{
	struct ext2_inode inode = { .i_mode = mode, .i_links_count = 1 };
	ext2_ino_t number;

	CHECK_FATAL(ext2fs_new_inode(lib, EXT2_ROOT_INO, mode, NULL, &number) == 0);
	ext2fs_inode_alloc_stats2(lib, number, +1, 0);
	CHECK_FATAL(ext2fs_write_new_inode(lib, number, &inode) == 0);
	return number;
}

static void add(ext2_filsys lib, ext2_ino_t dir, const char *name, ext2_ino_t inode, int kind)
{
	errcode_t ret = ext2fs_link(lib, dir, name, inode, kind);

	if (ret == EXT2_ET_DIR_NO_SPACE) {
		CHECK_FATAL(ext2fs_expand_dir(lib, dir) == 0);
		ret = ext2fs_link(lib, dir, name, inode, kind);
	}
	CHECK_FATAL(ret == 0);
}

static ext2_ino_t make_dir(ext2_filsys lib, ext2_ino_t parent, const char *name)
{
	ext2_ino_t inode;

	CHECK_FATAL(ext2fs_mkdir(lib, parent, 0, name) == 0);
	CHECK_FATAL(ext2fs_lookup(lib, parent, name, (int)strlen(name), NULL, &inode) == 0);
	return inode;
}

static void fill_kinds(ext2_filsys lib)
{
	static const struct {
		const char *name;
		uint16_t mode;
		int kind;
	} kinds[] = {
		{ "regular", LINUX_S_IFREG | 0644, EXT2_FT_REG_FILE },
		{ "fifo", LINUX_S_IFIFO | 0644, EXT2_FT_FIFO },
		{ "socket", LINUX_S_IFSOCK | 0644, EXT2_FT_SOCK },
		{ "char", LINUX_S_IFCHR | 0644, EXT2_FT_CHRDEV },
		{ "block", LINUX_S_IFBLK | 0644, EXT2_FT_BLKDEV },
	};
	ext2_ino_t dir = make_dir(lib, EXT2_ROOT_INO, "kinds");
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		add(lib, dir, kinds[i].name, new_inode(lib, kinds[i].mode), kinds[i].kind);
	CHECK_FATAL(ext2fs_symlink(lib, dir, 0, "symlink", "/many") == 0);
	make_dir(lib, dir, "directory");
}

/*
 * An inline directory whose entries go on in an attribute, as the kernel makes
 * them; libext2fs would give it a block.
 */
static void fill_rest(ext2_filsys lib, ext2_ino_t target)
{
	ext2_ino_t dir = make_dir(lib, EXT2_ROOT_INO, "rest");
	uint8_t data[60 + 48] = { 0 };
	struct ext2_inode inode;
	size_t size, at;

	add(lib, dir, "first", target, EXT2_FT_REG_FILE);
	CHECK_FATAL(ext2fs_inline_data_get(lib, dir, NULL, data, &size) == 0 && size == 60);
	for (at = 60; at < sizeof(data); at += 16) {
		put_le(data + at, target, 4);
		put_le(data + at + 4, 16, 2);
		data[at + 6] = 5;
		data[at + 7] = EXT2_FT_REG_FILE;
		memcpy(data + at + 8, "rest", 4);
		data[at + 12] = (uint8_t)('0' + at / 16);
	}
	CHECK_FATAL(ext2fs_inline_data_set(lib, dir, NULL, data, sizeof(data)) == 0);
	CHECK_FATAL(ext2fs_read_inode(lib, dir, &inode) == 0);
	inode.i_size = sizeof(data);
	CHECK_FATAL(ext2fs_write_inode(lib, dir, &inode) == 0);
}

/* See dirs_make(). */
static void fill(ext2_filsys lib, unsigned names)
{
	ext2_ino_t files[FILES], many, longs, few, holey, inode;
	char name[256];
	unsigned i;

	many = make_dir(lib, EXT2_ROOT_INO, "many");
	longs = make_dir(lib, EXT2_ROOT_INO, "long");
	few = make_dir(lib, EXT2_ROOT_INO, "few");
	holey = make_dir(lib, EXT2_ROOT_INO, "holey");
	for (i = 0; i < FILES; i++)
		files[i] = new_inode(lib, LINUX_S_IFREG | 0644);
	for (i = 0; i < names; i++) {
		snprintf(name, sizeof(name), "name %u%.*s", i, (int)(i % 20), "....................");
		add(lib, many, name, files[i % FILES], EXT2_FT_REG_FILE);
	}
	memset(name, 'L', 255);
	name[255] = '\0';
	for (i = 0; i < names / 10; i++) {
		memcpy(name + 100, (char[]) { (char)('a' + i / 26 % 26), (char)('a' + i % 26),
					      (char)('a' + i / 676) }, 3);
		add(lib, longs, name, files[i % FILES], EXT2_FT_REG_FILE);
	}
	for (i = 0; i < 9; i++) {	/* more than i_block takes */
		snprintf(name, sizeof(name), "few%u", i);
		add(lib, few, name, files[i], EXT2_FT_REG_FILE);
	}
	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "h%u", i);
		add(lib, holey, name, files[i % FILES], EXT2_FT_REG_FILE);
	}
	for (i = 0; i < 200; i += 3) {
		snprintf(name, sizeof(name), "h%u", i);
		CHECK_FATAL(ext2fs_unlink(lib, holey, name, 0, 0) == 0);
	}
	fill_kinds(lib);
	if (ext2fs_has_feature_inline_data(lib->super))
		fill_rest(lib, files[0]);
	inode = make_dir(lib, EXT2_ROOT_INO, "a");
	make_dir(lib, make_dir(lib, inode, "b"), "c");
}

void dirs_make(struct dirs *d, const struct fsimage *what, unsigned names, bool index)
{
	char path[PATH_ROOM];
	ext2_filsys lib = NULL;

	fsimage_make(what, path);
	CHECK_FATAL(ext2fs_open(path, EXT2_FLAG_64BITS | EXT2_FLAG_RW, 0, 0, unix_io_manager,
				&lib) == 0);
	CHECK_FATAL(ext2fs_read_bitmaps(lib) == 0);
	fill(lib, names);
	CHECK_FATAL(ext2fs_close_free(&lib) == 0);
	/* mends the link counts, too; 1: mended */
	CHECK_FATAL(support_run("PATH=$PATH:/sbin:/usr/sbin; e2fsck -fy %s '%s' >/dev/null 2>&1",
				index ? "-D" : "", path) <= 1);
	dirs_load(d, path);
}

void dirs_load(struct dirs *d, const char *path)
{
	memset(d, 0, sizeof(*d));
	snprintf(d->path, sizeof(d->path), "%s", path);
	d->bytes = blob_load(path);
	CHECK_FATAL(d->bytes.data != NULL);
	CHECK_FATAL(ext2fs_open(path, EXT2_FLAG_64BITS, 0, 0, unix_io_manager, &d->lib) == 0);
}

static int read_bytes(struct image *img, uint64_t start, void *buf, size_t len, struct err *err)
{
	const struct dirs *d = (const struct dirs *)((char *)img - offsetof(struct dirs, img));

	(void)err;
	memcpy(buf, d->bytes.data + start, len);
	return 0;
}

static const struct image_ops live = { .read_at = read_bytes };

void dirs_look(struct dirs *d, uint64_t bad_start, uint64_t bad_len)
{
	fs_close(d->fs);
	image_close(d->bad);
	d->img = (struct image) { .ops = &live, .name = "live", .size = d->bytes.size,
				  .sector_size = 512, .fd = -1 };
	CHECK_FATAL(fault_open(&d->img, (struct range) { bad_start, bad_len }, &d->bad,
			       NULL) == 0);
	d->fs = fsimage_open(bad_len ? d->bad : &d->img);
}

void dirs_close(struct dirs *d)
{
	fs_close(d->fs);
	image_close(d->bad);
	if (d->lib)
		ext2fs_free(d->lib);
	blob_free(&d->bytes);
	remove(d->path);
}

ext2_ino_t dirs_inode(const struct dirs *d, const char *path)
{
	ext2_ino_t inode = 0;

	CHECK_FATAL(ext2fs_namei(d->lib, EXT2_ROOT_INO, EXT2_ROOT_INO, path, &inode) == 0);
	return inode;
}

static int take_block(ext2_filsys lib, blk64_t *blk, e2_blkcnt_t logical, blk64_t ref,
		      int offset, void *ctx)
{
	const struct extent one = {
		.logical = (uint64_t)logical * lib->blocksize,
		.physical = *blk * lib->blocksize, .len = lib->blocksize,
	};
	struct extent_vec *records = ctx;
	struct extent *last = records->count ? &records->item[records->count - 1] : NULL;

	(void)ref, (void)offset;
	if (last && extent_continues(last, &one))
		last->len += one.len;
	else
		CHECK_FATAL(extent_vec_push(records, one) == 0);
	return 0;
}

/* Where the bytes of an inode lie. */
static uint64_t inode_place(ext2_filsys lib, ext2_ino_t number)
{
	uint32_t index = (number - 1) % lib->super->s_inodes_per_group;
	dgrp_t group = (number - 1) / lib->super->s_inodes_per_group;

	return ext2fs_inode_table_loc(lib, group) * lib->blocksize +
	       (uint64_t)index * EXT2_INODE_SIZE(lib->super);
}

struct dirs_file dirs_file(const struct dirs *d, ext2_ino_t number)
{
	uint64_t place = inode_place(d->lib, number);
	const uint8_t *raw = d->bytes.data + place;
	struct dirs_file f = { .file = {
		.inode = number, .kind = FILE_DIRECTORY, .size = get_le(raw + 4, 4),
		.inline_data = get_le(raw + 32, 4) & EXT4_INLINE_DATA_FL,
		.encrypted = get_le(raw + 32, 4) & EXT4_ENCRYPT_FL,
		.inode_place = place,
	} };
	uint64_t extra;

	if (f.file.inline_data) {
		f.file.inline_place = place + 40;
		f.file.inline_len = f.file.size < 60 ? f.file.size : 60;
		extra = 128 + get_le(raw + 128, 2);
		f.file.xattr_inode_place = place + extra;
		f.file.xattr_inode_len = EXT2_INODE_SIZE(d->lib->super) - extra;
		return f;
	}
	CHECK_FATAL(ext2fs_block_iterate3(d->lib, number, BLOCK_FLAG_READ_ONLY |
					  BLOCK_FLAG_DATA_ONLY, NULL, take_block,
					  &f.records) == 0);
	f.file.records = f.records.item;
	f.file.record_count = f.records.count;
	return f;
}

static enum file_kind kind_of(int kind)
{
	static const enum file_kind kinds[] = {
		[EXT2_FT_UNKNOWN] = FILE_UNKNOWN, [EXT2_FT_REG_FILE] = FILE_REGULAR,
		[EXT2_FT_DIR] = FILE_DIRECTORY, [EXT2_FT_CHRDEV] = FILE_CHAR_DEVICE,
		[EXT2_FT_BLKDEV] = FILE_BLOCK_DEVICE, [EXT2_FT_FIFO] = FILE_FIFO,
		[EXT2_FT_SOCK] = FILE_SOCKET, [EXT2_FT_SYMLINK] = FILE_SYMLINK,
	};

	return kinds[kind];
}

struct reference {
	ext2_filsys lib;
	struct entry_list list;
};

static int take_dirent(ext2_ino_t dir, int entry, struct ext2_dir_entry *dirent, int offset,
		       int size, char *buf, void *ctx)
{
	struct reference *r = ctx;
	struct dir_entry e = {
		.inode = dirent->inode, .len = (size_t)ext2fs_dirent_name_len(dirent),
		.kind = FILE_UNKNOWN,
	};

	(void)dir, (void)entry, (void)offset, (void)size, (void)buf;
	/* `entry` would tell, but not in inline directories */
	if (dirent->name[0] == '.' && (e.len == 1 || (e.len == 2 && dirent->name[1] == '.')))
		return 0;
	if (ext2fs_has_feature_filetype(r->lib->super))
		e.kind = kind_of(ext2fs_dirent_file_type(dirent));
	memcpy(e.text, dirent->name, e.len);
	return entry_list_push(&r->list, e) ? DIRENT_ABORT : 0;
}

struct entry_list dirs_expected(const struct dirs *d, ext2_ino_t inode)
{
	struct reference r = { .lib = d->lib };

	CHECK_FATAL(ext2fs_dir_iterate2(d->lib, inode, 0, NULL, take_dirent, &r) == 0);
	return r.list;
}

static int take_name(void *ctx, const struct name *name)
{
	struct dir_entry e = { .inode = name->inode, .place = name->place, .kind = name->kind,
			       .len = name->len };

	CHECK_FATAL(name->len < sizeof(e.text));
	memcpy(e.text, name->text, name->len);
	return entry_list_push(ctx, e);
}

struct entry_list dirs_list(const struct dirs *d, const struct file *file)
{
	struct entry_list list = { 0 };
	struct err err = ERR_INIT;

	CHECK_EQ(ext_dir_entries(d->fs, file, &d->fs->findings, take_name, &list, &err), 0);
	return list;
}

struct entry_list dirs_walk(const struct dirs *d, ext2_ino_t inode)
{
	struct entry_list list = { 0 };
	struct err err = ERR_INIT;

	CHECK_EQ(fs_each_entry(d->fs, inode, take_name, &list, &err), 0);
	return list;
}

bool dirs_same(const struct dirs *d, const struct entry_list *list,
	       const struct entry_list *expected)
{
	const struct dir_entry *a, *b;
	size_t i;

	if (!CHECK_EQ(list->count, expected->count))
		return false;
	for (i = 0; i < list->count; i++) {
		a = &list->item[i];
		b = &expected->item[i];
		if (!CHECK_EQ(a->inode, b->inode) || !CHECK_EQ(a->kind, b->kind) ||
		    !CHECK_EQ(a->len, b->len) || !CHECK_STR(a->text, b->text) ||
		    !CHECK_EQ(get_le(d->bytes.data + a->place, 4), a->inode))
			return false;
	}
	return true;
}
