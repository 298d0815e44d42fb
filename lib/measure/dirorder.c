/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "measure/dirorder.h"

#define MAYBE_DIRECTORY (UINT64_C(1) << 63)

void dirorder_init(struct dirorder *d)
{
	*d = (struct dirorder) { 0 };
}

/* The entries that follow belong to this directory. */
static int open_directory(struct dirorder *d, uint64_t inode)
{
	const struct dirorder_directory next = { .inode = inode, .first = d->entries.count };
	const struct dirorder_directories *known = &d->directories;

	if (known->count && known->item[known->count - 1].inode == inode)
		return 0;
	return dirorder_directories_push(&d->directories, next);
}

int dirorder_add(struct dirorder *d, const struct name *name)
{
	uint64_t entry = name->inode & ~MAYBE_DIRECTORY;

	if (name->kind == FILE_DIRECTORY || name->kind == FILE_UNKNOWN)
		entry |= MAYBE_DIRECTORY;
	else if (name->kind != FILE_REGULAR)
		return 0;	/* leads to nothing that is read */
	if (open_directory(d, name->directory))
		return ERR_NOMEM;
	return dirorder_entries_push(&d->entries, entry);
}

int dirorder_merge(struct dirorder *d, struct dirorder *next)
{
	size_t i, j, end;
	int ret = 0;

	for (i = 0; !ret && i < next->directories.count; i++) {
		ret = open_directory(d, next->directories.item[i].inode);
		end = i + 1 < next->directories.count ? next->directories.item[i + 1].first
						      : next->entries.count;
		for (j = next->directories.item[i].first; !ret && j < end; j++)
			ret = dirorder_entries_push(&d->entries, next->entries.item[j]);
	}
	dirorder_free(next);
	return ret;
}

struct step {
	size_t next, end;	/* entries still to visit */
};

VEC_DEFINE(step_vec, struct step);

/* A walk down the tree; the bits say what was visited before. */
struct walk {
	const struct dirorder *names;
	const struct readfile_vec *files;
	struct step_vec stack;
	uint8_t *files_seen, *directories_seen;
};

/* Sets a bit; false when it was set before. */
static bool mark(uint8_t *bits, size_t i)
{
	uint8_t bit = (uint8_t)(1U << i % 8);
	bool fresh = !(bits[i / 8] & bit);

	bits[i / 8] |= bit;
	return fresh;
}

/* Goes down into a directory, unless it has no entries or was visited before. */
static int descend(struct walk *w, uint64_t inode)
{
	const struct dirorder_directories *all = &w->names->directories;
	size_t low = 0, high = all->count, middle;
	struct step step;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (all->item[middle].inode < inode)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == all->count || all->item[low].inode != inode ||
	    !mark(w->directories_seen, low))
		return 0;
	step.next = all->item[low].first;
	step.end = low + 1 < all->count ? all->item[low + 1].first : w->names->entries.count;
	return step_vec_push(&w->stack, step);
}

static int visit_all(struct walk *w, uint32_t block, struct readorder *order)
{
	const struct readfile *file;
	struct step *top;
	uint64_t entry;
	size_t hint = 0;

	while (w->stack.count) {
		top = &w->stack.item[w->stack.count - 1];
		if (top->next == top->end) {
			w->stack.count--;
			continue;
		}
		entry = w->names->entries.item[top->next++];
		file = readorder_find(w->files, entry & ~MAYBE_DIRECTORY, &hint);
		if (file && mark(w->files_seen, (size_t)(file - w->files->item)))
			readorder_add(order, file, block);
		if (!file && entry & MAYBE_DIRECTORY &&
		    descend(w, entry & ~MAYBE_DIRECTORY))
			return ERR_NOMEM;
	}
	return 0;
}

int dirorder_read(const struct dirorder *d, uint64_t root, const struct readfile_vec *files,
		  uint32_t block, struct readorder *order)
{
	struct walk w = { .names = d, .files = files };
	int ret = ERR_NOMEM;

	w.files_seen = calloc(files->count / 8 + 1, 1);
	w.directories_seen = calloc(d->directories.count / 8 + 1, 1);
	if (w.files_seen && w.directories_seen)
		ret = descend(&w, root);
	if (!ret)
		ret = visit_all(&w, block, order);
	step_vec_free(&w.stack);
	free(w.files_seen);
	free(w.directories_seen);
	return ret;
}

void dirorder_free(struct dirorder *d)
{
	dirorder_directories_free(&d->directories);
	dirorder_entries_free(&d->entries);
}

static int fold_fork(void *shard, const void *whole)
{
	(void)whole;
	dirorder_init(shard);
	return 0;
}

static int fold_add(void *state, const struct name *name)
{
	return dirorder_add(state, name);
}

static int fold_merge(void *state, void *next)
{
	return dirorder_merge(state, next);
}

static void fold_release(void *state)
{
	dirorder_free(state);
}

const struct fold dirorder_fold = {
	.size = sizeof(struct dirorder),
	.fork = fold_fork,
	.add.name = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};
