/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/readorder.h"

void readorder_add(struct readorder *r, const struct readfile *file, uint32_t block)
{
	if (r->files)
		seeks_step(&r->between, r->end, file->start, block);
	else
		r->start = file->start;
	r->end = file->end;
	r->files++;
	seeks_add(&r->inside, (struct seeks) { file->near, file->far });
}

void readorder_merge(struct readorder *r, const struct readorder *next, uint32_t block)
{
	if (!next->files)
		return;
	if (r->files)
		seeks_step(&r->between, r->end, next->start, block);
	else
		r->start = next->start;
	r->end = next->end;
	r->files += next->files;
	seeks_add(&r->inside, next->inside);
	seeks_add(&r->between, next->between);
}

struct seeks readorder_seeks(const struct readorder *r)
{
	struct seeks sum = r->inside;

	seeks_add(&sum, r->between);
	return sum;
}

const struct readfile *readorder_find(const struct readfile_vec *files, uint64_t inode,
				      size_t *hint)
{
	size_t low = 0, high = files->count, middle;

	if (*hint + 1 < files->count && files->item[*hint + 1].inode == inode)
		return &files->item[++*hint];
	while (low < high) {
		middle = low + (high - low) / 2;
		if (files->item[middle].inode < inode)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == files->count || files->item[low].inode != inode)
		return NULL;
	*hint = low;
	return &files->item[low];
}
