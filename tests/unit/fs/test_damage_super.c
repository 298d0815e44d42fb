/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Superblock and descriptor table lost, unreadable, wrong; images cut off. */
#include <stdio.h>
#include <string.h>

#include "fs/damage.h"
#include "image/fault.h"
#include "suites.h"

#define MIB (UINT64_C(1) << 20)

static void unreadable_descriptors(void)
{
	const struct fs_options options = { .describe = false };
	struct err err = ERR_INIT;
	struct damage f;

	damage_set_up(&f);
	f.img = blob_image(&f.bytes);
	CHECK_FATAL(fault_open(f.img, (struct range) { 4096, 4096 }, &f.bad, NULL) == 0);
	CHECK(fs_open(f.bad, &options, &err, &f.fs) < 0);
	CHECK(err.code == ERR_IO || err.code == ERR_DAMAGED);
	CHECK_HAS(err.text, "descriptor");
	CHECK(!strstr(err.text, "Unknown code"));
	CHECK(f.fs == NULL);
	damage_tear_down(&f);
}

/* The image ends within its descriptors: the sentence is for people. */
static void missing_descriptors(void)
{
	const struct fs_options options = { .describe = false };
	struct err err = ERR_INIT;
	struct damage f;

	damage_set_up(&f);
	f.bytes.size = 4096 + 512;
	f.img = blob_image(&f.bytes);
	CHECK(fs_open(f.img, &options, &err, &f.fs) < 0);
	CHECK_HAS(err.text, "descriptor");
	if (!CHECK(!strstr(err.text, "Unknown code")))
		printf(" [%s] ", err.text);
	damage_tear_down(&f);
}

static void check_backup_used(struct damage *f)
{
	const struct finding *found;

	CHECK(fs_volume(f->fs)->superblock_is_backup);
	CHECK_EQ(fs_volume(f->fs)->superblock_place, 2 * MIB);	/* of group 1 */
	CHECK_STR(fs_volume(f->fs)->uuid, FSIMAGE_UUID);
	found = damage_expect(f, FINDING_SUPERBLOCK, 1);
	if (found) {
		CHECK_EQ(found->place, 1024);
		CHECK_HAS(found->text, "2097152");
	}
	f->expected = fsimage_free(f->path, -1);
	f->runs = fsimage_walk(f->fs);
	CHECK(fsimage_same(&f->runs, &f->expected));
}

static void zeroed_superblock(void)
{
	struct damage f;

	damage_set_up(&f);
	memset(f.bytes.data + 1024, 0, 1024);
	damage_open(&f, 0, 0);
	check_backup_used(&f);
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	damage_tear_down(&f);
}

static void unreadable_superblock(void)
{
	struct damage f;

	damage_set_up(&f);
	damage_open(&f, 1024, 1024);
	check_backup_used(&f);
	damage_tear_down(&f);
}

/*
 * One sector with the superblock is bad, the descriptors behind it are good:
 * they are the fresh ones, so no count may differ from its bitmap unnoticed
 * and none is called stale. A miscount in them is still told.
 */
static void unreadable_superblock_keeps_fresh_descriptors(void)
{
	struct damage f;

	damage_set_up(&f);
	blob_free(&f.bytes);
	fsimage_miscount(f.path, DAMAGE_GROUP, 3);
	f.bytes = blob_load(f.path);
	damage_open(&f, 1024, 1024);
	f.runs = fsimage_walk(f.fs);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_GROUP_FREE_COUNT], 1);
	damage_tear_down(&f);
}

static void wrong_superblock_checksum(void)
{
	struct damage f;

	damage_set_up(&f);
	f.bytes.data[1024 + 120] ^= 0xff;	/* the label */
	damage_open(&f, 0, 0);
	check_backup_used(&f);
	damage_tear_down(&f);
}

/* No copy is left: the primary one is used although its checksum is wrong. */
static void wrong_superblock_checksum_without_copies(void)
{
	struct damage f;

	damage_set_up(&f);
	f.bytes.data[1024 + 120] ^= 0xff;
	fsimage_destroy_backups(&f.bytes);
	damage_open(&f, 0, 0);
	CHECK(!fs_volume(f.fs)->superblock_is_backup);
	damage_expect(&f, FINDING_SUPERBLOCK, 1);
	f.expected = fsimage_free(f.path, -1);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	damage_tear_down(&f);
}

/* Puts the copies of superblock and descriptors of group 1 from `old` into f->bytes. */
static void restore_old_copies(struct damage *f, const struct blob *old)
{
	memcpy(f->bytes.data + 2 * MIB, old->data + 2 * MIB, 2 * 4096);
}

/*
 * Superblock and descriptors are lost. The kernel never writes the copies
 * again after mkfs: their counts, flags and bitmap checksums are old, which
 * says nothing about the bitmaps. Only the loss itself is a finding.
 */
static void stale_descriptors_are_not_held_against_bitmaps(void)
{
	struct blob fresh;
	struct damage f;
	struct prng p = prng_start(92);

	damage_set_up(&f);
	blob_free(&f.bytes);
	fresh = blob_load(f.path);
	fsimage_scatter(f.path, &p, 300);
	f.bytes = blob_load(f.path);
	restore_old_copies(&f, &fresh);
	memset(f.bytes.data + 1024, 0, 1024);
	memset(f.bytes.data + 4096, 0, 4096);
	damage_open(&f, 0, 0);
	f.expected = fsimage_free(f.path, -1);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	damage_expect(&f, FINDING_SUPERBLOCK, 1);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_GROUP_FREE_COUNT], 0);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_BITMAP_CHECKSUM], 0);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_VOLUME_FREE_COUNT], 0);
	blob_free(&fresh);
	damage_tear_down(&f);
}

/*
 * As above, but the copies are as mkfs left them: BLOCK_UNINIT in most groups,
 * which have got bitmaps since.
 */
static void stale_uninit_flags_are_ignored(void)
{
	static const struct fsimage what = {
		"stale", 48 * MIB, "-t ext4 -b 4096 -g 512 -N 1024 -J size=4", "",
	};
	struct prng p = prng_start(93);
	struct damage f = { 0 };
	struct blob fresh;

	fsimage_make(&what, f.path);
	fresh = blob_load(f.path);
	fsimage_scatter(f.path, &p, 300);
	f.bytes = blob_load(f.path);
	restore_old_copies(&f, &fresh);
	memset(f.bytes.data + 1024, 0, 1024);
	memset(f.bytes.data + 4096, 0, 4096);
	damage_open(&f, 0, 0);
	f.expected = fsimage_free(f.path, -1);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_GROUP_FREE_COUNT], 0);
	blob_free(&fresh);
	damage_tear_down(&f);
}

/*
 * A volume stored inside another, both primaries lost: the inner one's backup
 * does not lie where a group of its own volume would begin.
 */
static void a_backup_of_an_inner_image_is_not_taken(void)
{
	static const struct fsimage what = { "inner", 20 * MIB, "-t ext2 -b 1024", "" };
	const struct fs_options options = { .describe = true };
	struct blob inner, outer = blob_new(48 * MIB);
	const uint64_t at = 4 * MIB + 512 * 1024;
	char path[PATH_ROOM];
	struct fs *fs = NULL;
	struct image *img;

	fsimage_make(&what, path);
	inner = blob_load(path);
	CHECK_FATAL(inner.data != NULL);
	memcpy(outer.data + at, inner.data, inner.size);
	/* the backup of group 1 is there */
	CHECK_EQ(get_le(outer.data + at + 8 * MIB + 1024 + 56, 2), 0xef53);
	img = blob_image(&outer);
	CHECK_EQ(fs_open(img, &options, NULL, &fs), ERR_NOT_FOUND);
	fs_close(fs);
	image_close(img);
	/* at its right place the same copy is found */
	memmove(outer.data, inner.data, inner.size);
	memset(outer.data + 1024, 0, 1024);
	img = blob_image(&outer);
	fs = NULL;
	CHECK_EQ(fs_open(img, &options, NULL, &fs), 0);
	if (fs)
		CHECK_EQ(fs_volume(fs)->superblock_place, 8 * MIB + 1024);
	fs_close(fs);
	image_close(img);
	blob_free(&inner);
	blob_free(&outer);
}

static void truncated_image(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	f.bytes.size = 47 * MIB + 1000;
	damage_open(&f, 0, 0);
	found = damage_expect(&f, FINDING_TRUNCATED, 1);
	if (found) {
		CHECK(found->has_numbers);
		CHECK_EQ(found->stored, 48 * MIB);
		CHECK_EQ(found->found, 47 * MIB + 1000);
		CHECK_HAS(found->text, "50331648");
		CHECK_HAS(found->text, "49284072");
		CHECK_EQ(48 * MIB, 50331648);
		CHECK_EQ(47 * MIB + 1000, 49284072);
	}
	CHECK_EQ(fs_volume(f.fs)->size, 48 * MIB);
	CHECK_EQ(fs_volume(f.fs)->image_size, 47 * MIB + 1000);
	/* all bitmaps lie before the cut: the count is whole */
	f.expected = fsimage_free(f.path, -1);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	damage_tear_down(&f);
}

/* The cut takes the second clump of bitmaps (groups 16 to 23) with it. */
static void truncated_before_bitmaps(void)
{
	struct damage f;

	damage_set_up(&f);
	CHECK(fsimage_group(f.path, 16).bitmap_blk * 4096 >= 32 * MIB);
	f.bytes.size = 32 * MIB;
	damage_open(&f, 0, 0);
	f.runs = fsimage_walk(f.fs);
	damage_expect(&f, FINDING_TRUNCATED, 1);
	damage_expect(&f, FINDING_BITMAP_UNREADABLE, 8);
	CHECK(f.runs.count && range_end(&f.runs.item[f.runs.count - 1]) <= 32 * MIB);
	damage_tear_down(&f);
}

static const struct unit_test tests[] = {
	{ "unreadable descriptors", unreadable_descriptors },
	{ "missing descriptors", missing_descriptors },
	{ "zeroed superblock", zeroed_superblock },
	{ "unreadable superblock", unreadable_superblock },
	{ "unreadable superblock keeps fresh descriptors",
	  unreadable_superblock_keeps_fresh_descriptors },
	{ "wrong superblock checksum", wrong_superblock_checksum },
	{ "wrong superblock checksum without copies", wrong_superblock_checksum_without_copies },
	{ "stale descriptors are not held against bitmaps",
	  stale_descriptors_are_not_held_against_bitmaps },
	{ "stale uninit flags are ignored", stale_uninit_flags_are_ignored },
	{ "a backup of an inner image is not taken", a_backup_of_an_inner_image_is_not_taken },
	{ "truncated image", truncated_image },
	{ "truncated before bitmaps", truncated_before_bitmaps },
};

void suite_fs_damage_super(void)
{
	SUITE("fs/damage of the superblock", tests);
}
