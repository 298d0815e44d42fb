/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The result of the command, each key named once. */
#include <stdlib.h>

#include "cmd/layout.h"
#include "measure/layoutverdict.h"

static void show_verdict(struct report *r, const struct layout *l,
			 const struct layout_counts *all)
{
	static const char *const on_disk[] = {
		[LAYOUTVERDICT_GOOD] = "nothing to gain that is worth the work",
		[LAYOUTVERDICT_FAIR] = "a little to gain by fewer pieces",
		[LAYOUTVERDICT_POOR] = "much to gain by fewer pieces",
	};
	const enum layoutverdict verdict = layoutverdict_of(l);
	uint64_t far = readorder_seeks(&l->order).far;

	report_begin(r, "verdict");
	report_text(r, "mark", layoutverdict_name(verdict));
	report_text(r, "on_disk", on_disk[verdict]);
	report_text(r, "on_flash", layoutverdict_flash_gains(l) ?
		    "some to gain: the pieces of files in several are below 128 KiB" :
		    "nothing to gain");
	report_number(r, "extents_per_file", layout_extents_per_file(all));
	report_number(r, "inner_far_seeks_per_gib", layout_per_gib(l, l->order.inside.far));
	report_bytes(r, "mean_piece", layoutverdict_mean_piece(l));
	report_number(r, "disk_read_seconds", layoutverdict_seconds(l->read_bytes, far));
	report_number(r, "disk_seconds_lost", layoutverdict_seconds(0, l->order.inside.far));
	report_text(r, "rule", "good below 1.05 extents per file or 100 inner far seeks per GiB; fair below 1.5 or 800; else poor");
	report_end(r);
}

static void show_files(struct report *r, const struct layout *l, const struct layout_counts *all)
{
	report_begin(r, "files");
	report_count(r, "files", all->files);
	report_count(r, "with_data", all->with_data);
	report_count(r, "empty_or_sparse", all->empty);
	report_count(r, "inline", all->inlined);
	report_count(r, "in_one_piece", all->one_piece);
	report_count(r, "in_several_pieces", all->several);
	report_percent(r, "one_piece_share", layout_one_piece_share(all));
	report_count(r, "system_inodes", l->system_files);
	report_count(r, "e2fsck_noncontig_files", l->fsck_files);
	report_count(r, "e2fsck_noncontig_dirs", l->fsck_directories);
	report_end(r);
}

static void show_extents(struct report *r, const struct layout_counts *all)
{
	report_begin(r, "extents");
	report_count(r, "records", all->records);
	report_count(r, "extents", all->extents);
	report_count(r, "most_extents", all->most_extents);
	report_count(r, "seeks_inside", seeks_total(all->seeks));
	report_count(r, "near_seeks_inside", all->seeks.near);
	report_count(r, "far_seeks_inside", all->seeks.far);
	report_count(r, "most_seeks", all->most_seeks);
	report_percent(r, "layout_score", layout_score(all));
	report_bytes(r, "written", all->written);
	report_bytes(r, "unwritten", all->unwritten);
	report_count(r, "holes", all->holes);
	report_bytes(r, "in_holes", all->hole_bytes);
	report_bytes(r, "slack", all->slack);
	report_bytes(r, "beyond_end", all->beyond);
	report_end(r);
}

static void show_order(struct report *r, const char *key, const struct layout *l,
		       const struct readorder *order)
{
	struct seeks seeks = readorder_seeks(order);

	report_begin(r, key);
	report_count(r, "files_read", order->files);
	report_count(r, "seeks", seeks_total(seeks));
	report_count(r, "inside_files", seeks_total(order->inside));
	report_count(r, "between_files", seeks_total(order->between));
	report_count(r, "near_seeks", seeks.near);
	report_count(r, "far_seeks", seeks.far);
	report_number(r, "seeks_per_gib", layout_per_gib(l, seeks_total(seeks)));
	report_number(r, "far_seeks_per_gib", layout_per_gib(l, seeks.far));
	report_end(r);
}

static void show_kinds(struct report *r, const struct layout *l)
{
	const struct layout_counts *c;
	size_t i;

	report_begin_list(r, "kinds");
	for (i = 0; i < LAYOUT_KINDS; i++) {
		c = &l->kinds[i];
		report_begin_row(r);
		report_text(r, "kind", layout_kind_name((enum layout_kind)i));
		report_count(r, "files", c->files);
		report_count(r, "with_data", c->with_data);
		report_count(r, "in_several_pieces", c->several);
		report_count(r, "records", c->records);
		report_count(r, "extents", c->extents);
		report_number(r, "extents_per_file", layout_extents_per_file(c));
		report_percent(r, "layout_score", layout_score(c));
		report_end(r);
	}
	report_end(r);
}

static void show_distribution(struct report *r, const struct layout *l)
{
	size_t i;

	report_begin_list(r, "distribution");
	for (i = 0; i < LAYOUT_CLASSES; i++) {
		if (!l->classes[i].files)
			continue;
		report_begin_row(r);
		report_count(r, "extents_from", i ? (UINT64_C(1) << (i - 1)) + 1 : 1);
		report_count(r, "extents_to", i < 64 ? UINT64_C(1) << i : UINT64_MAX);
		report_count(r, "files", l->classes[i].files);
		report_count(r, "extents", l->classes[i].extents);
		report_end(r);
	}
	report_end(r);
}

static void show_path(struct report *r, const struct layout_result *result, uint64_t inode)
{
	char *path = result->has_names ? malloc(PATHS_ROOM) : NULL;

	if (path) {
		paths_first(&result->names.paths, inode, path, PATHS_ROOM);
		report_text(r, "path", path);
	}
	free(path);
}

static void show_worst(struct report *r, const struct layout_result *result)
{
	const struct worst_vec *files = &result->files.layout.worst.files;
	const struct worst_file *f;
	size_t i;

	report_begin_list(r, "worst_files");
	for (i = 0; i < files->count; i++) {
		f = &files->item[i];
		report_begin_row(r);
		report_count(r, "inode", f->inode);
		report_count(r, "seeks", seeks_total(f->layout.seeks));
		report_count(r, "extents", f->layout.extents);
		report_count(r, "records", f->layout.records);
		report_percent(r, "layout_score", filelayout_score(&f->layout));
		report_bytes(r, "size", f->size);
		show_path(r, result, f->inode);
		report_end(r);
	}
	report_end(r);
}

static void show_checks(struct report *r, const struct layout_result *result)
{
	const struct layout_verdict *v;
	size_t i;

	report_begin_list(r, "checks");
	for (i = 0; i < result->verdict_count; i++) {
		v = &result->verdicts[i];
		report_begin_row(r);
		report_flag(r, "holds", v->holds);
		report_number(r, "value", v->value);
		report_text(r, "condition", v->text);
		report_end(r);
	}
	report_end(r);
}

static void show_diff(struct report *r, const struct layout_result *result)
{
	const struct layoutdiff *diff = &result->diff;
	const struct layoutdiff_file *f;
	size_t i;

	report_begin_list(r, "changes");
	for (i = 0; i < LAYOUTDIFF_WHATS; i++) {
		report_begin_row(r);
		report_text(r, "what", layoutdiff_name((enum layoutdiff_what)i));
		report_count(r, "files", diff->counts[i].files);
		report_count(r, "extents_before", diff->counts[i].before);
		report_count(r, "extents_after", diff->counts[i].after);
		report_end(r);
	}
	report_end(r);
	report_begin_list(r, "most_changed_files");
	for (i = 0; i < diff->top.count; i++) {
		f = &diff->top.item[i];
		report_begin_row(r);
		report_text(r, "what", layoutdiff_name(f->what));
		report_count(r, "inode", f->inode);
		report_count(r, "extents_before", f->extents_before);
		report_count(r, "extents_after", f->extents_after);
		report_place(r, "size_before", f->size_before);
		report_place(r, "size_after", f->size_after);
		if (f->what != LAYOUTDIFF_GONE)
			show_path(r, result, f->inode);
		report_end(r);
	}
	report_end(r);
}

void layout_show(struct report *r, const struct layout_result *result)
{
	const struct layout *l = &result->files.layout;
	const struct layout_counts all = layout_total(l);

	show_verdict(r, l, &all);
	show_files(r, l, &all);
	show_extents(r, &all);
	show_order(r, "in_inode_order", l, &l->order);
	if (result->has_names)
		show_order(r, "in_directory_order", l, &result->directories);
	show_kinds(r, l);
	show_distribution(r, l);
	if (l->options.worst)
		show_worst(r, result);
	if (result->has_diff)
		show_diff(r, result);
	if (result->verdict_count)
		show_checks(r, result);
}
