/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "fs/fs.h"
#include "fs/fsimage.h"
#include "image/file.h"
#include "suites.h"
#include "support.h"

#define MIB (UINT64_C(1) << 20)

static const struct fs_options whole = { .describe = false };
static const struct fs_options describe = { .describe = true };

static void check_refused(struct image *img, const struct fs_options *options, int code,
			  const char *word)
{
	struct err err = ERR_INIT;
	struct fs *fs = NULL;

	CHECK_EQ(fs_open(img, options, &err, &fs), code);
	CHECK_EQ(err.code, code);
	CHECK_HAS(err.text, word);
	CHECK(!strchr(err.text, '\n'));
	CHECK(fs == NULL);
	if (fs)
		fs_close(fs);
	CHECK_EQ(fs_open(img, options, NULL, &fs), code);
}

static void check_type(const struct fsimage *what, const char *type)
{
	char path[PATH_ROOM];
	struct image *img = NULL;
	struct fs *fs;

	fsimage_make(what, path);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	fs = fsimage_open(img);
	CHECK_STR(fs_volume(fs)->type, type);
	fs_close(fs);
	image_close(img);
}

static void types(void)
{
	check_type(&(struct fsimage) { "t2", 4 * MIB, "-t ext2 -b 1024", "" }, "ext2");
	check_type(&(struct fsimage) { "t3", 8 * MIB, "-t ext3 -b 1024 -J size=1", "" }, "ext3");
	check_type(&(struct fsimage) { "t4", 8 * MIB, "-t ext4 -b 1024", "" }, "ext4");
	check_type(&(struct fsimage) { "t4x", 4 * MIB, "-t ext2 -b 1024 -O extent", "" }, "ext4");
	CHECK(fs_reads("ext2") && fs_reads("ext3") && fs_reads("ext4"));
	CHECK(!fs_reads("swap") && !fs_reads("") && !fs_reads("ext"));
}

static bool has_feature(const struct volume *v, const char *name)
{
	size_t i;

	for (i = 0; i < v->features.count; i++)
		if (!strcmp(v->features.item[i].name, name))
			return true;
	return false;
}

/* Each number as it was given to mke2fs. */
static void describes_the_volume(void)
{
	const struct fsimage what = {
		"described", 66 * MIB,
		"-t ext4 -b 4096 -g 1024 -N 2048 -I 256 -m 5 -L 'my \tlabel' -M /srv/data",
		",stride=16,stripe_width=64",
	};
	char path[PATH_ROOM];
	struct image *img = NULL;
	const struct volume *v;
	struct fs *fs = NULL;

	fsimage_make(&what, path);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	CHECK_FATAL(fs_open(img, &describe, NULL, &fs) == 0);
	v = fs_volume(fs);
	CHECK_STR(v->label, "my ?label");
	CHECK_STR(v->uuid, FSIMAGE_UUID);
	CHECK_STR(v->mounted_at, "/srv/data");
	CHECK_EQ(v->size, 66 * MIB);
	CHECK_EQ(v->image_size, 66 * MIB);
	CHECK_EQ(v->block_bytes, 4096);
	CHECK_EQ(v->cluster_bytes, 4096);
	CHECK_EQ(v->inode_bytes, 256);
	CHECK_EQ(v->groups, 17);		/* 16896 blocks, 1024 a group */
	CHECK_EQ(v->group_bytes, 4 * MIB);
	CHECK_EQ(v->group_start, 0);
	CHECK_EQ(v->inodes % 17, 0);
	CHECK(v->inodes >= 2048);
	CHECK_EQ(v->inodes - v->free_inodes, 11);	/* 10 reserved and lost+found */
	CHECK_EQ(v->reserved, UINT64_C(16896) * 5 / 100 * 4096);
	CHECK_EQ(v->stripe_unit, 65536);
	CHECK_EQ(v->stripe_width, 262144);
	CHECK_EQ(v->journal, VOLUME_JOURNAL_CLEAN);
	CHECK(!v->errors && !v->not_unmounted && !v->superblock_is_backup);
	CHECK_EQ(v->superblock_place, 1024);
	CHECK_EQ(v->created, 1262304000);
	CHECK_EQ(v->mounted, 0);
	CHECK(has_feature(v, "extent") && has_feature(v, "metadata_csum") &&
	      !has_feature(v, "bigalloc"));
	CHECK_EQ(finding_count(fs_findings(fs)), 0);
	fs_close(fs);
	image_close(img);
}

static void first_group_of_small_blocks(void)
{
	const struct fsimage what = { "small", 20 * MIB, "-t ext2 -b 1024", "" };
	char path[PATH_ROOM];
	struct image *img = NULL;
	struct fs *fs;

	fsimage_make(&what, path);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	fs = fsimage_open(img);
	CHECK_EQ(fs_volume(fs)->group_start, 1024);
	CHECK_EQ(fs_volume(fs)->group_bytes, 8 * MIB);
	CHECK_EQ(fs_volume(fs)->journal, VOLUME_JOURNAL_NONE);
	fs_close(fs);
	image_close(img);
}

static void nothing_there(void)
{
	static const size_t sizes[] = { 1, 100, 1024, 1080, 1500, 2047, 2048, 65536, 1 << 20 };
	static const struct fs_options signed_only = { .signed_only = true };
	struct blob blob;
	struct image *img;
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		blob = blob_new(sizes[i]);
		img = blob_image(&blob);
		check_refused(img, &whole, ERR_NOT_FOUND, "no filesystem");
		check_refused(img, &describe, ERR_NOT_FOUND, "no filesystem");
		check_refused(img, &signed_only, ERR_NOT_FOUND, "no filesystem");
		image_close(img);
		blob_free(&blob);
	}
}

/* Cut in the middle of the first superblock, and right behind it. */
static void cut_at_the_superblock(void)
{
	static const size_t sizes[] = { 1023, 1024, 1025, 1081, 1082, 1083, 2047 };
	const struct fsimage what = { "cut", 4 * MIB, "-t ext2 -b 1024", "" };
	char path[PATH_ROOM];
	struct blob blob;
	struct image *img;
	size_t i;

	fsimage_make(&what, path);
	blob = blob_load(path);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		blob.size = sizes[i];
		img = blob_image(&blob);
		check_refused(img, &whole, ERR_NOT_FOUND, "");
		image_close(img);
	}
	blob_free(&blob);
}

static void something_else(void)
{
	struct blob blob = blob_new(MIB);
	struct image *img;

	memcpy(blob.data + 4096 - 10, "SWAPSPACE2", 10);
	put_le(blob.data + 1024, 1, 4);		/* version */
	put_le(blob.data + 1028, 255, 4);	/* last page */
	img = blob_image(&blob);
	check_refused(img, &whole, ERR_UNSUPPORTED, "swap");
	image_close(img);
	blob_free(&blob);
}

static void external_journal(void)
{
	const struct fsimage what = { "journal", 8 * MIB, "-O journal_dev -b 1024", "" };
	char path[PATH_ROOM];
	struct image *img = NULL;

	fsimage_make(&what, path);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	check_refused(img, &whole, ERR_UNSUPPORTED, "external journal");
	check_refused(img, &describe, ERR_UNSUPPORTED, "external journal");
	image_close(img);
}

/* A feature of the future: no walk over it, but a description. */
static void unknown_incompatible_feature(void)
{
	const struct fsimage what = { "future", 8 * MIB, "-t ext4 -b 1024", "" };
	char path[PATH_ROOM];
	struct image *img;
	struct blob blob;
	struct fs *fs = NULL;

	fsimage_make(&what, path);
	blob = blob_load(path);
	put_le(blob.data + 1024 + 96, get_le(blob.data + 1024 + 96, 4) | UINT64_C(1) << 31, 4);
	fsimage_seal(&blob);
	img = blob_image(&blob);
	check_refused(img, &whole, ERR_UNSUPPORTED, "FEATURE_I31");
	CHECK_EQ(fs_open(img, &describe, NULL, &fs), 0);
	if (fs) {
		CHECK(has_feature(fs_volume(fs), "FEATURE_I31"));
		CHECK_STR(fs_volume(fs)->uuid, FSIMAGE_UUID);
		CHECK_EQ(finding_count(fs_findings(fs)), 0);
		fs_close(fs);
	}
	image_close(img);
	blob_free(&blob);
}

/* Unknown compatible features hinder nothing. */
static void unknown_compatible_features(void)
{
	const struct fsimage what = { "future2", 8 * MIB, "-t ext4 -b 1024", "" };
	char path[PATH_ROOM];
	struct run_list runs, expected;
	struct image *img;
	struct blob blob;
	struct fs *fs;

	fsimage_make(&what, path);
	expected = fsimage_free(path, -1);
	blob = blob_load(path);
	put_le(blob.data + 1024 + 92, get_le(blob.data + 1024 + 92, 4) | UINT64_C(1) << 30, 4);
	put_le(blob.data + 1024 + 100, get_le(blob.data + 1024 + 100, 4) | UINT64_C(1) << 29, 4);
	fsimage_seal(&blob);
	img = blob_image(&blob);
	fs = fsimage_open(img);
	CHECK(has_feature(fs_volume(fs), "FEATURE_C30"));
	CHECK(has_feature(fs_volume(fs), "FEATURE_R29"));
	runs = fsimage_walk(fs);
	CHECK(fsimage_same(&runs, &expected));
	fs_close(fs);
	image_close(img);
	blob_free(&blob);
	run_list_free(&runs);
	run_list_free(&expected);
}

static void close_accepts_null(void)
{
	fs_close(NULL);
	CU_PASS("no crash");
}

static const struct unit_test tests[] = {
	{ "types", types },
	{ "describes the volume", describes_the_volume },
	{ "first group of small blocks", first_group_of_small_blocks },
	{ "nothing there", nothing_there },
	{ "cut at the superblock", cut_at_the_superblock },
	{ "something else", something_else },
	{ "external journal", external_journal },
	{ "unknown incompatible feature", unknown_incompatible_feature },
	{ "unknown compatible features", unknown_compatible_features },
	{ "close accepts NULL", close_accepts_null },
};

void suite_fs_open(void)
{
	SUITE("fs/open", tests);
}
