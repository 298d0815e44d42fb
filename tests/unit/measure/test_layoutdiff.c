/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "measure/files.h"
#include "measure/layoutdiff.h"
#include "suites.h"

static const struct filelayout_units units = { 1024, 1024 };

static bool counts(const struct random_file *f)
{
	return !f->file.deleted && f->file.role == FILE_PLAIN;
}

/* Most files stay; others go, come, grow, move, or are made anew under the old number. */
static struct random_files later(struct prng *p, const struct random_files *before)
{
	struct random_files after = { 0 };
	struct random_file f;
	uint64_t crtime;
	size_t i;

	for (i = 0; i < before->count; i++) {
		f = before->item[i];
		crtime = (uint64_t)f.file.crtime;
		switch (prng_below(p, 9)) {
		case 0:
			continue;
		case 1:
			f = files_random(p, f.file.inode, &units);
			f.file.crtime = (int64_t)(prng_below(p, 2) ? crtime : prng_below(p, 3));
			break;
		case 2:
			f.file.size += 1;
			break;
		case 3:
			if (f.file.record_count)
				f.records[prng_below(p, f.file.record_count)].physical += 1024;
			break;
		case 4:
			if (f.file.record_count)
				f.records[f.file.record_count - 1].unwritten ^= true;
			break;
		}
		CHECK_FATAL(!random_files_push(&after, f));
		if (!prng_below(p, 6) &&
		    (i + 1 == before->count ||
		     before->item[i + 1].file.inode > f.file.inode + 1))
			CHECK_FATAL(!random_files_push(&after,
				files_random(p, f.file.inode + 1, &units)));
	}
	return after;
}

static bool same_places(const struct random_file *a, const struct random_file *b)
{
	size_t i;

	for (i = 0; i < a->file.record_count && i < b->file.record_count; i++)
		if (a->records[i].physical != b->records[i].physical ||
		    a->records[i].logical != b->records[i].logical ||
		    a->records[i].len != b->records[i].len ||
		    a->records[i].unwritten != b->records[i].unwritten)
			return false;
	return a->file.record_count == b->file.record_count;
}

static const struct random_file *find(const struct random_files *files,
				      const struct random_file *like)
{
	const struct random_file *f;
	size_t i;

	for (i = 0; i < files->count; i++) {
		f = &files->item[i];
		if (f->file.inode == like->file.inode && counts(f) &&
		    (f->file.crtime == like->file.crtime || !f->file.crtime ||
		     !like->file.crtime))
			return f;
	}
	return NULL;
}

static void note(struct layoutdiff *n, enum layoutdiff_what what, uint64_t inode,
		 struct random_files *before, const struct random_file *b,
		 struct random_files *after, const struct random_file *a)
{
	struct layoutdiff_file file = { .inode = inode, .what = what };

	if (b) {
		file.extents_before =
			(uint32_t)file_extents(files_get(before, (size_t)(b - before->item)));
		file.size_before = b->file.size;
	}
	if (a) {
		file.extents_after =
			(uint32_t)file_extents(files_get(after, (size_t)(a - after->item)));
		file.size_after = a->file.size;
	}
	n->counts[what].files++;
	n->counts[what].before += file.extents_before;
	n->counts[what].after += file.extents_after;
	if (what != LAYOUTDIFF_UNMOVED)
		CHECK_FATAL(!layoutdiff_files_push(&n->top, file));
}

static int most_first(const void *a, const void *b)
{
	const struct layoutdiff_file *x = a, *y = b;
	int dx = abs((int)x->extents_after - (int)x->extents_before);
	int dy = abs((int)y->extents_after - (int)y->extents_before);

	if (dx != dy)
		return dy - dx;
	return x->inode != y->inode ? (x->inode < y->inode ? -1 : 1) : (int)x->what - (int)y->what;
}

/* Looks for the partner of each file among all others. */
static struct layoutdiff naive(struct random_files *before, struct random_files *after,
			       size_t limit)
{
	const struct random_file *a, *b;
	struct layoutdiff n = { 0 };
	enum layoutdiff_what what;
	size_t i;

	for (i = 0; i < before->count; i++) {
		b = &before->item[i];
		if (!counts(b))
			continue;
		a = find(after, b);
		what = !a ? LAYOUTDIFF_GONE : a->file.size != b->file.size ? LAYOUTDIFF_CHANGED :
		       same_places(a, b) ? LAYOUTDIFF_UNMOVED : LAYOUTDIFF_MOVED;
		note(&n, what, b->file.inode, before, b, after, a);
	}
	for (i = 0; i < after->count; i++) {
		a = &after->item[i];
		if (counts(a) && !find(before, a))
			note(&n, LAYOUTDIFF_NEW, a->file.inode, before, NULL, after, a);
	}
	if (n.top.count)
		qsort(n.top.item, n.top.count, sizeof(n.top.item[0]), most_first);
	if (n.top.count > limit)
		n.top.count = limit;
	return n;
}

/* Cuts the files anywhere into shards. */
static struct layoutdiff_table table(struct prng *p, struct random_files *files)
{
	struct layoutdiff_table whole = { 0 }, shard;
	size_t i = 0, end;

	while (i < files->count) {
		end = i + prng_below(p, 20);
		CHECK_FATAL(layoutdiff_fold.fork(&shard, &whole) == 0);
		for (; i < end && i < files->count; i++)
			CHECK_FATAL(layoutdiff_fold.add.file(&shard, files_get(files, i)) == 0);
		CHECK_FATAL(layoutdiff_fold.merge(&whole, &shard) == 0);
	}
	return whole;
}

static bool same(const struct layoutdiff *a, const struct layoutdiff *b)
{
	size_t i;

	if (memcmp(a->counts, b->counts, sizeof(a->counts)) || a->top.count != b->top.count)
		return false;
	for (i = 0; i < a->top.count; i++)
		if (most_first(&a->top.item[i], &b->top.item[i]) ||
		    a->top.item[i].size_before != b->top.item[i].size_before ||
		    a->top.item[i].size_after != b->top.item[i].size_after)
			return false;
	return true;
}

static void random_states_as_naive(void)
{
	struct layoutdiff_table tables[2];
	struct layoutdiff got, expected;
	struct random_files states[2];
	uint64_t trial;
	size_t i, limit;
	struct prng p;
	bool ok = true;

	for (trial = 0; ok && trial < 500; trial++) {
		p = prng_start(70000 + trial);
		limit = prng_below(&p, 30);
		states[0] = files_random_list(&p, prng_below(&p, 60), &units);
		for (i = 0; i < states[0].count; i++)
			states[0].item[i].file.crtime = (int64_t)prng_below(&p, 3);
		states[1] = later(&p, &states[0]);
		for (i = 0; i < 2; i++)
			tables[i] = table(&p, &states[i]);
		CHECK_EQ(layoutdiff_compare(&tables[0], &tables[1], limit, &got), 0);
		expected = naive(&states[0], &states[1], limit);
		ok = CHECK_SEED(&p, same(&got, &expected));
		layoutdiff_free(&got);
		layoutdiff_free(&expected);
		for (i = 0; i < 2; i++) {
			layoutdiff_table_free(&tables[i]);
			random_files_free(&states[i]);
		}
	}
}

static void an_entry_is_small(void)
{
	CHECK_EQ(sizeof(struct layoutdiff_entry), 40);
	CHECK_STR(layoutdiff_name(LAYOUTDIFF_UNMOVED), "unmoved");
	CHECK_STR(layoutdiff_name(LAYOUTDIFF_GONE), "gone");
}

static const struct unit_test tests[] = {
	{ "random states as naive", random_states_as_naive },
	{ "an entry is small", an_entry_is_small },
};

void suite_layoutdiff(void)
{
	SUITE("measure/layoutdiff", tests);
}
