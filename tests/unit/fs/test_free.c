/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walk over free space against libext2fs' bitmaps, block by block, on every layout. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs/fs.h"
#include "fs/fsimage.h"
#include "image/file.h"
#include "image/overlay.h"
#include "image/window.h"
#include "measure/freegroups.h"
#include "measure/freehist.h"
#include "suites.h"
#include "support.h"

#define MIB (UINT64_C(1) << 20)

static const struct fsimage many_groups = {
	"many", 150 * MIB + 700 * 1024, "-t ext4 -b 4096 -g 256 -N 2048 -J size=4", "",
};

static const struct fsimage layouts[] = {
	{ "ext2-1k", 20 * MIB, "-t ext2 -b 1024 -N 512", "" },
	{ "ext2-rev0", 20 * MIB, "-t ext2 -r 0 -O none -b 1024 -N 512", "" },
	{ "ext2-4k", 32 * MIB, "-t ext2 -b 4096 -g 1024 -N 512", "" },
	{ "ext3-1k", 20 * MIB + 1023 * 1024, "-t ext3 -b 1024 -J size=1 -N 512", "" },
	{ "ext3-4k", 32 * MIB, "-t ext3 -b 4096 -g 1024 -J size=4 -N 512", "" },
	{ "ext4-1k", 40 * MIB, "-t ext4 -b 1024 -g 2048 -N 2048", "" },
	{ "ext4-4k", 64 * MIB + 2 * MIB + 20480, "-t ext4 -b 4096 -g 1024 -N 2048", "" },
	{ "ext4-64k", 300 * MIB, "-t ext4 -b 65536 -g 1024 -N 8192", "" },
	{ "bigalloc", 64 * MIB, "-t ext4 -b 4096 -O bigalloc -C 65536 -N 2048", "" },
	{ "bigalloc-1k", 300 * MIB, "-t ext4 -b 1024 -O bigalloc -C 16384 -N 2048", "" },
	{ "bigalloc-same", 20 * MIB, "-t ext4 -b 1024 -O bigalloc -C 2048 -N 512", "" },
	{ "meta-bg", 60 * MIB, "-t ext4 -b 1024 -g 1024 -O meta_bg,^resize_inode -N 2048", "" },
	{ "32bit", 32 * MIB, "-t ext4 -b 4096 -g 1024 -O ^64bit -N 512", "" },
	{ "no-flex-bg", 32 * MIB, "-t ext4 -b 4096 -g 1024 -O ^flex_bg -N 512", "" },
	{ "uninit-bg", 32 * MIB, "-t ext4 -b 1024 -g 2048 -O ^metadata_csum,uninit_bg -N 512", "" },
	{ "no-csum", 32 * MIB, "-t ext4 -b 1024 -g 2048 -O ^metadata_csum -N 512", "" },
	{ "sparse-super2", 32 * MIB, "-t ext4 -b 1024 -g 2048 -O sparse_super2,^resize_inode -N 512",
	  "" },
	{ "csum-seed", 32 * MIB, "-t ext4 -b 1024 -g 2048 -O metadata_csum_seed -N 512", "" },
	{ "no-sparse", 32 * MIB, "-t ext4 -b 1024 -g 2048 -O ^sparse_super,^resize_inode -N 512",
	  "" },
};
#define LAYOUTS (sizeof(layouts) / sizeof(layouts[0]))

static struct image *open_file(const char *path)
{
	struct image *img = NULL;

	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	return img;
}

/* One walk and folds on 1, 2 and 7 threads: each run is libext2fs' run. */
static bool all_walks_agree(struct fs *fs, const struct run_list *expected)
{
	static const unsigned threads[] = { 1, 2, 7 };
	struct run_list runs = fsimage_walk(fs);
	bool same = CHECK(fsimage_same(&runs, expected));
	size_t t;

	for (t = 0; t < 3; t++) {
		run_list_free(&runs);
		runs = fsimage_fold(fs, threads[t]);
		same = CHECK(fsimage_same(&runs, expected)) && same;
	}
	run_list_free(&runs);
	return same;
}

static bool layout_agrees(const char *path)
{
	struct run_list expected = fsimage_free(path, -1);
	struct image *img = open_file(path);
	struct fs *fs = fsimage_open(img);
	struct fsimage_group group = fsimage_group(path, 0);
	bool ok;

	ok = all_walks_agree(fs, &expected);
	ok = CHECK(expected.count > 0) && ok;
	ok = CHECK_EQ(fsimage_sum(&expected), group.volume_free * group.block_bytes) && ok;
	ok = CHECK_EQ(fs_volume(fs)->free, group.volume_free * group.block_bytes) && ok;
	ok = CHECK_EQ(fs_volume(fs)->groups, group.groups) && ok;
	ok = CHECK_EQ(finding_count(fs_findings(fs)), 0) && ok;
	fs_close(fs);
	image_close(img);
	run_list_free(&expected);
	return ok;
}

static void every_layout(void)
{
	char path[PATH_ROOM];
	struct prng p;
	size_t i;
	bool ok;

	for (i = 0; i < LAYOUTS; i++) {
		p = prng_start(i);
		fsimage_make(&layouts[i], path);
		ok = layout_agrees(path);	/* fresh: most groups were never written */
		fsimage_scatter(path, &p, 400);
		ok = layout_agrees(path) && ok;
		if (!ok)
			printf(" [layout %s, seed %zu] ", layouts[i].name, i);
		remove(path);
	}
}

/* Large enough for several shards a thread (64 groups each), with a short last group. */
static void many_shards(void)
{
	struct prng p = prng_start(77);
	char path[PATH_ROOM];

	fsimage_make(&many_groups, path);
	CHECK_EQ(fsimage_group(path, 0).groups, 151);
	CHECK_EQ(fsimage_group(path, 150).blocks, 700 / 4);
	layout_agrees(path);
	fsimage_scatter(path, &p, 3000);
	layout_agrees(path);
}

/* Old descriptors up to s_first_meta_bg, meta groups from there on. */
static void meta_bg_from_a_later_group(void)
{
	const struct fsimage what = {
		"meta-bg-later", 80 * MIB,
		"-t ext4 -b 1024 -g 1024 -O meta_bg,^resize_inode,^flex_bg -N 2048", "",
	};
	struct prng p = prng_start(82);
	char path[PATH_ROOM];
	struct blob bytes;

	setenv("MKE2FS_FIRST_META_BG", "2", 1);
	fsimage_make(&what, path);
	unsetenv("MKE2FS_FIRST_META_BG");
	bytes = blob_load(path);
	CHECK_EQ(get_le(bytes.data + 1024 + 260, 4), 2);
	blob_free(&bytes);
	layout_agrees(path);
	fsimage_scatter(path, &p, 100);
	layout_agrees(path);
}

static void fold_like_each(struct fs *fs, unsigned threads, const struct run_list *runs)
{
	const struct fs_walk_options options = { .threads = threads };
	const struct freehist_options chunks = { .chunk = 65536, .stripe = 3 * 65536,
						 .stripe_phase = 4096 };
	const struct volume *v = fs_volume(fs);
	struct freegroups g_one, g_many;
	struct freehist one, many;
	uint64_t i, wrong = 0;
	struct freegroup a, b;

	freehist_init(&one, &chunks);
	freehist_init(&many, &chunks);
	freegroups_init(&g_one, v->group_start, v->group_bytes);
	freegroups_init(&g_many, v->group_start, v->group_bytes);
	for (i = 0; i < runs->count; i++) {
		freehist_add(&one, &runs->item[i]);
		CHECK_FATAL(freegroups_add(&g_one, &runs->item[i]) == 0);
	}
	CHECK_EQ(fs_fold_free(fs, &freehist_fold, &many, &options, NULL), 0);
	CHECK_EQ(fs_fold_free(fs, &freegroups_fold, &g_many, &options, NULL), 0);
	freehist_finish(&one);
	freehist_finish(&many);
	CHECK(!memcmp(&one.hist, &many.hist, sizeof(one.hist)));
	CHECK_EQ(many.extents, one.extents);
	CHECK_EQ(many.bytes, one.bytes);
	CHECK_EQ(many.chunks, one.chunks);
	CHECK_EQ(many.stripes, one.stripes);
	CHECK_EQ(many.longest.start, one.longest.start);
	CHECK_EQ(many.shortest, one.shortest);
	for (i = 0; i < v->groups; i++) {
		a = freegroups_get(&g_one, i);
		b = freegroups_get(&g_many, i);
		wrong += a.free != b.free || a.largest != b.largest || a.extents != b.extents;
	}
	CHECK_EQ(wrong, 0);
	freegroups_free(&g_one);
	freegroups_free(&g_many);
}

static void folds_of_measure(void)
{
	struct prng p = prng_start(78);
	char path[PATH_ROOM];
	struct run_list runs;
	struct image *img;
	struct fs *fs;

	fsimage_make(&many_groups, path);
	fsimage_scatter(path, &p, 2000);
	runs = fsimage_free(path, -1);
	img = open_file(path);
	fs = fsimage_open(img);
	fold_like_each(fs, 1, &runs);
	fold_like_each(fs, 2, &runs);
	fold_like_each(fs, 7, &runs);
	fold_like_each(fs, 0, &runs);
	fs_close(fs);
	image_close(img);
	run_list_free(&runs);
}

/* Behind a window and behind an overlay, which has no descriptor, nothing differs. */
static void through_other_images(void)
{
	struct prng p = prng_start(79);
	struct image *img, *over = NULL, *part = NULL;
	struct run_list runs;
	char path[PATH_ROOM];
	struct blob volume, disk;
	struct fs *fs;

	fsimage_make(&layouts[6], path);
	fsimage_scatter(path, &p, 300);
	runs = fsimage_free(path, -1);
	volume = blob_load(path);
	disk = blob_new(volume.size + 3 * 512);
	memcpy(disk.data + 512, volume.data, volume.size);
	img = blob_image(&disk);
	CHECK_FATAL(window_open(img, (struct range) { 512, volume.size }, &part, NULL) == 0);
	fs = fsimage_open(part);
	CHECK_EQ(fs_volume(fs)->device_offset, 512);
	all_walks_agree(fs, &runs);
	fs_close(fs);
	CHECK_FATAL(overlay_open(part, &over, NULL) == 0);
	fs = fsimage_open(over);
	all_walks_agree(fs, &runs);
	CHECK_EQ(finding_count(fs_findings(fs)), 0);
	fs_close(fs);
	image_close(over);
	image_close(part);
	image_close(img);
	blob_free(&disk);
	blob_free(&volume);
	run_list_free(&runs);
}

struct stopper {
	uint64_t calls, stop_at;
	int answer;
};

static int stop(void *ctx, const struct range *run)
{
	struct stopper *s = ctx;

	(void)run;
	return ++s->calls == s->stop_at ? s->answer : 0;
}

static int stop_fork(void *shard, const void *whole)
{
	memcpy(shard, whole, sizeof(struct stopper));
	return 0;
}

static int stop_add(void *state, const struct range *run)
{
	struct stopper *s = state;

	return run->start >= s->stop_at ? s->answer : 0;
}

static int stop_merge(void *state, void *next)
{
	(void)next;
	((struct stopper *)state)->calls++;
	return 0;
}

static void stop_release(void *state)
{
	(void)state;
}

/* The walk ends with the call that does not answer 0, and hands its answer back. */
static void a_callback_stops_the_walk(void)
{
	static const int answers[] = { 1, 42, ERR_NOMEM };
	struct prng p = prng_start(80);
	struct stopper s;
	char path[PATH_ROOM];
	struct image *img;
	struct fs *fs;
	struct err err;
	size_t i;

	fsimage_make(&many_groups, path);
	fsimage_scatter(path, &p, 2000);
	img = open_file(path);
	fs = fsimage_open(img);
	for (i = 0; i < 3; i++) {
		err = (struct err) ERR_INIT;
		s = (struct stopper) { .stop_at = 1, .answer = answers[i] };
		CHECK_EQ(fs_each_free(fs, stop, &s, &err), answers[i]);
		CHECK_EQ(s.calls, 1);
		s = (struct stopper) { .stop_at = 500, .answer = answers[i] };
		CHECK_EQ(fs_each_free(fs, stop, &s, &err), answers[i]);
		CHECK_EQ(s.calls, 500);
	}
	CHECK_EQ(finding_count(fs_findings(fs)), 0);
	fs_close(fs);
	image_close(img);
}

static bool any_from(const struct run_list *runs, uint64_t place)
{
	return runs->count && runs->item[runs->count - 1].start >= place;
}

static void a_callback_stops_the_fold(void)
{
	const struct fold fold = {
		.size = sizeof(struct stopper), .fork = stop_fork, .add.range = stop_add,
		.merge = stop_merge, .release = stop_release,
	};
	static const uint64_t places[] = { 0, 10 * MIB, 70 * MIB, 149 * MIB, 500 * MIB };
	struct fs_walk_options options = { 0 };
	struct prng p = prng_start(81);
	struct run_list runs;
	struct stopper s;
	char path[PATH_ROOM];
	struct image *img;
	struct fs *fs;
	struct err err;
	size_t i;

	fsimage_make(&many_groups, path);
	fsimage_scatter(path, &p, 2000);
	runs = fsimage_free(path, -1);
	CHECK(any_from(&runs, 149 * MIB));
	img = open_file(path);
	fs = fsimage_open(img);
	for (options.threads = 1; options.threads <= 7; options.threads += 3)
		for (i = 0; i < 5; i++) {
			s = (struct stopper) { .stop_at = places[i], .answer = 17 };
			CHECK_EQ(fs_fold_free(fs, &fold, &s, &options, &err),
				 any_from(&runs, places[i]) ? 17 : 0);
		}
	fs_close(fs);
	image_close(img);
	run_list_free(&runs);
}

/*
 * A fold may fail by itself, as freegroups without memory: then the code comes
 * back, and what stands in err must not call it "no error".
 */
static void a_failing_callback_leaves_no_empty_error(void)
{
	struct stopper s = { .stop_at = 1, .answer = ERR_NOMEM };
	char path[PATH_ROOM];
	struct image *img;
	struct fs *fs;
	struct err err = ERR_INIT;

	fsimage_make(&layouts[0], path);
	img = open_file(path);
	fs = fsimage_open(img);
	CHECK_EQ(fs_each_free(fs, stop, &s, &err), ERR_NOMEM);
	CHECK_EQ(err.code, ERR_NOMEM);
	CHECK_EQ(err.place, ERR_NO_PLACE);
	CHECK(err.text[0] != '\0');
	fs_close(fs);
	image_close(img);
}

static const struct unit_test tests[] = {
	{ "every layout", every_layout },
	{ "many shards", many_shards },
	{ "meta_bg from a later group", meta_bg_from_a_later_group },
	{ "folds of measure", folds_of_measure },
	{ "through other images", through_other_images },
	{ "a callback stops the walk", a_callback_stops_the_walk },
	{ "a callback stops the fold", a_callback_stops_the_fold },
	{ "a failing callback leaves no empty error", a_failing_callback_leaves_no_empty_error },
};

void suite_fs_free(void)
{
	SUITE("fs/free", tests);
}
