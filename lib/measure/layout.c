/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/log2hist.h"
#include "measure/fsckview.h"
#include "measure/layout.h"

void layout_init(struct layout *l, const struct layout_options *options)
{
	*l = (struct layout) { .options = *options };
	worst_init(&l->worst, options->worst);
}

enum layout_kind layout_kind_of(enum file_kind kind)
{
	switch (kind) {
	case FILE_REGULAR: return LAYOUT_REGULAR;
	case FILE_DIRECTORY: return LAYOUT_DIRECTORIES;
	case FILE_SYMLINK: return LAYOUT_SYMLINKS;
	default: return LAYOUT_OTHERS;
	}
}

const char *layout_kind_name(enum layout_kind kind)
{
	static const char *const names[] = {
		[LAYOUT_REGULAR] = "regular", [LAYOUT_DIRECTORIES] = "directories",
		[LAYOUT_SYMLINKS] = "symlinks", [LAYOUT_OTHERS] = "others",
	};

	return names[kind];
}

/* 1, 2, 3-4, 5-8, ...: the upper end is a power of two. */
static unsigned class_of(uint64_t extents)
{
	return extents == 1 ? 0 : log2hist_class(extents - 1) + 1;
}

static uint64_t capped_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void count_file(struct layout_counts *c, const struct filelayout *f)
{
	uint64_t seeks = seeks_total(f->seeks);

	c->files++;
	if (f->records) {
		c->with_data++;
		c->one_piece += !seeks;
		c->several += seeks > 0;
	} else if (f->inlined) {
		c->inlined++;
	} else {
		c->empty++;
	}
	if (seeks) {
		c->several_extents += f->extents;
		c->several_bytes += f->written + f->unwritten;
	}
	c->records += f->records;
	c->extents += f->extents;
	c->blocks += f->blocks;
	c->followers += filelayout_followers(f);
	c->written += f->written;
	c->unwritten += f->unwritten;
	c->holes += f->holes;
	c->hole_bytes = capped_sum(c->hole_bytes, f->hole_bytes);
	c->slack += f->slack;
	c->beyond += f->beyond;
	seeks_add(&c->seeks, f->seeks);
	c->most_extents = larger(c->most_extents, f->extents);
	c->most_seeks = larger(c->most_seeks, seeks);
}

/* A list entry has room for 2^32 - 1 seeks of each kind; one file with more records
 * does not fit into any filesystem that we read. */
static uint32_t narrow(uint64_t x)
{
	return x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
}

static int read_file(struct layout *l, uint64_t inode, const struct filelayout *f)
{
	const struct readfile read = {
		.inode = inode, .start = f->read_start, .end = f->read_end,
		.near = narrow(f->read_seeks.near), .far = narrow(f->read_seeks.far),
	};

	l->read_bytes += f->written;
	readorder_add(&l->order, &read, l->options.units.block);
	return l->options.list ? readfile_vec_push(&l->list, read) : 0;
}

int layout_add(struct layout *l, const struct file *file)
{
	struct filelayout f;

	if (file->deleted)
		return 0;
	if (fsckview_fragmented(file, &l->options.units, l->options.group_blocks)) {
		if (file->kind == FILE_DIRECTORY)
			l->fsck_directories++;
		else
			l->fsck_files++;
	}
	if (file->role != FILE_PLAIN) {
		l->system_files++;
		return 0;
	}
	f = filelayout_of(file, &l->options.units);
	count_file(&l->kinds[layout_kind_of(file->kind)], &f);
	if (f.extents) {
		l->classes[class_of(f.extents)].files++;
		l->classes[class_of(f.extents)].extents += f.extents;
	}
	if (file->kind == FILE_REGULAR && f.written && read_file(l, file->inode, &f))
		return ERR_NOMEM;
	return worst_add(&l->worst, file, &f);
}

static void add_counts(struct layout_counts *c, const struct layout_counts *from)
{
	c->files += from->files;
	c->with_data += from->with_data;
	c->empty += from->empty;
	c->inlined += from->inlined;
	c->one_piece += from->one_piece;
	c->several += from->several;
	c->several_extents += from->several_extents;
	c->several_bytes += from->several_bytes;
	c->records += from->records;
	c->extents += from->extents;
	c->blocks += from->blocks;
	c->followers += from->followers;
	c->written += from->written;
	c->unwritten += from->unwritten;
	c->holes += from->holes;
	c->hole_bytes = capped_sum(c->hole_bytes, from->hole_bytes);
	c->slack += from->slack;
	c->beyond += from->beyond;
	seeks_add(&c->seeks, from->seeks);
	c->most_extents = larger(c->most_extents, from->most_extents);
	c->most_seeks = larger(c->most_seeks, from->most_seeks);
}

int layout_merge(struct layout *l, struct layout *next)
{
	int ret;
	size_t i;

	for (i = 0; i < LAYOUT_KINDS; i++)
		add_counts(&l->kinds[i], &next->kinds[i]);
	for (i = 0; i < LAYOUT_CLASSES; i++) {
		l->classes[i].files += next->classes[i].files;
		l->classes[i].extents += next->classes[i].extents;
	}
	l->system_files += next->system_files;
	l->read_bytes += next->read_bytes;
	l->fsck_files += next->fsck_files;
	l->fsck_directories += next->fsck_directories;
	readorder_merge(&l->order, &next->order, l->options.units.block);
	ret = worst_merge(&l->worst, &next->worst);
	for (i = 0; !ret && i < next->list.count; i++)
		ret = readfile_vec_push(&l->list, next->list.item[i]);
	layout_free(next);
	return ret;
}

void layout_finish(struct layout *l)
{
	worst_sort(&l->worst);
}

void layout_free(struct layout *l)
{
	worst_free(&l->worst);
	readfile_vec_free(&l->list);
}

struct layout_counts layout_total(const struct layout *l)
{
	struct layout_counts sum = { 0 };
	size_t i;

	for (i = 0; i < LAYOUT_KINDS; i++)
		add_counts(&sum, &l->kinds[i]);
	return sum;
}

double layout_extents_per_file(const struct layout_counts *c)
{
	return c->with_data ? (double)c->extents / (double)c->with_data : 1;
}

double layout_score(const struct layout_counts *c)
{
	uint64_t follow = c->followers - seeks_total(c->seeks);

	return c->followers ? 100 * (double)follow / (double)c->followers : 100;
}

double layout_one_piece_share(const struct layout_counts *c)
{
	return c->with_data ? 100 * (double)c->one_piece / (double)c->with_data : 100;
}

double layout_per_gib(const struct layout *l, uint64_t count)
{
	return l->read_bytes ? (double)count * 0x1p30 / (double)l->read_bytes : 0;
}

static int fold_fork(void *shard, const void *whole)
{
	layout_init(shard, &((const struct layout *)whole)->options);
	return 0;
}

static int fold_add(void *state, const struct file *file)
{
	return layout_add(state, file);
}

static int fold_merge(void *state, void *next)
{
	return layout_merge(state, next);
}

static void fold_release(void *state)
{
	layout_free(state);
}

const struct fold layout_fold = {
	.size = sizeof(struct layout),
	.fork = fold_fork,
	.add.file = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};
