/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/layout.h"
#include "cmd/output.h"
#include "cmd/source.h"

#define TOP_MAX 1000000

static int files_fork(void *shard, const void *whole)
{
	const struct layout_files *from = whole;
	struct layout_files *f = shard;

	*f = (struct layout_files) { .want_table = from->want_table };
	layout_init(&f->layout, &from->layout.options);
	return 0;
}

static int files_add(void *state, const struct file *file)
{
	struct layout_files *f = state;
	int ret = layout_add(&f->layout, file);

	return ret || !f->want_table ? ret : layoutdiff_add(&f->table, file);
}

static int files_merge(void *state, void *next)
{
	struct layout_files *f = state, *from = next;
	int ret = layout_merge(&f->layout, &from->layout);
	int also = layoutdiff_fold.merge(&f->table, &from->table);

	return ret ? ret : also;
}

static void files_release(void *state)
{
	struct layout_files *f = state;

	layout_free(&f->layout);
	layoutdiff_table_free(&f->table);
}

static const struct fold files_fold = {
	.size = sizeof(struct layout_files),
	.fork = files_fork,
	.add.file = files_add,
	.merge = files_merge,
	.release = files_release,
};

static int check_options(const struct layout_command *options, struct err *err)
{
	const char *other = options->common.json ? "--json" : options->against ? "--against" : NULL;

	if (options->lines && other)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE,
			       "--json-lines and %s exclude each other", other);
	if (options->top.given && options->top.value > TOP_MAX)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "--top %" PRIu64
			       ": at most %d files are listed; --json-lines writes all",
			       options->top.value, TOP_MAX);
	return 0;
}

static void prepare(const struct layout_command *options, const struct volume *v,
		    struct layout_result *result)
{
	const struct layout_options how = {
		.units = { .block = v->block_bytes, .cluster = v->cluster_bytes },
		.group_blocks = v->group_bytes / v->block_bytes,
		.worst = options->lines ? 0 : options->top.given ? options->top.value : LAYOUT_TOP,
		.list = !options->no_names,
	};

	layout_init(&result->files.layout, &how);
	result->files.want_table = options->against;
}

static int compare_inodes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The inodes whose paths will be shown, ascending. NULL without memory. */
static uint64_t *shown_inodes(const struct layout_result *result, size_t *count)
{
	const struct worst_vec *worst = &result->files.layout.worst.files;
	const struct layoutdiff_files *top = &result->diff.top;
	uint64_t *inodes = malloc((worst->count + top->count + 1) * sizeof(*inodes));
	size_t i;

	*count = 0;
	for (i = 0; inodes && i < worst->count; i++)
		inodes[(*count)++] = worst->item[i].inode;
	for (i = 0; inodes && i < top->count; i++)
		inodes[(*count)++] = top->item[i].inode;
	if (*count > 1)
		qsort(inodes, *count, sizeof(*inodes), compare_inodes);
	return inodes;
}

/* Names of what is shown, and a recursive read. */
static int add_names(struct fs *fs, const struct fs_walk_options *walk,
		     struct layout_result *result, struct err *err)
{
	size_t count;
	uint64_t *inodes = shown_inodes(result, &count);
	int ret = inodes ? layout_names_read(fs, walk, inodes, count, result, err)
			 : err_nomem(err, "the names");

	free(inodes);
	return ret;
}

static int add_directory_order(struct fs *fs, struct layout_result *result, struct err *err)
{
	const struct layout *l = &result->files.layout;

	if (result->has_names &&
	    dirorder_read(&result->names.order, fs_root(fs), &l->list, l->options.units.block,
			  &result->directories))
		return err_nomem(err, "the order of the files");
	return 0;
}

struct line_writer {
	struct report *report;
	struct layout_result *result;
};

static int write_line(void *ctx, const struct file *file)
{
	struct line_writer *w = ctx;
	int ret = layout_show_file(w->report, file, w->result);

	return ret ? ret : layout_add(&w->result->files.layout, file);
}

/* Writes while it walks, on one thread: the lines come in inode order. */
static int write_lines(const struct layout_command *options, struct fs *fs,
		       const struct fs_walk_options *walk, struct layout_result *result,
		       struct err *err)
{
	const struct fs_file_options all = { 0 };
	struct line_writer w = { .result = result };
	int ret = options->no_names ? 0 : layout_names_read(fs, walk, NULL, 0, result, err);

	if (ret)
		return ret;
	w.report = report_open(REPORT_LINES, stdout);
	if (!w.report)
		return err_nomem(err, "the lines");
	ret = fs_each_file(fs, &all, write_line, &w, err);
	if (report_close(w.report) && !ret)
		ret = err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write the lines");
	else if (ret == ERR_NOMEM)
		ret = err_nomem(err, "the lines");
	return ret ? ret : add_directory_order(fs, result, err);
}

static int measure(const struct layout_command *options, struct fs *fs,
		   const struct fs_walk_options *walk, struct layout_result *result,
		   struct err *err)
{
	const struct fs_file_options all = { 0 };
	int ret = fs_fold_files(fs, &all, &files_fold, &result->files, walk, err);

	layout_finish(&result->files.layout);
	if (!ret && options->against)
		ret = layout_against(options, fs_volume(fs), result, err);
	if (!ret && !options->no_names)
		ret = add_names(fs, walk, result, err);
	return ret ? ret : add_directory_order(fs, result, err);
}

static int print(const struct command *self, const struct layout_command *options,
		 struct fs *fs, const struct layout_result *result, struct err *err)
{
	struct report *r = options->common.json ? output_json(self, fs_volume(fs))
						: report_open(REPORT_TEXT, stdout);

	if (!r)
		return err_nomem(err, "the report");
	if (options->common.json)
		report_begin(r, "layout");
	layout_show(r, result);
	if (!options->common.json)
		return report_close(r) ? err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write") : 0;
	report_end(r);
	return output_json_close(r, fs_findings(fs), err);
}

static int layout(const struct command *self, const struct layout_command *options,
		  const char *path, struct source *source, struct layout_result *result,
		  struct err *err)
{
	bool shown;
	struct fs_walk_options walk = output_walk(&options->common, &shown);
	int ret = check_options(options, err);

	if (!ret)
		ret = layout_check_parse(options, result, err);
	if (!ret)
		ret = source_open(source, path, &options->common, false, err);
	if (ret)
		return ret;
	output_journal(&options->common, fs_volume(source->fs));
	prepare(options, fs_volume(source->fs), result);
	if (options->lines)
		ret = write_lines(options, source->fs, &walk, result, err);
	else
		ret = measure(options, source->fs, &walk, result, err);
	if (ret)
		return ret;
	layout_check_decide(result);
	return options->lines ? 0 : print(self, options, source->fs, result, err);
}

static int layout_run(const struct command *self, void *opts, char **operands)
{
	const struct layout_command *options = opts;
	struct layout_result result = { 0 };
	struct source source = { 0 };
	struct err err = ERR_INIT;
	int ret = layout(self, options, operands[0], &source, &result, &err);
	int code = output_end(&options->common, operands[0], ret, &err, source.fs);

	/* figures of a damaged volume decide nothing: that is the answer then */
	if (!ret && !layout_check_say(operands[0], &result) && code == EXIT_DONE)
		code = EXIT_VERDICT;
	files_release(&result.files);
	paths_free(&result.names.paths);
	dirorder_free(&result.names.order);
	layoutdiff_free(&result.diff);
	source_close(&source);
	return code;
}

static const struct option_spec layout_own[] = {
	{ 't', "top", "N", OPTION_COUNT, offsetof(struct layout_command, top),
	  "list the N files in most pieces (10); 0 for none" },
	{ 'c', "check", "CONDITION", OPTION_LIST, offsetof(struct layout_command, checks),
	  "end with 4 unless it holds, such as 'extents-per-file<1.05'; may be repeated" },
	{ 'a', "against", "OTHER", OPTION_FILE, offsetof(struct layout_command, against),
	  "say what moved since the image OTHER of the same filesystem was made" },
	{ 'n', "no-names", NULL, OPTION_FLAG, offsetof(struct layout_command, no_names),
	  "do not read directories: no paths, no directory order, less memory" },
	{ 0, "json-lines", NULL, OPTION_FLAG, offsetof(struct layout_command, lines),
	  "print every file as one JSON object on a line of its own" },
	{ 0 }
};

const struct command layout_command = {
	.name = "layout",
	.operands = "IMAGE",
	.summary = "how all files lie: extents, layout score, seeks, worst files, a verdict",
	.operands_min = 1,
	.operands_max = 1,
	.options_size = sizeof(struct layout_command),
	.options = { layout_own, options_image, options_output, options_all },
	.run = layout_run,
};
