/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/worst.h"

void worst_init(struct worst *w, size_t limit)
{
	*w = (struct worst) { .limit = limit };
}

static bool is_worse(const struct worst_file *a, const struct worst_file *b)
{
	uint64_t seeks_a = seeks_total(a->layout.seeks), seeks_b = seeks_total(b->layout.seeks);

	if (seeks_a != seeks_b)
		return seeks_a > seeks_b;
	if (a->layout.extents != b->layout.extents)
		return a->layout.extents > b->layout.extents;
	return a->inode < b->inode;
}

static void swap(struct worst_vec *files, size_t i, size_t j)
{
	struct worst_file kept = files->item[i];

	files->item[i] = files->item[j];
	files->item[j] = kept;
}

/* The last file rises to where its parent is not worse than it. */
static void sift_up(struct worst_vec *files)
{
	size_t i = files->count - 1, parent;

	for (; i; i = parent) {
		parent = (i - 1) / 2;
		if (!is_worse(&files->item[parent], &files->item[i]))
			break;
		swap(files, i, parent);
	}
}

/* The root sinks to where none of its children is less bad. */
static void sift_down(struct worst_vec *files)
{
	size_t i = 0, child;

	while ((child = 2 * i + 1) < files->count) {
		if (child + 1 < files->count &&
		    is_worse(&files->item[child], &files->item[child + 1]))
			child++;
		if (!is_worse(&files->item[i], &files->item[child]))
			break;
		swap(files, i, child);
		i = child;
	}
}

static int take(struct worst *w, const struct worst_file *file)
{
	if (w->files.count < w->limit) {
		if (worst_vec_push(&w->files, *file))
			return ERR_NOMEM;
		sift_up(&w->files);
	} else if (w->limit && is_worse(file, &w->files.item[0])) {
		w->files.item[0] = *file;
		sift_down(&w->files);
	}
	return 0;
}

int worst_add(struct worst *w, const struct file *file, const struct filelayout *layout)
{
	const struct worst_file item = { .inode = file->inode, .kind = file->kind,
					 .size = file->size, .layout = *layout };

	return layout->extents > 1 ? take(w, &item) : 0;
}

int worst_merge(struct worst *w, struct worst *next)
{
	int ret = 0;
	size_t i;

	for (i = 0; !ret && i < next->files.count; i++)
		ret = take(w, &next->files.item[i]);
	worst_free(next);
	return ret;
}

static int compare(const void *a, const void *b)
{
	return is_worse(a, b) ? -1 : 1;
}

void worst_sort(struct worst *w)
{
	if (w->files.count > 1)
		qsort(w->files.item, w->files.count, sizeof(w->files.item[0]), compare);
}

void worst_free(struct worst *w)
{
	worst_vec_free(&w->files);
}
