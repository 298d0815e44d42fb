/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "cmd/filefrag_text.h"
#include "cmd/output.h"
#include "cmd/source.h"

/* The largest unit of -b, as in the peer. */
#define UNIT_MAX (UINT64_C(1) << 30)

struct filefrag_options {
	struct common_options common;
	struct option_number unit;
	bool kib;
	bool extents;
	bool hex;
	bool sync;
	bool verbose;
	bool xattr;
};

/* What one file after the other is shown with. */
struct job {
	const struct command *self;
	const struct filefrag_options *options;
	const char *image;
	struct fs *fs;
	struct filefrag_text text;
	struct report *report;		/* NULL: text */
	const char *path;		/* of the file at hand */
	struct fiemap_vec rows;
	int code;			/* the worst exit code of a path */
};

static void show_flags(struct report *r, const struct fiemap_row *row)
{
	const char *words[FILEFRAG_TEXT_FLAGS + 1];
	size_t count = filefrag_text_flags(row->flags, words);

	if (row->flags & FIEMAP_EOF)
		words[count++] = "eof";
	report_words(r, "flags", words, count);
}

static void show_rows(struct report *r, const struct fiemap_vec *rows)
{
	const struct fiemap_row *row;
	size_t i;

	report_begin_list(r, "fiemap");
	for (i = 0; i < rows->count; i++) {
		row = &rows->item[i];
		report_begin_row(r);
		report_place(r, "logical", row->logical);
		report_place(r, "physical", row->physical);
		report_bytes(r, "length", row->len);
		show_flags(r, row);
		report_end(r);
	}
	report_end(r);
}

static void show_file(struct report *r, const char *path, const struct file *file,
		      const struct fiemap_vec *rows)
{
	report_begin_row(r);
	report_text(r, "path", path);
	report_count(r, "inode", file->inode);
	report_text(r, "kind", file_kind_name(file->kind));
	report_bytes(r, "size", file->size);
	report_bytes(r, "allocated", file->allocated);
	report_flag(r, "deleted", file->deleted);
	report_flag(r, "damaged", file->damaged);
	report_count(r, "records", file->record_count);
	report_count(r, "extents", file_extents(file));
	report_count(r, "filefrag_extents", fiemap_extents_found(rows));
	show_rows(r, rows);
	report_end(r);
}

static int take_file(void *ctx, const struct file *file)
{
	struct job *job = ctx;
	int ret = job->options->xattr ?
		fiemap_attributes(&job->rows, file, job->text.block) :
		fiemap_content(&job->rows, file);

	if (ret)
		return ret;
	if (file->deleted)
		output_note(&job->options->common, "%s: inode %" PRIu64
			    " is deleted: what it still says is shown", job->path, file->inode);
	if (job->report)
		show_file(job->report, job->path, file, &job->rows);
	else
		filefrag_text_file(&job->text, job->path, file, &job->rows);
	return 0;
}

/* A path that cannot be shown gets its sentence; the others go on. */
static void fail(struct job *job, const struct err *err)
{
	int code = err->code == ERR_USAGE ? EXIT_USAGE : EXIT_COULD_NOT;

	fprintf(stderr, "fsatlas: %s: %s: %s\n", job->image, job->path, err->text);
	if (code > job->code)
		job->code = code;
	if (!job->report)
		return;
	report_begin_row(job->report);
	report_text(job->report, "path", job->path);
	report_begin(job->report, "error");
	report_text(job->report, "code", err_name(err->code));
	report_text(job->report, "message", err->text);
	report_end(job->report);
	report_end(job->report);
}

static int show_paths(struct job *job, char **paths, struct err *err)
{
	uint64_t inode;
	int ret;

	for (; *paths; paths++) {
		struct err one = ERR_INIT;

		job->path = *paths;
		ret = fs_lookup(job->fs, job->path, &inode, &one);
		if (!ret)
			ret = fs_file(job->fs, inode, take_file, job, &one);
		if (ret == ERR_NOMEM)
			return err_nomem(err, "the extents of a file");
		if (ret)
			fail(job, &one);
	}
	return 0;
}

static int show(struct job *job, char **paths, struct err *err)
{
	int ret;

	if (!job->options->common.json)
		return show_paths(job, paths, err);
	job->report = output_json(job->self, fs_volume(job->fs));
	if (!job->report)
		return err_nomem(err, "the report");
	report_begin(job->report, "filefrag");
	report_flag(job->report, "attributes", job->options->xattr);
	report_begin_list(job->report, "files");
	ret = show_paths(job, paths, err);
	report_end(job->report);
	report_end(job->report);
	if (ret) {
		report_close(job->report);
		return ret;
	}
	return output_json_close(job->report, fs_findings(job->fs), err);
}

static int check_unit(const struct filefrag_options *options, struct err *err)
{
	if (options->unit.given && options->unit.value > UNIT_MAX)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "-b %" PRIu64
			       ": the unit can be 1 GiB at most", options->unit.value);
	return 0;
}

static int filefrag(struct job *job, struct source *source, char **paths, struct err *err)
{
	const struct filefrag_options *options = job->options;
	int ret = check_unit(options, err);

	if (!ret)
		ret = source_open(source, job->image, &options->common, false, err);
	if (ret)
		return ret;
	output_journal(&options->common, fs_volume(source->fs));
	job->fs = source->fs;
	filefrag_text_init(&job->text, stdout, fs_volume(job->fs),
			   options->kib ? 1024 : options->unit.value);
	job->text.verbose = options->verbose || options->extents;
	job->text.hex = options->hex;
	ret = show(job, paths, err);
	fiemap_vec_free(&job->rows);
	return ret;
}

static int filefrag_run(const struct command *self, void *opts, char **operands)
{
	const struct filefrag_options *options = opts;
	struct err err = ERR_INIT;
	struct source source = { 0 };
	struct job job = { .self = self, .options = options, .image = operands[0] };
	int ret = filefrag(&job, &source, operands + 1, &err);

	ret = output_end(&options->common, job.image, ret, &err, source.fs);
	source_close(&source);
	return job.code && (!ret || ret == EXIT_DAMAGED) ? job.code : ret;
}

static const struct option_spec filefrag_own[] = {
	{ 'v', "verbose", NULL, OPTION_FLAG, offsetof(struct filefrag_options, verbose),
	  "the size of each file, and each of its extents" },
	{ 'b', "block-size", "SIZE", OPTION_SIZE, offsetof(struct filefrag_options, unit),
	  "count in units of SIZE instead of the volume's blocks (512, 4k, 1MiB)" },
	{ 'k', "kib", NULL, OPTION_FLAG, offsetof(struct filefrag_options, kib),
	  "count in units of 1024 bytes" },
	{ 'e', "extents", NULL, OPTION_FLAG, offsetof(struct filefrag_options, extents),
	  "the same as -v" },
	{ 'X', "hex", NULL, OPTION_FLAG, offsetof(struct filefrag_options, hex),
	  "numbers of extents in hexadecimal" },
	{ 'x', "xattr", NULL, OPTION_FLAG, offsetof(struct filefrag_options, xattr),
	  "where extended attributes lie, instead of content" },
	{ 's', "sync", NULL, OPTION_FLAG, offsetof(struct filefrag_options, sync),
	  "accepted and without effect: an image has nothing to write back" },
	{ 0 }
};

const struct command filefrag_command = {
	.name = "filefrag",
	.operands = "IMAGE PATH|'<INODE>'...",
	.summary = "the extents of files, as filefrag prints them on a mount",
	.operands_min = 2,
	.operands_max = INT_MAX,
	.options_size = sizeof(struct filefrag_options),
	.options = { filefrag_own, options_image, options_output, options_all },
	.run = filefrag_run,
};
