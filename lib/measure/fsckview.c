/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stddef.h>

#include "measure/fsckview.h"
#include "measure/mapwalk.h"

/* The walk so far; bytes of the volume. */
struct walk {
	const struct file *file;
	uint64_t block;
	struct mapwalk map;
	size_t nodes;		/* indirect blocks passed */
	uint64_t end;		/* where the next block is expected; 0: anywhere */
	bool broken;
	size_t empty;			/* the next of the empty nodes */
};

static void visit(struct walk *w, uint64_t start, uint64_t len)
{
	w->broken = w->broken || (w->end && w->end != start);
	w->end = start + len;
}

/* One record of a block map, cut where another indirect block begins. */
static void visit_mapped(struct walk *w, const struct extent *record)
{
	uint64_t logical = record->logical / w->block;
	uint64_t left = record->len / w->block;
	uint64_t place = record->physical;
	uint64_t count;
	unsigned enter;

	for (; left; left -= count) {
		for (enter = mapwalk_go(&w->map, logical); enter; enter--)
			if (w->nodes < w->file->node_count)
				visit(w, w->file->nodes[w->nodes++].start, w->block);
		count = mapwalk_left(&w->map, logical);
		count = count < left ? count : left;
		visit(w, place, count * w->block);
		logical += count;
		place += count * w->block;
	}
}

/* e2fsck comes by the indirect blocks that map nothing, too: those before `logical`. */
static void visit_empty(struct walk *w, uint64_t logical)
{
	const struct file *file = w->file;

	for (; w->empty < file->empty_node_count &&
	       file->empty_nodes[w->empty].logical < logical; w->empty++)
		visit(w, file->empty_nodes[w->empty].physical, file->empty_nodes[w->empty].len);
}

/* Blocks, or clusters where that is the unit, that e2fsck counts for the file. */
static uint64_t counted(const struct file *file, uint64_t unit)
{
	uint64_t count = file->node_count + (file->xattr_place != 0);
	uint64_t first, last, before = UINT64_MAX;
	size_t i;

	for (i = 0; i < file->record_count; i++) {
		if (!file->records[i].len)
			continue;
		first = file->records[i].physical / unit;
		last = (file->records[i].physical + file->records[i].len - 1) / unit;
		count += last - first + (first != before);
		before = last;
	}
	return count;
}

bool fsckview_fragmented(const struct file *file, const struct filelayout_units *units,
			 uint64_t group_blocks)
{
	struct walk w = { .file = file, .block = units->block,
			  .map = mapwalk_start(units->block / 4) };
	size_t i;

	if (file->role == FILE_RESIZE || file->role == FILE_BAD_BLOCKS)
		return false;
	for (i = 0; i < file->record_count; i++)
		if (file->block_mapped) {
			visit_empty(&w, file->records[i].logical);
			visit_mapped(&w, &file->records[i]);
		} else {
			visit(&w, file->records[i].physical, file->records[i].len);
		}
	visit_empty(&w, UINT64_MAX);
	return w.broken && counted(file, units->cluster) < group_blocks;
}
