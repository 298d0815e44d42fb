/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/fiemap.h"

static int add(struct fiemap_vec *rows, const struct file *file, struct fiemap_row row)
{
	const struct fiemap_row none = { 0 };
	const struct fiemap_row *last = rows->count ? &rows->item[rows->count - 1] : &none;

	/* a hole of the same length in the file and on the volume is no jump */
	row.expected = last->physical + row.logical - last->logical;
	row.jump = row.logical && row.physical != row.expected &&
		   row.physical != last->physical + last->len;
	if (!row.jump)
		row.expected = 0;
	if (row.logical + row.len >= file->size)
		row.flags |= FIEMAP_EOF;
	return fiemap_vec_push(rows, row);
}

static void mark_last(struct fiemap_vec *rows)
{
	if (rows->count)
		rows->item[rows->count - 1].flags |= FIEMAP_LAST;
}

static int add_inline(struct fiemap_vec *rows, const struct file *file)
{
	const struct fiemap_row row = {
		.physical = file->inline_place,
		.len = file->size,	/* what does not fit i_block counts as if it followed */
		.flags = FIEMAP_INLINE | FIEMAP_NOT_ALIGNED,
	};

	return row.len ? add(rows, file, row) : 0;
}

/* How far the kernel has read the leaves of a tree. */
struct cache {
	const struct file *file;
	size_t leaf;		/* the first of file->leaves that was not read */
	size_t known;		/* the first record that was not read */
};

/* Reads the leaf that holds record i, the first one that is not known. */
static void read_leaf(struct cache *c, size_t i)
{
	while (c->leaf < c->file->leaf_count && c->file->leaves[c->leaf] <= i)
		c->leaf++;
	c->known = c->leaf < c->file->leaf_count ? c->file->leaves[c->leaf]
						 : c->file->record_count;
}

/* Index of the first record, up to `end`, that does not continue the one before it. */
static size_t run_end(const struct file *file, size_t i, size_t end)
{
	do
		i++;
	while (i < end && extent_continues(&file->records[i - 1], &file->records[i]));
	return i;
}

static int add_run(struct fiemap_vec *rows, const struct file *file, size_t i, size_t end)
{
	const struct extent *first = &file->records[i], *last = &file->records[end - 1];

	return add(rows, file, (struct fiemap_row) {
		.logical = first->logical,
		.physical = first->physical,
		.len = last->logical + last->len - first->logical,
		.flags = first->unwritten ? FIEMAP_UNWRITTEN : 0,
	});
}

static int add_tree(struct fiemap_vec *rows, const struct file *file)
{
	struct cache c = { .file = file };
	size_t i, end;
	int ret = 0;

	if (file->record_count && file->records[0].logical)
		read_leaf(&c, 0);	/* by the question for the hole before it */
	for (i = 0; !ret && i < file->record_count; i = end) {
		if (i >= c.known && rows->count && !(rows->count % FIEMAP_ROWS_PER_CALL))
			read_leaf(&c, i);	/* by the call that had no room for the row */
		end = i + 1;
		if (i < c.known)
			end = run_end(file, i, c.known);
		else
			read_leaf(&c, i);
		ret = add_run(rows, file, i, end);
	}
	return ret;
}

static int add_block_map(struct fiemap_vec *rows, const struct file *file)
{
	size_t i;
	int ret;

	for (i = 0; i < file->record_count; i++) {
		ret = add(rows, file, (struct fiemap_row) {
			.logical = file->records[i].logical,
			.physical = file->records[i].physical,
			.len = file->records[i].len,
			.flags = FIEMAP_MERGED,
		});
		if (ret)
			return ret;
	}
	return 0;
}

int fiemap_content(struct fiemap_vec *rows, const struct file *file)
{
	int ret;

	rows->count = 0;
	if (file->inline_data)
		ret = add_inline(rows, file);
	else if (file->block_mapped)
		ret = add_block_map(rows, file);
	else
		ret = add_tree(rows, file);
	mark_last(rows);
	return ret;
}

int fiemap_attributes(struct fiemap_vec *rows, const struct file *file, uint32_t block)
{
	struct fiemap_row row = { .physical = file->xattr_place, .len = block };
	int ret = 0;

	rows->count = 0;
	if (file->xattr_inode_len) {
		row.physical = file->inode_place - file->inode_place % block +
			       file->xattr_inode_place - file->inode_place;
		row.len = file->xattr_inode_len;
		row.flags = FIEMAP_INLINE | FIEMAP_NOT_ALIGNED;
	}
	if (row.physical)
		ret = add(rows, file, row);
	mark_last(rows);
	return ret;
}

uint64_t fiemap_extents_found(const struct fiemap_vec *rows)
{
	uint64_t found = 0;
	size_t i;

	for (i = 0; i < rows->count; i++)
		found += rows->item[i].jump || !found;
	return found;
}
