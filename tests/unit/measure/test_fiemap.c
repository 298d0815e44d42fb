/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "measure/fiemap.h"
#include "suites.h"
#include "support.h"

#define BLOCK 4096
#define BLOCKS 3000		/* of the longest random file */

/* A file of records in blocks; leaves as given. */
static struct file file_of(const struct extent *records, size_t count, const size_t *leaves,
			   size_t leaf_count)
{
	const struct extent *last = &records[count - 1];

	return (struct file) {
		.kind = FILE_REGULAR, .records = records, .record_count = count,
		.leaves = leaves, .leaf_count = leaf_count,
		.size = count ? last->logical + last->len : 0,
	};
}

static struct extent record(uint64_t logical, uint64_t physical, uint64_t len, bool unwritten)
{
	return (struct extent) { logical * BLOCK, physical * BLOCK, len * BLOCK, unwritten };
}

static void check_row(const struct fiemap_row *row, uint64_t logical, uint64_t physical,
		      uint64_t len, unsigned flags)
{
	CHECK_EQ(row->logical, logical * BLOCK);
	CHECK_EQ(row->physical, physical * BLOCK);
	CHECK_EQ(row->len, len * BLOCK);
	CHECK_EQ(row->flags, flags);
}

static void test_nothing(void)
{
	struct fiemap_vec rows = { 0 };
	struct file file = { .kind = FILE_REGULAR, .size = 1 << 20 };

	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 0);
	CHECK_EQ(fiemap_extents_found(&rows), 0);
	CHECK_EQ(fiemap_attributes(&rows, &file, BLOCK), 0);
	CHECK_EQ(rows.count, 0);
	fiemap_vec_free(&rows);
}

/* The first record comes as stored, the others of its leaf put together. */
static void test_first_record(void)
{
	const struct extent r[] = {
		record(0, 100, 10, false), record(10, 110, 10, false), record(20, 120, 5, false),
		record(25, 125, 5, true), record(30, 130, 5, true),
	};
	struct file file = file_of(r, 5, NULL, 0);
	struct fiemap_vec rows = { 0 };

	file.size = 22 * BLOCK;
	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 3);
	check_row(&rows.item[0], 0, 100, 10, 0);
	check_row(&rows.item[1], 10, 110, 15, FIEMAP_EOF);
	check_row(&rows.item[2], 25, 125, 10, FIEMAP_UNWRITTEN | FIEMAP_LAST | FIEMAP_EOF);
	CHECK_EQ(fiemap_extents_found(&rows), 1);
	fiemap_vec_free(&rows);
}

static void test_hole_first(void)
{
	const struct extent r[] = { record(1, 100, 10, false), record(11, 110, 10, false) };
	struct file file = file_of(r, 2, NULL, 0);
	struct fiemap_vec rows = { 0 };

	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 1);
	check_row(&rows.item[0], 1, 100, 20, FIEMAP_LAST | FIEMAP_EOF);
	CHECK(rows.item[0].jump);
	CHECK_EQ(rows.item[0].expected, 1 * BLOCK);
	CHECK_EQ(fiemap_extents_found(&rows), 1);
	fiemap_vec_free(&rows);
}

static void test_leaves(void)
{
	const struct extent r[] = {
		record(0, 100, 1, false), record(1, 101, 1, false), record(2, 102, 1, false),
		record(3, 103, 1, false), record(4, 104, 1, false), record(5, 105, 1, false),
	};
	const size_t leaves[] = { 0, 3 };
	struct file file = file_of(r, 6, leaves, 2);
	struct fiemap_vec rows = { 0 };

	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 4);
	check_row(&rows.item[0], 0, 100, 1, 0);
	check_row(&rows.item[1], 1, 101, 2, 0);
	check_row(&rows.item[2], 3, 103, 1, 0);
	check_row(&rows.item[3], 4, 104, 2, FIEMAP_LAST | FIEMAP_EOF);
	fiemap_vec_free(&rows);
}

static void test_block_map(void)
{
	const struct extent r[] = { record(0, 100, 12, false), record(12, 112, 3, false) };
	struct file file = file_of(r, 2, NULL, 0);
	struct fiemap_vec rows = { 0 };

	file.block_mapped = true;
	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 2);
	check_row(&rows.item[0], 0, 100, 12, FIEMAP_MERGED);
	check_row(&rows.item[1], 12, 112, 3, FIEMAP_MERGED | FIEMAP_LAST | FIEMAP_EOF);
	CHECK_EQ(fiemap_extents_found(&rows), 1);
	fiemap_vec_free(&rows);
}

/* A reversed file, and equal gaps, which are no jump (A13, A14 of users.md). */
static void test_jumps(void)
{
	const struct extent back[] = { record(0, 9, 1, false), record(1, 8, 1, false),
				       record(2, 7, 1, false) };
	const struct extent holes[] = { record(0, 10, 1, false), record(2, 12, 1, false),
					record(4, 13, 1, false), record(6, 16, 1, false) };
	struct file file = file_of(back, 3, NULL, 0);
	struct fiemap_vec rows = { 0 };

	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(fiemap_extents_found(&rows), 3);
	CHECK(!rows.item[0].jump && rows.item[1].jump);
	CHECK_EQ(rows.item[1].expected, 10 * BLOCK);
	file = file_of(holes, 4, NULL, 0);
	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(fiemap_extents_found(&rows), 2);
	CHECK(!rows.item[1].jump && !rows.item[2].jump && rows.item[3].jump);
	CHECK_EQ(rows.item[3].expected, 15 * BLOCK);
	fiemap_vec_free(&rows);
}

static void test_inline(void)
{
	struct file file = { .kind = FILE_REGULAR, .inline_data = true, .size = 100,
			     .inline_place = 5000, .inline_len = 60 };
	struct fiemap_vec rows = { 0 };

	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 1);
	CHECK_EQ(rows.item[0].physical, 5000);
	CHECK_EQ(rows.item[0].len, 100);
	CHECK_EQ(rows.item[0].flags,
		 FIEMAP_INLINE | FIEMAP_NOT_ALIGNED | FIEMAP_LAST | FIEMAP_EOF);
	file.size = 0;
	CHECK_EQ(fiemap_content(&rows, &file), 0);
	CHECK_EQ(rows.count, 0);
	fiemap_vec_free(&rows);
}

static void test_attributes(void)
{
	struct file file = { .kind = FILE_REGULAR, .size = BLOCK + 1, .inode_place = 3 * BLOCK + 512,
			     .xattr_place = 77 * BLOCK };
	struct fiemap_vec rows = { 0 };

	CHECK_EQ(fiemap_attributes(&rows, &file, BLOCK), 0);
	CHECK_EQ(rows.count, 1);
	check_row(&rows.item[0], 0, 77, 1, FIEMAP_LAST);
	file.xattr_inode_place = file.inode_place + 160;
	file.xattr_inode_len = 96;
	CHECK_EQ(fiemap_attributes(&rows, &file, BLOCK), 0);
	CHECK_EQ(rows.count, 1);
	CHECK_EQ(rows.item[0].physical, 3 * BLOCK + 160);
	CHECK_EQ(rows.item[0].len, 96);
	CHECK_EQ(rows.item[0].flags, FIEMAP_INLINE | FIEMAP_NOT_ALIGNED | FIEMAP_LAST);
	fiemap_vec_free(&rows);
}

/* What the kernel does, block by block: a file, and which leaves were read. */
struct model {
	struct extent records[BLOCKS];
	size_t leaves[BLOCKS];
	size_t count, leaf_count;
	int record[BLOCKS];		/* of each block, -1: hole */
	int leaf[BLOCKS];		/* that a reader of this block comes to */
	bool read[BLOCKS];
};

static void model_random(struct prng *p, struct model *m)
{
	uint64_t logical = prng_below(p, 2) ? prng_below(p, 4) : 0, physical = 5000, len, i;
	uint64_t per_leaf = 1 + prng_below(p, 90), glue = prng_below(p, 101);

	*m = (struct model) { 0 };
	memset(m->record, -1, sizeof(m->record));
	while (logical < BLOCKS - 8 && prng_below(p, 1200)) {
		len = 1 + prng_below(p, 3);
		if (m->count && !prng_below(p, per_leaf))
			m->leaves[m->leaf_count++] = m->count;
		for (i = 0; i < len; i++)
			m->record[logical + i] = (int)m->count;
		m->records[m->count++] = record(logical, physical, len, glue < 50 && len == 2);
		logical += len;
		physical += len;
		if (prng_below(p, 100) >= glue)
			physical += prng_below(p, 3) ? 2 : 1;
		if (!prng_below(p, 9))
			logical++;
	}
	/* before the first record of a leaf one is still in the leaf before it */
	for (i = 0, len = 0; i < BLOCKS; i++) {
		if (len < m->leaf_count && m->records[m->leaves[len]].logical == i * BLOCK)
			len++;
		m->leaf[i] = (int)len;
	}
}

/* The answer for block `at`: how many blocks follow in one piece; a hole is one block. */
static uint64_t model_ask(struct model *m, uint64_t at)
{
	const struct extent *r = m->record[at] < 0 ? NULL : &m->records[m->record[at]];
	uint64_t end = at + 1;

	if (!m->read[m->leaf[at]]) {
		m->read[m->leaf[at]] = true;
		return r ? (r->logical + r->len) / BLOCK - at : 1;
	}
	for (; r && end < BLOCKS && m->record[end] >= 0 && m->read[m->leaf[end]]; end++) {
		const struct extent *next = &m->records[m->record[end]];

		if (next->physical - next->logical != r->physical - r->logical ||
		    next->unwritten != r->unwritten)
			break;
	}
	return end - at;
}

/* All rows by calls of FIEMAP_ROWS_PER_CALL; one more is asked for than is taken. */
static size_t model_rows(struct model *m, uint64_t starts[BLOCKS])
{
	uint64_t at = 0, from = 0, len;
	size_t count = 0, room;

	for (room = FIEMAP_ROWS_PER_CALL; at < BLOCKS; at += len) {
		len = model_ask(m, at);
		if (m->record[at] < 0)
			continue;
		if (!room) {
			room = FIEMAP_ROWS_PER_CALL;
			at = from;
			len = 0;
			continue;
		}
		starts[count++] = at;
		from = at + len;
		room--;
	}
	return count;
}

static void test_random(void)
{
	struct model *m = malloc(sizeof(*m));
	uint64_t *starts = calloc(BLOCKS, sizeof(*starts));
	struct fiemap_vec rows = { 0 };
	struct file file;
	uint64_t trial;
	size_t count, i;

	CHECK_FATAL(m && starts);
	for (trial = 0; trial < 400; trial++) {
		struct prng p = prng_start(trial);

		model_random(&p, m);
		if (!m->count)
			continue;
		file = file_of(m->records, m->count, m->leaves, m->leaf_count);
		CHECK_EQ(fiemap_content(&rows, &file), 0);
		count = model_rows(m, starts);
		if (!CHECK_SEED(&p, rows.count == count))
			continue;
		for (i = 0; i < count; i++)
			if (!CHECK_SEED(&p, rows.item[i].logical == starts[i] * BLOCK))
				break;
	}
	fiemap_vec_free(&rows);
	free(starts);
	free(m);
}

void suite_fiemap(void)
{
	static const struct unit_test tests[] = {
		{ "no rows", test_nothing },
		{ "the first record of a tree", test_first_record },
		{ "a hole at the start", test_hole_first },
		{ "leaves", test_leaves },
		{ "block map", test_block_map },
		{ "jumps and what was expected", test_jumps },
		{ "inline data", test_inline },
		{ "attributes", test_attributes },
		{ "as a block-by-block model of the kernel", test_random },
	};

	SUITE("measure/fiemap", tests);
}
