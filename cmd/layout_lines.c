/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --json-lines: each file as one object. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cmd/layout.h"
#include "measure/fsckview.h"

VEC_DEFINE(path_vec, char *);

static int keep_path(void *ctx, const char *text, size_t len)
{
	char *path = strndup(text, len);

	if (!path || path_vec_push(ctx, path)) {
		free(path);
		return ERR_NOMEM;
	}
	return 0;
}

static int show_paths(struct report *r, const struct paths *names, uint64_t inode)
{
	struct path_vec paths = { 0 };
	int ret = paths_each(names, inode, keep_path, &paths);
	size_t i;

	if (!ret)
		report_words(r, "paths", (const char *const *)paths.item, paths.count);
	for (i = 0; i < paths.count; i++)
		free(paths.item[i]);
	path_vec_free(&paths);
	return ret;
}

static void show_layout(struct report *r, const struct filelayout *f)
{
	report_count(r, "extents", f->extents);
	report_count(r, "records", f->records);
	report_count(r, "seeks", seeks_total(f->seeks));
	report_count(r, "near_seeks", f->seeks.near);
	report_count(r, "far_seeks", f->seeks.far);
	report_percent(r, "layout_score", filelayout_score(f));
	report_bytes(r, "written", f->written);
	report_bytes(r, "unwritten", f->unwritten);
	report_count(r, "holes", f->holes);
	report_bytes(r, "in_holes", f->hole_bytes);
	report_bytes(r, "slack", f->slack);
	report_bytes(r, "beyond_end", f->beyond);
	report_flag(r, "inline", f->inlined);
}

int layout_show_file(struct report *r, const struct file *file,
		     const struct layout_result *result)
{
	const struct layout_options *options = &result->files.layout.options;
	const struct filelayout f = filelayout_of(file, &options->units);
	int ret = 0;

	report_begin_row(r);
	report_count(r, "inode", file->inode);
	if (result->has_names)
		ret = show_paths(r, &result->names.paths, file->inode);
	report_text(r, "kind", file_kind_name(file->kind));
	report_text(r, "role", file_role_name(file->role));
	report_bytes(r, "size", file->size);
	report_bytes(r, "allocated", file->allocated);
	show_layout(r, &f);
	if (file->record_count)
		report_place(r, "start", file->records[0].physical);
	report_count(r, "map_blocks", file->node_count);
	report_flag(r, "block_mapped", file->block_mapped);
	report_flag(r, "damaged", file->damaged);
	report_flag(r, "e2fsck_noncontig",
		    fsckview_fragmented(file, &options->units, options->group_blocks));
	report_end(r);
	return ret;
}
