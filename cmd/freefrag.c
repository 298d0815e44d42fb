/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>

#include "base/checked.h"
#include "base/units.h"
#include "cmd/freefrag.h"
#include "cmd/output.h"
#include "cmd/source.h"

struct freefrag_options {
	struct common_options common;
	struct option_number chunk_kib;
	bool verbose;
	bool groups;
};

/* One walk feeds both folds. */
struct result {
	struct freehist hist;
	struct freegroups groups;
	bool want_groups;
};

static int result_fork(void *shard, const void *whole)
{
	const struct result *from = whole;
	struct result *r = shard;

	r->want_groups = from->want_groups;
	freehist_init(&r->hist, &from->hist.options);
	freegroups_init(&r->groups, from->groups.group_start, from->groups.group_bytes);
	return 0;
}

static int result_add(void *state, const struct range *run)
{
	struct result *r = state;

	freehist_add(&r->hist, run);
	return r->want_groups ? freegroups_add(&r->groups, run) : 0;
}

static int result_merge(void *state, void *next)
{
	struct result *r = state, *from = next;

	freehist_merge(&r->hist, &from->hist);
	return freegroups_merge(&r->groups, &from->groups);
}

static void result_release(void *state)
{
	freegroups_free(&((struct result *)state)->groups);
}

static const struct fold result_fold = {
	.size = sizeof(struct result),
	.fork = result_fork,
	.add.range = result_add,
	.merge = result_merge,
	.release = result_release,
};

static int check_chunk(const struct option_number *kib, const struct volume *v,
		       uint64_t *chunk, struct err *err)
{
	if (!kib->given)
		return 0;
	if (!checked_power_of_two(kib->value) || !checked_mul(kib->value, 1024, chunk))
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "-c %" PRIu64
			       ": the chunk size in KiB must be a power of two", kib->value);
	if (*chunk < v->block_bytes)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "-c %" PRIu64
			       ": a chunk must not be smaller than a block (%" PRIu32 " KiB)",
			       kib->value, v->block_bytes / 1024);
	if (*chunk > v->size)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "-c %" PRIu64
			       ": a chunk must not be larger than the volume (%" PRIu64 " KiB)",
			       kib->value, v->size / 1024);
	return 0;
}

static int prepare(struct result *r, const struct freefrag_options *options,
		   const struct volume *v, struct err *err)
{
	struct freehist_options how = { 0 };
	int ret = check_chunk(&options->chunk_kib, v, &how.chunk, err);

	if (options->verbose || options->common.json) {
		how.stripe = v->stripe_width;
		how.stripe_phase = how.stripe ? v->device_offset % how.stripe : 0;
	}
	r->want_groups = options->groups;
	freehist_init(&r->hist, &how);
	freegroups_init(&r->groups, v->group_start, v->group_bytes);
	return ret;
}

static void show_summary(struct report *r, const struct volume *v, const struct freehist *h)
{
	report_bytes(r, "free", h->bytes);
	report_percent(r, "free_share", (double)h->bytes * 100 / (double)v->size);
	report_bytes(r, "free_in_superblock", v->free);
	report_count(r, "free_extents", h->extents);
	report_bytes(r, "smallest_free_extent", h->shortest);
	report_bytes(r, "mean_free_extent", freehist_mean(h));
	report_bytes(r, "largest_free_extent", h->longest.len);
	report_place(r, "largest_free_extent_at", h->longest.start);
	report_bytes(r, "stripe_width", h->options.stripe);	/* 0: not set */
	if (h->options.stripe) {
		report_place(r, "first_stripe_at", h->options.stripe_phase ?
			     h->options.stripe - h->options.stripe_phase : 0);
		report_count(r, "whole_stripes_free", h->stripes);
		report_percent(r, "share_in_whole_stripes", h->bytes ?
			       (double)(h->stripes * h->options.stripe) * 100 /
			       (double)h->bytes : 0);
	}
	if (h->options.chunk) {
		report_bytes(r, "chunk", h->options.chunk);
		report_count(r, "chunks", checked_div_up(v->size, h->options.chunk));
		report_count(r, "whole_chunks_free", h->chunks);
	}
}

static void show_histogram(struct report *r, const struct freehist *h)
{
	unsigned class;

	report_begin_list(r, "histogram");
	for (class = 0; class < LOG2HIST_CLASSES; class++) {
		if (!h->hist.count[class])
			continue;
		report_begin_row(r);
		report_place(r, "from", UINT64_C(1) << class);
		report_place(r, "below", class == 63 ? UINT64_MAX : UINT64_C(2) << class);
		report_count(r, "free_extents", h->hist.count[class]);
		report_place(r, "free", h->hist.sum[class]);
		report_end(r);
	}
	report_end(r);
}

static void show_groups(struct report *r, const struct volume *v, const struct freegroups *g)
{
	struct freegroup group;
	uint64_t i;

	report_begin_list(r, "groups");
	for (i = 0; i < v->groups; i++) {
		group = freegroups_get(g, i);
		report_begin_row(r);
		report_count(r, "group", i);
		report_place(r, "start", volume_group(v, i).start);
		report_place(r, "free", group.free);
		report_count(r, "free_extents", group.extents);
		report_place(r, "largest", group.largest);
		report_end(r);
	}
	report_end(r);
}

static int print_json(const struct command *self, const struct fs *fs,
		      const struct result *result, struct err *err)
{
	struct report *r = output_json(self, fs_volume(fs));

	if (!r)
		return err_nomem(err, "the report");
	report_begin(r, "freefrag");
	show_summary(r, fs_volume(fs), &result->hist);
	show_histogram(r, &result->hist);
	if (result->want_groups)
		show_groups(r, fs_volume(fs), &result->groups);
	report_end(r);
	return output_json_close(r, fs_findings(fs), err);
}

static int print_text(const char *name, const struct fs *fs, const struct result *result,
		      bool verbose, struct err *err)
{
	const struct volume *v = fs_volume(fs);
	struct report *r = report_open(REPORT_TEXT, stdout);

	if (!r)
		return err_nomem(err, "the report");
	freefrag_text(stdout, name, v, &result->hist);
	if (verbose || result->want_groups)
		putchar('\n');
	if (verbose) {
		report_begin(r, "details");
		show_summary(r, v, &result->hist);
		report_end(r);
	}
	if (result->want_groups)
		show_groups(r, v, &result->groups);
	return report_close(r) ? err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write") : 0;
}

static int freefrag(const struct command *self, const struct freefrag_options *options,
		    const char *path, struct source *source, struct err *err)
{
	const struct common_options *common = &options->common;
	bool shown;
	struct fs_walk_options walk = output_walk(common, &shown);
	struct result result;
	int ret = source_open(source, path, common, false, err);

	if (ret)
		return ret;
	output_journal(common, fs_volume(source->fs));
	ret = prepare(&result, options, fs_volume(source->fs), err);
	if (!ret)
		ret = fs_fold_free(source->fs, &result_fold, &result, &walk, err);
	freehist_finish(&result.hist);
	if (!ret && common->json)
		ret = print_json(self, source->fs, &result, err);
	else if (!ret)
		ret = print_text(path, source->fs, &result, options->verbose, err);
	freegroups_free(&result.groups);
	return ret;
}

static int freefrag_run(const struct command *self, void *opts, char **operands)
{
	const struct freefrag_options *options = opts;
	struct err err = ERR_INIT;
	struct source source = { 0 };
	int ret = freefrag(self, options, operands[0], &source, &err);

	ret = output_end(&options->common, operands[0], ret, &err, source.fs);
	source_close(&source);
	return ret;
}

static const struct option_spec freefrag_own[] = {
	{ 'c', "chunk", "KB", OPTION_COUNT, offsetof(struct freefrag_options, chunk_kib),
	  "count free aligned chunks of KB kibibytes (a power of two)" },
	{ 'v', "verbose", NULL, OPTION_FLAG, offsetof(struct freefrag_options, verbose),
	  "add whole free stripes, the largest free extent and the superblock's count" },
	{ 'g', "groups", NULL, OPTION_FLAG, offsetof(struct freefrag_options, groups),
	  "add free space and largest free extent of each group" },
	{ 0 }
};

const struct command freefrag_command = {
	.name = "freefrag",
	.operands = "IMAGE",
	.summary = "how free space is cut up: a histogram of free extents",
	.operands_min = 1,
	.operands_max = 1,
	.options_size = sizeof(struct freefrag_options),
	.options = { freefrag_own, options_image, options_output, options_all },
	.run = freefrag_run,
};
