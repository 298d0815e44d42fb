/* SPDX-License-Identifier: GPL-2.0-or-later */
/* e2fsck's rule against a walk of each block and each indirect block. */
#include "measure/files.h"
#include "measure/fsckview.h"
#include "suites.h"

/* All blocks in order, the indirect ones among them: is each the next on the volume? */
static bool naive(const struct random_file *f)
{
	uint64_t last = 0;
	bool broken = false;
	unsigned e;
	int i;

	for (i = 0; i < FILES_BLOCKS; i++) {
		if (!f->mapped[i])
			continue;
		for (e = 0; e < (f->file.block_mapped ? f->entered_count[i] : 0); e++) {
			broken |= last && f->entered[i][e] != last + 1;
			last = f->entered[i][e];
		}
		broken |= last && f->place[i] != last + 1;
		last = f->place[i];
	}
	return broken;
}

static void random_files_as_naive(void)
{
	const struct filelayout_units units = { FILES_BLOCK, FILES_BLOCK };
	uint64_t trial, broken = 0, whole = 0;
	struct random_files one;
	bool expected, ok = true;
	struct prng p;

	for (trial = 0; ok && trial < 20000; trial++) {
		p = prng_start(9000 + trial);
		one = files_random_list(&p, 1, &units);
		expected = naive(&one.item[0]);
		if (one.item[0].mapped[50] && one.item[0].file.block_mapped) {
			broken += expected;
			whole += !expected;
		}
		ok = CHECK_SEED(&p, fsckview_fragmented(files_get(&one, 0), &units, 1000000) ==
				expected);
		random_files_free(&one);
	}
	CHECK(broken > 100 && whole > 100);	/* files with a triple map */
}

static bool fragmented(const struct file *file, uint64_t group_blocks)
{
	const struct filelayout_units units = { 1024, 1024 };

	return fsckview_fragmented(file, &units, group_blocks);
}

static void holes_large_files_and_roles(void)
{
	static const struct extent hole[] = { { 0, 102400, 1024, false },
					      { 2048, 104448, 1024, false } };
	static const struct extent dense[] = { { 0, 102400, 1024, false },
					       { 2048, 103424, 1024, true } };
	struct file file = { .inode = 12, .records = hole, .record_count = 2 };

	CHECK(fragmented(&file, 100));		/* no seek, but a gap on the volume */
	CHECK(fragmented(&file, 3));
	CHECK(!fragmented(&file, 2));		/* 2 blocks, as many as a group has */
	file.xattr_place = 1024;
	CHECK(!fragmented(&file, 3));		/* 3 blocks with its attributes */
	file.xattr_place = 0;
	file.role = FILE_JOURNAL;
	CHECK(fragmented(&file, 100));
	file.role = FILE_RESIZE;
	CHECK(!fragmented(&file, 100));
	file.role = FILE_PLAIN;
	file.records = dense;
	CHECK(!fragmented(&file, 100));
	file.record_count = 0;
	CHECK(!fragmented(&file, 100));
}

/* Blocks 100, 102 and 105 lie in two clusters of four blocks: less than 3, not than 2. */
static void clusters_count_once(void)
{
	static const struct extent records[] = { { 0, 102400, 1024, false },
						 { 2048, 104448, 1024, false },
						 { 5120, 107520, 1024, false } };
	const struct filelayout_units units = { 1024, 4096 };
	const struct file file = { .inode = 12, .records = records, .record_count = 3 };

	CHECK(fsckview_fragmented(&file, &units, 3));
	CHECK(!fsckview_fragmented(&file, &units, 2));
}

static const struct unit_test tests[] = {
	{ "random files as naive", random_files_as_naive },
	{ "holes, large files and roles", holes_large_files_and_roles },
	{ "clusters count once", clusters_count_once },
};

void suite_fsckview(void)
{
	SUITE("measure/fsckview", tests);
}
