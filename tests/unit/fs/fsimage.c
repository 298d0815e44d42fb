/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ext2fs/ext2fs.h>

#include "fs/fsimage.h"

static const char mke2fs_conf[] =
	"[defaults]\n"
	"\tbase_features = sparse_super,large_file,filetype,resize_inode,dir_index,ext_attr\n"
	"\tenable_periodic_fsck = 0\n\tblocksize = 4096\n\tinode_size = 256\n"
	"\tinode_ratio = 16384\n"
	"[fs_types]\n"
	"\text3 = {\n\t\tfeatures = has_journal\n\t}\n"
	"\text4 = {\n\t\tfeatures = has_journal,extent,huge_file,flex_bg,metadata_csum,64bit,"
	"dir_nlink,extra_isize\n\t}\n";

static void configure(void)
{
	struct blob conf = { .data = (uint8_t *)(uintptr_t)mke2fs_conf,
			     .size = sizeof(mke2fs_conf) - 1 };
	char path[PATH_ROOM];

	CHECK_FATAL(blob_store(&conf, support_path("mke2fs.conf", path)));
	setenv("MKE2FS_CONFIG", path, 1);
	setenv("E2FSPROGS_FAKE_TIME", "1262304000", 1);
	setenv("MKE2FS_SKIP_PROGRESS", "1", 1);
}

void fsimage_make(const struct fsimage *what, char path[PATH_ROOM])
{
	char name[80];

	configure();
	snprintf(name, sizeof(name), "%s.img", what->name);
	support_path(name, path);
	unlink(path);
	CHECK_FATAL(support_run("PATH=$PATH:/sbin:/usr/sbin; truncate -s %llu '%s' && "
				"mke2fs -q -F -U %s -E hash_seed=%s,root_owner=0:0,nodiscard,"
				"lazy_itable_init=1,lazy_journal_init=1%s %s '%s' >/dev/null 2>&1",
				(unsigned long long)what->bytes, path, FSIMAGE_UUID, FSIMAGE_UUID,
				what->ext, what->args, path) == 0);
}

static ext2_filsys open_lib(const char *path, int flags)
{
	ext2_filsys lib = NULL;

	CHECK_FATAL(ext2fs_open(path, EXT2_FLAG_64BITS | flags, 0, 0, unix_io_manager,
				&lib) == 0);
	return lib;
}

/* Occupies the clusters of blocks [blk, blk + count), as far as they are free. */
static void occupy(ext2_filsys lib, uint64_t blk, uint64_t count)
{
	uint64_t ratio = EXT2FS_CLUSTER_RATIO(lib);
	uint64_t end = blk + count;

	if (end > ext2fs_blocks_count(lib->super))
		end = ext2fs_blocks_count(lib->super);
	for (blk -= blk % ratio; blk < end; blk += ratio)
		if (blk >= lib->super->s_first_data_block &&
		    !ext2fs_test_block_bitmap2(lib->block_map, blk))
			ext2fs_block_alloc_stats2(lib, blk, +1);
}

void fsimage_scatter(const char *path, struct prng *p, unsigned count)
{
	ext2_filsys lib = open_lib(path, EXT2_FLAG_RW);
	uint64_t blocks = ext2fs_blocks_count(lib->super);
	uint64_t blk;
	uint32_t group;

	CHECK_FATAL(ext2fs_read_bitmaps(lib) == 0);
	for (group = 0; group < lib->group_desc_count; group++) {
		blk = ext2fs_group_first_block2(lib, group) +
		      prng_below(p, (uint64_t)ext2fs_group_blocks_count(lib, group));
		occupy(lib, blk, 1 + prng_below(p, 9));
	}
	while (count--) {
		blk = prng_below(p, blocks);
		occupy(lib, blk, 1 + prng_below(p, 30));
	}
	CHECK_FATAL(ext2fs_close_free(&lib) == 0);
}

struct run_list fsimage_free(const char *path, int64_t full)
{
	ext2_filsys lib = open_lib(path, 0);
	struct run_list runs = { 0 };
	struct range *last = NULL;
	uint64_t blk;

	CHECK_FATAL(ext2fs_read_block_bitmap(lib) == 0);
	for (blk = lib->super->s_first_data_block; blk < ext2fs_blocks_count(lib->super); blk++) {
		if (ext2fs_test_block_bitmap2(lib->block_map, blk) ||
		    ext2fs_group_of_blk2(lib, blk) == full)
			continue;
		last = runs.count ? &runs.item[runs.count - 1] : NULL;
		if (last && range_end(last) == blk * lib->blocksize)
			last->len += lib->blocksize;
		else
			run_list_push(&runs, (struct range) { blk * lib->blocksize,
							      lib->blocksize });
	}
	ext2fs_free(lib);
	return runs;
}

struct fsimage_group fsimage_group(const char *path, uint32_t group)
{
	ext2_filsys lib = open_lib(path, 0);
	struct fsimage_group g = {
		.first_blk = ext2fs_group_first_block2(lib, group),
		.blocks = (uint64_t)ext2fs_group_blocks_count(lib, group),
		.bitmap_blk = ext2fs_block_bitmap_loc(lib, group),
		.free = ext2fs_bg_free_blocks_count(lib, group),
		.checksum = ext2fs_block_bitmap_checksum(lib, group),
		.seed = lib->csum_seed,
		.bitmap_bytes = lib->super->s_clusters_per_group / 8,
		.block_bytes = lib->blocksize,
		.groups = lib->group_desc_count,
		.volume_free = ext2fs_free_blocks_count(lib->super),
	};

	ext2fs_free(lib);
	return g;
}

void fsimage_miscount(const char *path, int64_t group, int by)
{
	ext2_filsys lib = open_lib(path, EXT2_FLAG_RW);
	blk64_t free_blk;
	uint32_t count;

	if (group < 0) {
		free_blk = ext2fs_free_blocks_count(lib->super) + (blk64_t)by;
		ext2fs_free_blocks_count_set(lib->super, free_blk);
	} else {
		count = ext2fs_bg_free_blocks_count(lib, (dgrp_t)group);
		ext2fs_bg_free_blocks_count_set(lib, (dgrp_t)group, count + (uint32_t)by);
		ext2fs_group_desc_csum_set(lib, (dgrp_t)group);
	}
	ext2fs_mark_super_dirty(lib);
	CHECK_FATAL(ext2fs_close_free(&lib) == 0);
}

void fsimage_destroy_backups(struct blob *image)
{
	size_t at;

	for (at = 2048; at + 1024 <= image->size; at += 1024)
		if (get_le(image->data + at + 56, 2) == 0xef53)
			memset(image->data + at, 0, 1024);
}

void fsimage_seal(struct blob *image)
{
	uint8_t *super = image->data + 1024;

	put_le(super + 1020, slow_crc32c(~0U, super, 1020), 4);
}

struct fs *fsimage_open(struct image *img)
{
	const struct fs_options options = { .describe = false };
	struct err err = ERR_INIT;
	struct fs *fs = NULL;

	if (fs_open(img, &options, &err, &fs))
		printf(" fs_open: %s ", err.text);
	CHECK_FATAL(fs != NULL);
	return fs;
}

static int take(void *ctx, const struct range *run)
{
	return run_list_push(ctx, *run);
}

struct run_list fsimage_walk(struct fs *fs)
{
	struct run_list runs = { 0 };
	struct err err = ERR_INIT;

	if (!CHECK_EQ(fs_each_free(fs, take, &runs, &err), 0))
		printf(" %s ", err.text);
	return runs;
}

/* A fold that keeps the runs themselves, joined at the seams. */
static int list_fork(void *shard, const void *whole)
{
	(void)whole;
	memset(shard, 0, sizeof(struct run_list));
	return 0;
}

static int list_add(void *state, const struct range *run)
{
	return run_list_push(state, *run);
}

static int list_merge(void *state, void *next_state)
{
	struct run_list *runs = state, *next = next_state;
	struct range *last = runs->count ? &runs->item[runs->count - 1] : NULL;
	size_t i = 0;
	int ret = 0;

	if (last && next->count && range_end(last) == next->item[0].start)
		last->len += next->item[i++].len;
	for (; !ret && i < next->count; i++)
		ret = run_list_push(runs, next->item[i]);
	run_list_free(next);
	return ret;
}

static void list_release(void *state)
{
	run_list_free(state);
}

static const struct fold list_fold = {
	.size = sizeof(struct run_list), .fork = list_fork, .add.range = list_add,
	.merge = list_merge, .release = list_release,
};

struct run_list fsimage_fold(struct fs *fs, unsigned threads)
{
	const struct fs_walk_options options = { .threads = threads };
	struct run_list runs = { 0 };
	struct err err = ERR_INIT;

	if (!CHECK_EQ(fs_fold_free(fs, &list_fold, &runs, &options, &err), 0))
		printf(" %s ", err.text);
	return runs;
}

bool fsimage_same(const struct run_list *a, const struct run_list *b)
{
	return a->count == b->count &&
	       (!a->count || !memcmp(a->item, b->item, a->count * sizeof(*a->item)));
}

uint64_t fsimage_sum(const struct run_list *runs)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < runs->count; i++)
		sum += runs->item[i].len;
	return sum;
}

const struct finding *fsimage_finding(struct fs *fs, enum finding_kind kind)
{
	const struct findings *list = fs_findings(fs);
	size_t i;

	for (i = 0; i < list->kept.count; i++)
		if (list->kept.item[i].kind == kind)
			return &list->kept.item[i];
	return NULL;
}
