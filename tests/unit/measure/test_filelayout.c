/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/files.h"
#include "suites.h"

static bool same_seeks(struct seeks a, struct seeks b)
{
	return a.near == b.near && a.far == b.far;
}

static bool equal(const struct filelayout *a, const struct filelayout *b)
{
	return a->records == b->records && a->extents == b->extents && a->blocks == b->blocks &&
	       a->written == b->written && a->unwritten == b->unwritten && a->holes == b->holes &&
	       a->hole_bytes == b->hole_bytes && a->slack == b->slack &&
	       a->beyond == b->beyond && a->inlined == b->inlined &&
	       same_seeks(a->seeks, b->seeks) && same_seeks(a->read_seeks, b->read_seeks) &&
	       (!a->written ||
		(a->read_start == b->read_start && a->read_end == b->read_end));
}

static void every_figure_equals_naive(void)
{
	struct filelayout_units units;
	struct filelayout got, expected;
	struct random_files one = { 0 };
	struct prng p;
	uint64_t trial;

	for (trial = 0; trial < 20000; trial++) {
		p = prng_start(5000 + trial);
		units.block = FILES_BLOCK << (prng_below(&p, 2) ? 0 : prng_below(&p, 8));
		units.cluster = units.block << prng_below(&p, 5);
		one = files_random_list(&p, 1, &units);
		got = filelayout_of(files_get(&one, 0), &units);
		expected = files_naive(&one.item[0], &units);
		random_files_free(&one);
		if (!CHECK_SEED(&p, equal(&got, &expected)))
			return;
	}
}

/* Records in blocks of 1 KiB. */
#define R(l, p, n) { (l) * 1024, (p) * 1024, (n) * 1024, false }
#define U(l, p, n) { (l) * 1024, (p) * 1024, (n) * 1024, true }

static struct filelayout measure(uint64_t size, uint32_t cluster, const struct extent *records,
				 size_t count)
{
	const struct filelayout_units units = { 1024, cluster };
	const struct file file = { .inode = 12, .kind = FILE_REGULAR, .size = size,
				   .records = records, .record_count = count };

	return filelayout_of(&file, &units);
}

#define MEASURE(size, ...)							\
	measure((size), 1024, (const struct extent[]) { __VA_ARGS__ },		\
		sizeof((const struct extent[]) { __VA_ARGS__ }) / sizeof(struct extent))

/* 8 blocks at 100-102 and 200-204: 7 after the first, one of them far off: 6/7. */
static void score_of_two_pieces(void)
{
	struct filelayout f = MEASURE(8192, R(0, 100, 3), R(3, 200, 5));

	CHECK_EQ(f.extents, 2);
	CHECK_EQ(f.seeks.far, 1);
	CHECK_EQ(f.seeks.near, 0);
	CHECK_EQ(filelayout_followers(&f), 7);
	CHECK(filelayout_score(&f) > 85.714 && filelayout_score(&f) < 85.715);
	f = MEASURE(1024, R(0, 100, 1));
	CHECK(filelayout_score(&f) == 100);
	f = measure(0, 1024, NULL, 0);
	CHECK(filelayout_score(&f) == 100);
}

/* Two records that continue each other are one extent; the state parts extents. */
static void records_and_extents(void)
{
	struct filelayout f = MEASURE(9 * 1024, R(0, 100, 3), R(3, 103, 3), U(6, 106, 3));

	CHECK_EQ(f.records, 3);
	CHECK_EQ(f.extents, 2);
	CHECK_EQ(seeks_total(f.seeks), 0);
	CHECK_EQ(f.written, 6 * 1024);
	CHECK_EQ(f.unwritten, 3 * 1024);
}

/*
 * Blocks (100,4) (104,3) (120,1) (5000,2) (90,1), one behind the other in the file:
 * 104 touches; 120 is 13 on, near; 5000 is far, and so is the way back.
 */
static void near_and_far(void)
{
	struct filelayout f = MEASURE(11 * 1024, R(0, 100, 4), R(4, 104, 3), R(7, 120, 1),
				      R(8, 5000, 2), R(10, 90, 1));

	CHECK_EQ(f.seeks.near, 1);
	CHECK_EQ(f.seeks.far, 2);
	CHECK_EQ(f.extents, 4);
	/* a gap of 32 blocks is near, one of 33 is not, and one back never is */
	f = MEASURE(4096, R(0, 100, 1), R(1, 133, 1), R(2, 167, 1), R(3, 166, 1));
	CHECK_EQ(f.seeks.near, 1);
	CHECK_EQ(f.seeks.far, 2);
}

/* A hole of 4 blocks: with the same gap on the volume no seek, and none without a gap;
 * any other gap is one. */
static void gaps_of_holes(void)
{
	struct filelayout f = MEASURE(8192, R(0, 100, 2), R(6, 106, 2));

	CHECK_EQ(f.extents, 2);
	CHECK_EQ(f.holes, 1);
	CHECK_EQ(f.hole_bytes, 4096);
	CHECK_EQ(seeks_total(f.seeks), 0);
	CHECK(filelayout_score(&f) == 100);
	f = MEASURE(8192, R(0, 100, 2), R(6, 102, 2));
	CHECK_EQ(f.extents, 2);
	CHECK_EQ(seeks_total(f.seeks), 0);
	f = MEASURE(8192, R(0, 100, 2), R(6, 105, 2));
	CHECK_EQ(f.seeks.near, 1);
	CHECK(filelayout_score(&f) > 66.66 && filelayout_score(&f) < 66.67);	/* 2 of 3 */
}

/* Holes at the beginning and at the end; a fully sparse file is one hole. */
static void holes_at_the_ends(void)
{
	struct filelayout f = MEASURE(10000, R(2, 100, 2));

	CHECK_EQ(f.holes, 2);
	CHECK_EQ(f.hole_bytes, 2048 + 10000 - 4096);
	f = measure(UINT64_C(1) << 63, 1024, NULL, 0);
	CHECK_EQ(f.holes, 1);
	CHECK_EQ(f.hole_bytes, UINT64_C(1) << 63);
	CHECK_EQ(f.extents, 0);
}

/* 5000 bytes in blocks of 1 KiB end 120 bytes before the end of block 4; in clusters
 * of 4 KiB, 3192 bytes before the end of the second cluster. */
static void slack_and_beyond(void)
{
	struct filelayout f = MEASURE(5000, R(0, 100, 5));
	const struct extent small = R(0, 160, 1), more[] = { R(0, 160, 5), U(5, 165, 4) };

	CHECK_EQ(f.slack, 120);
	CHECK_EQ(f.beyond, 0);
	f = MEASURE(5000, R(0, 100, 5), U(5, 105, 10));		/* preallocated */
	CHECK_EQ(f.slack, 120);
	CHECK_EQ(f.beyond, 10 * 1024);
	f = MEASURE(0, U(0, 105, 10));
	CHECK_EQ(f.slack, 0);
	CHECK_EQ(f.beyond, 10 * 1024);
	f = MEASURE(5000, R(0, 100, 2));			/* ends in a hole */
	CHECK_EQ(f.slack, 0);
	f = measure(100, 4096, &small, 1);
	CHECK_EQ(f.slack, 3996);
	CHECK_EQ(f.beyond, 0);
	f = measure(5000, 4096, more, 2);		/* blocks 0-8: clusters 0, 1, 2 */
	CHECK_EQ(f.slack, 3192);
	CHECK_EQ(f.beyond, 4096);
}

/*
 * A block map of 1 KiB blocks: 12 blocks, the indirect block that lists the others
 * right behind, then these. Elsewhere, it leaves a gap that is a short seek.
 */
static void an_indirect_block_in_the_gap(void)
{
	static const struct filelayout_units units = { 1024, 1024 };
	static const struct extent records[] = { R(0, 100, 12), R(12, 113, 8) };
	struct range node = { 112 * 1024, 1024 };
	struct file file = { .inode = 12, .size = 20 * 1024, .records = records,
			     .record_count = 2, .block_mapped = true, .nodes = &node,
			     .node_count = 1 };
	struct filelayout f = filelayout_of(&file, &units);

	CHECK_EQ(f.extents, 2);
	CHECK_EQ(seeks_total(f.seeks), 0);
	CHECK_EQ(seeks_total(f.read_seeks), 0);
	CHECK(filelayout_score(&f) == 100);
	node.start = 99 * 1024;
	f = filelayout_of(&file, &units);
	CHECK_EQ(f.seeks.near, 1);
	CHECK_EQ(f.read_seeks.near, 1);
}

/* Unwritten blocks are not read: as if they were a hole. */
static void reading_passes_over_unwritten(void)
{
	struct filelayout f = MEASURE(6 * 1024, R(0, 100, 2), U(2, 900, 2), R(4, 104, 2));

	CHECK_EQ(f.seeks.far, 2);
	CHECK_EQ(seeks_total(f.read_seeks), 0);
	CHECK_EQ(f.read_start, 100 * 1024);
	CHECK_EQ(f.read_end, 106 * 1024);
}

static const struct unit_test tests[] = {
	{ "every figure = naive", every_figure_equals_naive },
	{ "score of two pieces", score_of_two_pieces },
	{ "records and extents", records_and_extents },
	{ "near and far", near_and_far },
	{ "gaps of holes", gaps_of_holes },
	{ "holes at the ends", holes_at_the_ends },
	{ "slack and beyond", slack_and_beyond },
	{ "an indirect block in the gap", an_indirect_block_in_the_gap },
	{ "reading passes over unwritten", reading_passes_over_unwritten },
};

void suite_filelayout(void)
{
	SUITE("measure/filelayout", tests);
}
