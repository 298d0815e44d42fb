/* SPDX-License-Identifier: GPL-2.0-or-later */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "measure/layoutdiff.h"

/* The records one by one, without the padding of struct extent. */
static uint64_t hash_places(const struct file *file)
{
	uint64_t hash = 0, words[4];
	size_t i;

	for (i = 0; i < file->record_count; i++) {
		words[0] = file->records[i].logical;
		words[1] = file->records[i].physical;
		words[2] = file->records[i].len;
		words[3] = file->records[i].unwritten;
		hash = XXH64(words, sizeof(words), hash);
	}
	return hash;
}

int layoutdiff_add(struct layoutdiff_table *table, const struct file *file)
{
	const struct layoutdiff_entry entry = {
		.inode = file->inode, .crtime = file->crtime, .size = file->size,
		.places = hash_places(file), .extents = (uint32_t)file_extents(file),
		.records = (uint32_t)file->record_count,
	};

	if (file->deleted || file->role != FILE_PLAIN)
		return 0;
	return layoutdiff_table_push(table, entry);
}

static int fold_fork(void *shard, const void *whole)
{
	(void)whole;
	*(struct layoutdiff_table *)shard = (struct layoutdiff_table) { 0 };
	return 0;
}

static int fold_add(void *state, const struct file *file)
{
	return layoutdiff_add(state, file);
}

static int fold_merge(void *state, void *next)
{
	struct layoutdiff_table *from = next;
	int ret = 0;
	size_t i;

	for (i = 0; !ret && i < from->count; i++)
		ret = layoutdiff_table_push(state, from->item[i]);
	layoutdiff_table_free(from);
	return ret;
}

static void fold_release(void *state)
{
	layoutdiff_table_free(state);
}

const struct fold layoutdiff_fold = {
	.size = sizeof(struct layoutdiff_table),
	.fork = fold_fork,
	.add.file = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};

static uint32_t change(const struct layoutdiff_file *f)
{
	return f->extents_before > f->extents_after ? f->extents_before - f->extents_after
						    : f->extents_after - f->extents_before;
}

static int compare(const void *a, const void *b)
{
	const struct layoutdiff_file *x = a, *y = b;

	if (change(x) != change(y))
		return change(x) > change(y) ? -1 : 1;
	if (x->inode != y->inode)
		return x->inode < y->inode ? -1 : 1;
	return (x->what > y->what) - (x->what < y->what);
}

static void cut(struct layoutdiff_files *files, size_t limit)
{
	if (files->count > 1)
		qsort(files->item, files->count, sizeof(files->item[0]), compare);
	if (files->count > limit)
		files->count = limit;
}

/* Counts a file and keeps it for a while: the list is sorted and cut when it is twice
 * as long as it may be, so each file costs the logarithm of the limit. */
static int take(struct layoutdiff *diff, size_t limit, const struct layoutdiff_file *file)
{
	struct layoutdiff_count *count = &diff->counts[file->what];

	count->files++;
	count->before += file->extents_before;
	count->after += file->extents_after;
	if (file->what == LAYOUTDIFF_UNMOVED || !limit)
		return 0;
	if (diff->top.count / 2 >= limit)
		cut(&diff->top, limit);
	return layoutdiff_files_push(&diff->top, *file);
}

/* One of the two may be NULL. */
static int pair(struct layoutdiff *diff, size_t limit, const struct layoutdiff_entry *before,
		const struct layoutdiff_entry *after)
{
	struct layoutdiff_file file = { 0 };

	if (before) {
		file.inode = before->inode;
		file.size_before = before->size;
		file.extents_before = before->extents;
	}
	if (after) {
		file.inode = after->inode;
		file.size_after = after->size;
		file.extents_after = after->extents;
	}
	if (!before)
		file.what = LAYOUTDIFF_NEW;
	else if (!after)
		file.what = LAYOUTDIFF_GONE;
	else if (before->size != after->size)
		file.what = LAYOUTDIFF_CHANGED;
	else if (before->places != after->places || before->records != after->records)
		file.what = LAYOUTDIFF_MOVED;
	return take(diff, limit, &file);
}

static bool is_same_file(const struct layoutdiff_entry *a, const struct layoutdiff_entry *b)
{
	return !a->crtime || !b->crtime || a->crtime == b->crtime;
}

int layoutdiff_compare(const struct layoutdiff_table *before,
		       const struct layoutdiff_table *after, size_t limit,
		       struct layoutdiff *diff)
{
	const struct layoutdiff_entry *b = before->item, *b_end = b + before->count;
	const struct layoutdiff_entry *a = after->item, *a_end = a + after->count;
	int ret = 0;

	*diff = (struct layoutdiff) { 0 };
	while (!ret && (b < b_end || a < a_end)) {
		if (a == a_end || (b < b_end && b->inode < a->inode)) {
			ret = pair(diff, limit, b++, NULL);
		} else if (b == b_end || a->inode < b->inode) {
			ret = pair(diff, limit, NULL, a++);
		} else if (is_same_file(b, a)) {
			ret = pair(diff, limit, b++, a++);
		} else {
			ret = pair(diff, limit, b++, NULL);
			if (!ret)
				ret = pair(diff, limit, NULL, a++);
		}
	}
	cut(&diff->top, limit);
	return ret;
}

const char *layoutdiff_name(enum layoutdiff_what what)
{
	static const char *const names[] = {
		[LAYOUTDIFF_UNMOVED] = "unmoved", [LAYOUTDIFF_MOVED] = "moved",
		[LAYOUTDIFF_CHANGED] = "changed", [LAYOUTDIFF_NEW] = "new",
		[LAYOUTDIFF_GONE] = "gone",
	};

	return names[what];
}

void layoutdiff_free(struct layoutdiff *diff)
{
	layoutdiff_files_free(&diff->top);
}
