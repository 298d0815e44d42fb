/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "measure/dirorder.h"
#include "support.h"
#include "suites.h"

#define ROOT 2
#define INODES 120
#define BLOCK 1024

VEC_DEFINE(name_vec, struct name);

/* A tree with directories 2, 3, ... and files above; any entry may lead anywhere. */
struct tree {
	struct name_vec names;		/* ascending directory */
	struct readfile_vec files;	/* ascending inode */
	unsigned directories;
	bool seen[INODES];
};

static struct tree random_tree(struct prng *p)
{
	struct tree t = { .directories = 1 + (unsigned)prng_below(p, 12) };
	struct readfile file = { 0 };
	struct name name = { 0 };
	uint64_t count;

	for (name.directory = ROOT; name.directory < ROOT + t.directories; name.directory++)
		for (count = prng_below(p, 14); count; count--) {
			/* mostly downwards; loops, several links and dead ends happen */
			name.inode = 1 + prng_below(p, prng_below(p, 3) ? INODES - 1 : 16);
			if (prng_below(p, 3) == 0)
				name.inode = name.directory + 1 + prng_below(p, 4);
			name.kind = name.inode < ROOT + t.directories ? FILE_DIRECTORY
				    : FILE_REGULAR;
			if (!prng_below(p, 5))
				name.kind = FILE_UNKNOWN;
			CHECK_FATAL(!name_vec_push(&t.names, name));
		}
	for (file.inode = ROOT + t.directories; file.inode < INODES; file.inode++) {
		if (!prng_below(p, 4))
			continue;
		file.start = BLOCK * prng_below(p, 400);
		file.end = file.start + BLOCK * (1 + prng_below(p, 9));
		file.near = (uint32_t)prng_below(p, 3);
		file.far = (uint32_t)prng_below(p, 3);
		CHECK_FATAL(!readfile_vec_push(&t.files, file));
	}
	return t;
}

/* By recursion, searching all names for those of a directory. */
static void naive(struct tree *t, uint64_t inode, struct readorder *order)
{
	uint64_t gap;
	size_t i;

	if (t->seen[inode])
		return;
	t->seen[inode] = true;
	for (i = 0; i < t->files.count; i++) {
		if (t->files.item[i].inode != inode)
			continue;
		gap = t->files.item[i].start - order->end;
		if (order->files && gap)
			*(gap <= 32 * BLOCK ? &order->between.near : &order->between.far) += 1;
		order->end = t->files.item[i].end;
		order->inside.near += t->files.item[i].near;
		order->inside.far += t->files.item[i].far;
		order->files++;
	}
	for (i = 0; i < t->names.count; i++)
		if (t->names.item[i].directory == inode)
			naive(t, t->names.item[i].inode, order);
}

static bool fold_shards(struct prng *p, struct dirorder *whole, const struct tree *t)
{
	struct dirorder shard;
	size_t i = 0, end;

	while (i < t->names.count || prng_below(p, 3)) {
		end = i + prng_below(p, 1 + prng_below(p, 20));
		if (dirorder_fold.fork(&shard, whole))
			return false;
		for (; i < end && i < t->names.count; i++)
			if (dirorder_fold.add.name(&shard, &t->names.item[i]))
				return false;
		if (dirorder_fold.merge(whole, &shard))
			return false;
	}
	return true;
}

static bool same(const struct readorder *a, const struct readorder *b)
{
	return a->files == b->files && a->end == b->end && a->inside.near == b->inside.near &&
	       a->inside.far == b->inside.far && a->between.near == b->between.near &&
	       a->between.far == b->between.far;
}

static void shards_equal_recursion(void)
{
	uint64_t trial, files = 0;
	struct prng p;
	bool ok;

	for (trial = 0; trial < 5000; trial++) {
		struct readorder got = { 0 }, expected = { 0 };
		struct dirorder whole;
		struct tree t;

		p = prng_start(40000 + trial);
		t = random_tree(&p);
		dirorder_init(&whole);
		ok = CHECK_SEED(&p, fold_shards(&p, &whole, &t));
		CHECK_EQ(dirorder_read(&whole, ROOT, &t.files, BLOCK, &got), 0);
		naive(&t, ROOT, &expected);
		ok = ok && CHECK_SEED(&p, same(&got, &expected));
		files += got.files;
		dirorder_free(&whole);
		name_vec_free(&t.names);
		readfile_vec_free(&t.files);
		if (!ok)
			return;
	}
	CHECK(files > 10000);
}

/* /a (12), /d/ (3), /d/b (13), /c (11): read as 12, 13, 11; symlinks are not read. */
static void goes_down_where_it_meets_a_directory(void)
{
	static const struct name names[] = {
		{ .directory = 2, .inode = 12, .kind = FILE_REGULAR },
		{ .directory = 2, .inode = 3, .kind = FILE_DIRECTORY },
		{ .directory = 2, .inode = 11, .kind = FILE_REGULAR },
		{ .directory = 3, .inode = 13, .kind = FILE_REGULAR },
		{ .directory = 3, .inode = 12, .kind = FILE_REGULAR },	/* a second link */
		{ .directory = 3, .inode = 11, .kind = FILE_SYMLINK },
	};
	struct readfile files[] = {
		{ 11, 5120, 6144, 0, 0 }, { 12, 1024, 2048, 0, 0 }, { 13, 2048, 5120, 1, 2 },
		{ 14, 9999, 99999, 7, 7 },	/* no name leads there */
	};
	const struct readfile_vec list = { .item = files, .count = 4 };
	struct readorder order = { 0 };
	struct dirorder d;
	size_t i;

	dirorder_init(&d);
	for (i = 0; i < 6; i++)
		CHECK_EQ(dirorder_add(&d, &names[i]), 0);
	CHECK_EQ(dirorder_read(&d, 2, &list, 1024, &order), 0);
	CHECK_EQ(order.files, 3);
	CHECK_EQ(seeks_total(order.between), 0);	/* 1024-2048-5120-6144 */
	CHECK_EQ(order.inside.near, 1);
	CHECK_EQ(order.inside.far, 2);
	CHECK_EQ(order.end, 6144);
	dirorder_free(&d);
}

static void without_names(void)
{
	const struct readfile_vec none = { 0 };
	struct readorder order = { 0 };
	struct dirorder d;

	dirorder_init(&d);
	CHECK_EQ(dirorder_read(&d, 2, &none, 1024, &order), 0);
	CHECK_EQ(order.files, 0);
	dirorder_free(&d);
	CHECK_EQ(sizeof(struct readfile), 32);		/* what the manual promises */
}

/* A chain of directories deeper than any stack of calls. */
static void a_deep_tree(void)
{
	struct readfile file = { 300001, 1024, 2048, 0, 0 };
	const struct readfile_vec list = { .item = &file, .count = 1 };
	struct name name = { .directory = 2, .kind = FILE_DIRECTORY };
	struct readorder order = { 0 };
	struct dirorder d;

	dirorder_init(&d);
	for (; name.directory <= 300000; name.directory++) {
		name.inode = name.directory + 1;
		CHECK_FATAL(dirorder_add(&d, &name) == 0);
	}
	CHECK_EQ(dirorder_read(&d, 2, &list, 1024, &order), 0);
	CHECK_EQ(order.files, 1);
	dirorder_free(&d);
}

static const struct unit_test tests[] = {
	{ "shards = recursion", shards_equal_recursion },
	{ "goes down where it meets a directory", goes_down_where_it_meets_a_directory },
	{ "without names", without_names },
	{ "a deep tree", a_deep_tree },
};

void suite_dirorder(void)
{
	SUITE("measure/dirorder", tests);
}
