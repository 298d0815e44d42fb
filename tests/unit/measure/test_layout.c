/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "measure/files.h"
#include "measure/fsckview.h"
#include "measure/layout.h"
#include "measure/layoutverdict.h"
#include "suites.h"

/* What the fold must know of a file; from files_naive(). */
static void naive_count(struct layout_counts *c, const struct filelayout *n)
{
	uint64_t seeks = n->seeks.near + n->seeks.far;

	c->files++;
	c->with_data += n->blocks > 0;
	c->inlined += n->inlined;
	c->empty += !n->blocks && !n->inlined;
	c->one_piece += n->blocks && !seeks;
	c->several += seeks > 0;
	c->several_extents += seeks ? n->extents : 0;
	c->several_bytes += seeks ? n->written + n->unwritten : 0;
	c->records += n->records;
	c->extents += n->extents;
	c->blocks += n->blocks;
	c->followers += n->blocks ? n->blocks - 1 : 0;
	c->written += n->written;
	c->unwritten += n->unwritten;
	c->holes += n->holes;
	c->hole_bytes += n->hole_bytes;
	c->slack += n->slack;
	c->beyond += n->beyond;
	c->seeks.near += n->seeks.near;
	c->seeks.far += n->seeks.far;
	if (n->extents > c->most_extents)
		c->most_extents = n->extents;
	if (seeks > c->most_seeks)
		c->most_seeks = seeks;
}

static unsigned naive_class(uint64_t extents)
{
	unsigned class = 0;

	while ((UINT64_C(1) << class) < extents)
		class++;
	return class;
}

static int worse_first(const void *a, const void *b)
{
	const struct worst_file *x = a, *y = b;
	uint64_t seeks_x = x->layout.seeks.near + x->layout.seeks.far;
	uint64_t seeks_y = y->layout.seeks.near + y->layout.seeks.far;

	if (seeks_x != seeks_y)
		return seeks_x > seeks_y ? -1 : 1;
	if (x->layout.extents != y->layout.extents)
		return x->layout.extents > y->layout.extents ? -1 : 1;
	return x->inode < y->inode ? -1 : 1;
}

static void naive_read(struct layout *n, uint64_t inode, const struct filelayout *f,
		       uint32_t block)
{
	const struct readfile read = { inode, f->read_start, f->read_end,
				       (uint32_t)f->read_seeks.near,
				       (uint32_t)f->read_seeks.far };

	if (n->list.count)
		files_naive_step(&n->order.between,
				 n->list.item[n->list.count - 1].end / block - 1,
				 f->read_start / block);
	CHECK_FATAL(!readfile_vec_push(&n->list, read));
	n->order.files++;
	n->order.inside.near += f->read_seeks.near;
	n->order.inside.far += f->read_seeks.far;
	n->read_bytes += f->written;
}

/* All files sorted at once instead of a heap; one list instead of shards. */
static struct layout naive(struct random_files *files, const struct layout_options *options)
{
	struct layout n = { .options = *options };
	struct worst_file worst;
	struct filelayout f;
	const struct file *file;
	size_t i;

	for (i = 0; i < files->count; i++) {
		file = files_get(files, i);
		if (file->deleted)
			continue;
		if (fsckview_fragmented(file, &options->units, options->group_blocks))
			*(file->kind == FILE_DIRECTORY ? &n.fsck_directories : &n.fsck_files) += 1;
		if (file->role != FILE_PLAIN) {
			n.system_files++;
			continue;
		}
		f = files_naive(&files->item[i], &options->units);
		naive_count(&n.kinds[file->kind == FILE_REGULAR ? 0 : file->kind == FILE_DIRECTORY ?
				     1 : file->kind == FILE_SYMLINK ? 2 : 3], &f);
		if (f.extents) {
			n.classes[naive_class(f.extents)].files++;
			n.classes[naive_class(f.extents)].extents += f.extents;
		}
		if (file->kind == FILE_REGULAR && f.written)
			naive_read(&n, file->inode, &f, options->units.block);
		worst = (struct worst_file) { file->inode, file->kind, file->size, f };
		if (f.extents > 1)
			CHECK_FATAL(!worst_vec_push(&n.worst.files, worst));
	}
	if (n.worst.files.count)
		qsort(n.worst.files.item, n.worst.files.count, sizeof(worst), worse_first);
	if (n.worst.files.count > options->worst)
		n.worst.files.count = options->worst;
	return n;
}

static bool same_seeks(struct seeks a, struct seeks b)
{
	return a.near == b.near && a.far == b.far;
}

static bool same_lists(const struct layout *got, const struct layout *n)
{
	size_t i;

	if (got->worst.files.count != n->worst.files.count ||
	    got->list.count != (n->options.list ? n->list.count : 0))
		return false;
	for (i = 0; i < n->worst.files.count; i++)
		if (worse_first(&got->worst.files.item[i], &n->worst.files.item[i]) != 1 ||
		    got->worst.files.item[i].inode != n->worst.files.item[i].inode ||
		    got->worst.files.item[i].size != n->worst.files.item[i].size)
			return false;
	return !got->list.count || !memcmp(got->list.item, n->list.item,
					   n->list.count * sizeof(n->list.item[0]));
}

static bool equal(const struct layout *got, const struct layout *n)
{
	return !memcmp(got->kinds, n->kinds, sizeof(n->kinds)) &&
	       !memcmp(got->classes, n->classes, sizeof(n->classes)) &&
	       got->system_files == n->system_files && got->read_bytes == n->read_bytes &&
	       got->fsck_files == n->fsck_files && got->fsck_directories == n->fsck_directories &&
	       got->order.files == n->order.files &&
	       same_seeks(got->order.inside, n->order.inside) &&
	       same_seeks(got->order.between, n->order.between) && same_lists(got, n);
}

/* Cuts the files anywhere into shards, some of them empty. */
static bool fold_shards(struct prng *p, struct layout *whole, struct random_files *files)
{
	struct layout shard;
	size_t i = 0, end;

	while (i < files->count || prng_below(p, 3)) {
		end = i + prng_below(p, 1 + prng_below(p, 20));
		if (layout_fold.fork(&shard, whole))
			return false;
		for (; i < end && i < files->count; i++)
			if (layout_fold.add.file(&shard, files_get(files, i)))
				return false;
		if (layout_fold.merge(whole, &shard))
			return false;
	}
	return true;
}

static void shards_equal_whole_equal_naive(void)
{
	struct layout_options options;
	struct layout whole, merged, expected;
	struct random_files files;
	uint64_t trial;
	struct prng p;
	bool ok;
	size_t i;

	for (trial = 0; trial < 600; trial++) {
		p = prng_start(20000 + trial);
		options = (struct layout_options) {
			.group_blocks = 1 + prng_below(&p, 100),
			.worst = prng_below(&p, 12), .list = prng_below(&p, 2),
		};
		options.units.block = FILES_BLOCK << prng_below(&p, 5);
		options.units.cluster = options.units.block << prng_below(&p, 4);
		files = files_random_list(&p, prng_below(&p, 80), &options.units);
		expected = naive(&files, &options);
		layout_init(&whole, &options);
		layout_init(&merged, &options);
		for (i = 0; i < files.count; i++)
			CHECK_FATAL(layout_add(&whole, files_get(&files, i)) == 0);
		ok = CHECK_SEED(&p, fold_shards(&p, &merged, &files));
		layout_finish(&whole);
		layout_finish(&merged);
		ok = CHECK_SEED(&p, ok && equal(&whole, &expected)) &&
		     CHECK_SEED(&p, ok && equal(&merged, &expected));
		layout_free(&whole);
		layout_free(&merged);
		layout_free(&expected);
		random_files_free(&files);
		if (!ok)
			return;
	}
}

static const struct layout_options kib = { .units = { 1024, 1024 }, .group_blocks = 8192,
					   .worst = 2, .list = true };

static void add(struct layout *l, uint64_t inode, uint64_t size, const struct extent *records,
		size_t count)
{
	const struct file file = { .inode = inode, .size = size, .records = records,
				   .record_count = count };

	CHECK_EQ(layout_add(l, &file), 0);
}

/*
 * Blocks of 1 KiB. Inode 11: 100-103. Inode 12: 104-105 and 300-301. Inode 13: 310.
 * Extents 1 + 2 + 1 in 3 files: 4/3. Blocks after the first of a file 3 + 3 + 0, one
 * of them far off: 5/6. In inode order 11 to 12 touch, 12 has one far seek
 * inside, and from 301 to 310 are 8 blocks, near: 2 seeks in 9 KiB, which is
 * 2 * 2^30 / 9216 = 233016.9 per GiB.
 */
static void worked_example(void)
{
	static const struct extent first[] = { { 0, 102400, 4096, false } };
	static const struct extent second[] = { { 0, 106496, 2048, false },
						{ 2048, 307200, 2048, false } };
	static const struct extent third[] = { { 0, 317440, 1024, false } };
	struct layout_counts all;
	struct layout l;

	layout_init(&l, &kib);
	add(&l, 11, 4096, first, 1);
	add(&l, 12, 4000, second, 2);
	add(&l, 13, 1, third, 1);
	layout_finish(&l);
	all = layout_total(&l);
	CHECK(layout_extents_per_file(&all) == 4.0 / 3);
	CHECK(layout_score(&all) == 500.0 / 6);
	CHECK(layout_one_piece_share(&all) == 200.0 / 3);
	CHECK_EQ(l.order.inside.far, 1);
	CHECK_EQ(l.order.between.near, 1);
	CHECK_EQ(seeks_total(readorder_seeks(&l.order)), 2);
	CHECK_EQ(layout_per_gib(&l, 2), 233016);
	CHECK_EQ(all.slack, 96 + 1023);
	CHECK_EQ(l.worst.files.count, 1);
	CHECK_EQ(l.worst.files.item[0].inode, 12);
	CHECK_EQ(l.fsck_files, 1);
	/* 116508 far seeks inside files per GiB, 1.33 extents per file; pieces of 2 KiB */
	CHECK_EQ(layoutverdict_of(&l), LAYOUTVERDICT_FAIR);
	CHECK_EQ(layoutverdict_mean_piece(&l), 2048);
	CHECK(layoutverdict_flash_gains(&l));
	layout_free(&l);
}

static void without_files(void)
{
	struct layout_counts all;
	struct layout l;

	layout_init(&l, &kib);
	layout_finish(&l);
	all = layout_total(&l);
	CHECK(layout_extents_per_file(&all) == 1 && layout_score(&all) == 100);
	CHECK(layout_one_piece_share(&all) == 100 && layout_per_gib(&l, 5) == 0);
	CHECK_EQ(layoutverdict_of(&l), LAYOUTVERDICT_GOOD);
	CHECK(!layoutverdict_flash_gains(&l));
	CHECK_EQ(layoutverdict_mean_piece(&l), 0);
	layout_free(&l);
}

/* The marks at their borders; figures set by hand. */
static void marks(void)
{
	static const struct { uint64_t far, extents; int mark; } cases[] = {
		{ 99, 5000, 0 }, { 100, 5000, 1 }, { 799, 5000, 1 }, { 800, 5000, 2 },
		{ 5000, 1049, 0 }, { 5000, 1050, 1 }, { 5000, 1499, 1 }, { 5000, 1500, 2 },
	};
	struct layout l;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		layout_init(&l, &kib);
		l.read_bytes = UINT64_C(1) << 30;
		l.order.inside.far = cases[i].far;
		l.kinds[LAYOUT_REGULAR].with_data = 1000;
		l.kinds[LAYOUT_REGULAR].extents = cases[i].extents;
		l.kinds[LAYOUT_REGULAR].several_extents = 4;
		l.kinds[LAYOUT_REGULAR].several_bytes = 4 * 131072 - (i == 3 ? 4 : 0);
		CHECK_EQ(layoutverdict_of(&l), cases[i].mark);
		CHECK_EQ(layoutverdict_flash_gains(&l), i == 3);
		layout_free(&l);
	}
	/* 1 GiB at 100 MiB/s is 10.24 s; 810.5 seeks of 12.634 ms double it */
	CHECK_EQ(layoutverdict_seconds(UINT64_C(1) << 30, 0) * 1000, 10240);
	CHECK_EQ(layoutverdict_seconds(0, 1000) * 1000, 12634);
}

static const struct unit_test tests[] = {
	{ "shards = whole = naive", shards_equal_whole_equal_naive },
	{ "worked example", worked_example },
	{ "without files", without_files },
	{ "marks", marks },
};

void suite_layout(void)
{
	SUITE("measure/layout", tests);
}
