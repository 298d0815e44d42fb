/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --against: a second image of the same filesystem. */
#include <string.h>

#include "cmd/layout.h"
#include "cmd/output.h"
#include "cmd/source.h"

/* The error is about the other image, while the caller names the first one. */
static int blame(const char *path, struct err *err)
{
	const struct err inner = *err;

	return err_set(err, inner.code, inner.place, "--against %.120s: %.380s", path, inner.text);
}

static int compare(const struct layout_command *options, const struct volume *volume,
		   struct source *source, struct layout_result *result, struct err *err)
{
	const struct fs_file_options all = { 0 };
	size_t top = options->top.given ? options->top.value : LAYOUT_TOP;
	bool shown;
	struct fs_walk_options walk = output_walk(&options->common, &shown);
	struct layoutdiff_table before = { 0 };
	int ret = source_open(source, options->against, &options->common, false, err);

	if (ret)
		return ret;
	output_journal(&options->common, fs_volume(source->fs));
	if (strcmp(fs_volume(source->fs)->uuid, volume->uuid))
		output_note(&options->common, "warning: %s is another filesystem: its UUID is %s, not %s",
			    options->against, fs_volume(source->fs)->uuid, volume->uuid);
	ret = fs_fold_files(source->fs, &all, &layoutdiff_fold, &before, &walk, err);
	if (!ret && layoutdiff_compare(&before, &result->files.table, top, &result->diff))
		ret = err_nomem(err, "the comparison");
	layoutdiff_table_free(&before);
	result->has_diff = !ret;
	return ret;
}

int layout_against(const struct layout_command *options, const struct volume *volume,
		   struct layout_result *result, struct err *err)
{
	struct source source = { 0 };
	int ret = compare(options, volume, &source, result, err);

	/* damage of the other image is told, but the exit code is about this one */
	if (ret)
		ret = blame(options->against, err);
	else
		output_findings(&options->common, options->against, fs_findings(source.fs));
	source_close(&source);
	return ret;
}
