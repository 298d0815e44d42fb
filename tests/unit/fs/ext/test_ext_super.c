/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Absurd superblock fields, one after the other. The images have no checksums
 * and no backups, so that the check of the field itself is what speaks.
 */
#include <stdio.h>
#include <string.h>

#include "fs/ext/ext_super.h"
#include "fs/fsimage.h"
#include "suites.h"
#include "support.h"

#define MIB (UINT64_C(1) << 20)

/* Offsets in the superblock (Documentation/filesystems/ext4/super.rst). */
enum field {
	INODES = 0, BLOCKS = 4, FIRST_DATA = 20, LOG_BLOCK = 24, LOG_CLUSTER = 28,
	BLOCKS_PER_GROUP = 32, CLUSTERS_PER_GROUP = 36, INODES_PER_GROUP = 40,
	INODE_SIZE = 88, DESC_SIZE = 254, BLOCKS_HI = 336,
};

static const struct fsimage plain = {
	"plain", 4 * MIB, "-t ext4 -b 1024 -O ^metadata_csum,^64bit,^has_journal -N 128", "",
};
static const struct fsimage wide = {
	"wide", 4 * MIB, "-t ext4 -b 4096 -O ^metadata_csum,64bit,^has_journal -N 128", "",
};
static const struct fsimage clustered = {
	"clustered", 4 * MIB,
	"-t ext4 -b 1024 -O ^metadata_csum,bigalloc,^has_journal,^resize_inode -C 8192 -N 128", "",
};

struct absurd {
	const struct fsimage *image;
	enum field field;
	unsigned bytes;
	uint64_t value;
	const char *sentence;	/* a part of it */
};

static const struct absurd cases[] = {
	{ &plain, LOG_BLOCK, 4, 57, "block size over 1024 is 57" },
	{ &plain, LOG_BLOCK, 4, 7, "block size over 1024 is 7" },
	{ &plain, LOG_BLOCK, 4, UINT32_MAX, "block size over 1024 is 4294967295" },
	{ &plain, BLOCKS_PER_GROUP, 4, 0, "per group is 0" },
	{ &plain, BLOCKS_PER_GROUP, 4, 7, "per group is 7" },
	{ &plain, BLOCKS_PER_GROUP, 4, 8200, "per group is 8200" },
	{ &plain, INODES_PER_GROUP, 4, 0, "inodes per group is 0" },
	{ &plain, INODES_PER_GROUP, 4, 8193, "inodes per group is 8193" },
	{ &plain, INODES_PER_GROUP, 4, UINT32_MAX, "inodes per group is 4294967295" },
	{ &plain, INODES, 4, 0, "inode count is 0" },
	{ &plain, INODES, 4, UINT32_MAX, "inode count is 4294967295" },
	{ &plain, FIRST_DATA, 4, 99, "first data block is 99" },
	{ &plain, FIRST_DATA, 4, 0, "first data block is 0" },
	{ &wide, FIRST_DATA, 4, 1, "first data block is 1" },
	{ &plain, BLOCKS, 4, 0, "block count is 0" },
	{ &plain, BLOCKS, 4, 1, "block count is 1" },
	/* 2^32 - 1 blocks: 524288 groups of 8192, 32 bytes each: 16 MiB in an image of 4 */
	{ &plain, BLOCKS, 4, UINT32_MAX, "claims 524288 block groups" },
	{ &plain, INODE_SIZE, 2, 0, "inode size is 0" },
	{ &plain, INODE_SIZE, 2, 100, "inode size is 100" },
	{ &plain, INODE_SIZE, 2, 64, "inode size is 64" },
	{ &plain, INODE_SIZE, 2, 2048, "inode size is 2048" },
	{ &plain, INODE_SIZE, 2, 65535, "inode size is 65535" },
	{ &wide, DESC_SIZE, 2, 0, "descriptor size is 0" },
	{ &wide, DESC_SIZE, 2, 32, "descriptor size is 32" },
	{ &wide, DESC_SIZE, 2, 65, "descriptor size is 65" },
	{ &wide, DESC_SIZE, 2, 2048, "descriptor size is 2048" },
	/* (2^32 + 1024) blocks of 4 KiB: 131073 groups of 32768, 64 bytes each: 8 MiB */
	{ &wide, BLOCKS_HI, 4, 1, "claims 131073 block groups" },
	{ &wide, BLOCKS_HI, 4, UINT32_MAX, "block count is 18446744069414585344" },
	/* 2^51 blocks, 2^63 bytes: 2^36 groups */
	{ &wide, BLOCKS_HI, 4, 1 << 19, "number of block groups is 68719476737" },
	{ &clustered, LOG_CLUSTER, 4, 20, "cluster size over 1024 is 20" },
	{ &clustered, LOG_CLUSTER, 4, UINT32_MAX, "cluster size over 1024 is 4294967295" },
	{ &clustered, CLUSTERS_PER_GROUP, 4, 0, "clusters per group is 0" },
	{ &clustered, CLUSTERS_PER_GROUP, 4, 8200, "clusters per group is 8200" },
	{ &clustered, BLOCKS_PER_GROUP, 4, 8, "blocks per group is 8" },
	{ &clustered, BLOCKS_PER_GROUP, 4, 0, "blocks per group is 0" },
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

static void check_case(const struct absurd *c, const struct blob *bytes)
{
	static const struct fs_options both[] = { { .describe = false }, { .describe = true } };
	struct image *img = blob_image(bytes);
	struct fs *fs = NULL;
	struct err err;
	size_t i;
	bool ok;

	for (i = 0; i < 2; i++) {
		err = (struct err) ERR_INIT;
		ok = CHECK_EQ(fs_open(img, &both[i], &err, &fs), ERR_DAMAGED);
		ok = CHECK_EQ(err.code, ERR_DAMAGED) && ok;
		ok = CHECK_HAS(err.text, c->sentence) && ok;
		ok = CHECK_EQ(err.place, 1024) && ok;
		if (!ok)
			printf(" [case %td: %s] ", c - cases, c->sentence);
		fs_close(fs);
		fs = NULL;
	}
	image_close(img);
}

static struct blob load(const struct fsimage *what)
{
	char path[PATH_ROOM];
	struct blob bytes;

	fsimage_make(what, path);
	bytes = blob_load(path);
	CHECK_FATAL(bytes.data != NULL);
	fsimage_destroy_backups(&bytes);
	return bytes;
}

static void absurd_fields(void)
{
	const struct fsimage *loaded = NULL;
	struct blob bytes = { 0 };
	uint64_t before;
	size_t i;

	for (i = 0; i < CASES; i++) {
		if (cases[i].image != loaded) {
			blob_free(&bytes);
			bytes = load(cases[i].image);
			loaded = cases[i].image;
		}
		before = get_le(bytes.data + 1024 + cases[i].field, cases[i].bytes);
		CHECK(before != cases[i].value);
		put_le(bytes.data + 1024 + cases[i].field, cases[i].value, cases[i].bytes);
		check_case(&cases[i], &bytes);
		put_le(bytes.data + 1024 + cases[i].field, before, cases[i].bytes);
	}
	blob_free(&bytes);
}

/* The images of the table are good as long as nothing is changed. */
static void the_same_images_unchanged(void)
{
	static const struct fsimage *const images[] = { &plain, &wide, &clustered };
	struct image *img;
	struct blob bytes;
	struct fs *fs;
	size_t i;

	for (i = 0; i < 3; i++) {
		bytes = load(images[i]);
		img = blob_image(&bytes);
		fs = fsimage_open(img);
		CHECK_EQ(finding_count(fs_findings(fs)), 0);
		CHECK_EQ(fs_volume(fs)->size, 4 * MIB);
		fs_close(fs);
		image_close(img);
		blob_free(&bytes);
	}
}

/* Random bytes over the superblock: refused or opened, but never worse. */
static void random_damage(void)
{
	static const struct fs_options describe = { .describe = true };
	struct blob bytes = load(&plain), copy = blob_new(bytes.size);
	struct prng p = prng_start(91);
	unsigned trial, opened = 0, refused = 0, changes;
	struct image *img;
	struct err err;
	struct fs *fs;
	uint64_t at;
	int ret;

	for (trial = 0; trial < 300; trial++) {
		memcpy(copy.data, bytes.data, bytes.size);
		for (changes = 1 + (unsigned)prng_below(&p, 4); changes; changes--) {
			at = 1024 + prng_below(&p, 256);
			copy.data[at] = (uint8_t)prng_next(&p);
		}
		put_le(copy.data + 1024 + 56, 0xef53, 2);
		img = blob_image(&copy);
		err = (struct err) ERR_INIT;
		fs = NULL;
		ret = fs_open(img, &describe, &err, &fs);
		opened += !ret;
		refused += ret < 0;
		if (!CHECK_SEED(&p, ret ? ret == err.code && err.text[0] && !fs : fs != NULL))
			printf(" [ret %d, code %d: %s] ", ret, err.code, err.text);
		fs_close(fs);
		image_close(img);
	}
	CHECK(opened > 10 && refused > 10);
	blob_free(&copy);
	blob_free(&bytes);
}

/* The last cluster is cut by the end of the volume: so is the last free run. */
static void the_last_cluster_is_clipped(void)
{
	struct blob bytes = load(&clustered);
	struct run_list runs;
	struct image *img;
	struct fs *fs;

	put_le(bytes.data + 1024 + BLOCKS, 4093, 4);	/* of 4096, 8 a cluster */
	img = blob_image(&bytes);
	fs = fsimage_open(img);
	runs = fsimage_walk(fs);
	if (CHECK(runs.count > 0))
		CHECK_EQ(range_end(&runs.item[runs.count - 1]), 4093 * 1024);
	run_list_free(&runs);
	fs_close(fs);
	image_close(img);
	blob_free(&bytes);
}

static void decodes(void)
{
	struct blob bytes = load(&clustered);
	struct image *img = blob_image(&bytes);
	struct ext_super s;

	CHECK_EQ(ext_super_read(img, EXT_SUPER_PLACE, &s, NULL), 0);
	CHECK_EQ(s.block_bytes, 1024);
	CHECK_EQ(s.cluster_bytes, 8192);
	CHECK_EQ(s.blocks, 4096);
	CHECK_EQ(s.groups, 1);
	CHECK_EQ(s.blocks_per_group, 8 * s.clusters_per_group);
	CHECK_EQ(s.first_data_blk, 0);
	CHECK(s.checksum_ok);
	CHECK_EQ(s.group, 0);
	CHECK(!memcmp(s.raw, bytes.data + 1024, 1024));
	CHECK_EQ(ext_super_read(img, 4096, &s, NULL), ERR_NOT_FOUND);
	CHECK_EQ(ext_super_read(img, 4 * MIB - 1023, &s, NULL), ERR_TRUNCATED);
	image_close(img);
	blob_free(&bytes);
}

static const struct unit_test tests[] = {
	{ "absurd fields", absurd_fields },
	{ "the same images, unchanged", the_same_images_unchanged },
	{ "random damage", random_damage },
	{ "the last cluster is clipped", the_last_cluster_is_clipped },
	{ "decodes", decodes },
};

void suite_ext_super(void)
{
	SUITE("fs/ext/ext_super", tests);
}
