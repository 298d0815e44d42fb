/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/output.h"
#include "cmd/source.h"
#include "measure/freehist.h"
#include "report/prom.h"

struct metrics_options {
	struct common_options common;
	const char *output;
};

/* What one image adds to each metric. */
struct sample {
	const char *path;
	char uuid[40];
	bool up;
	bool dirty;			/* its journal was not replayed */
	uint64_t size;
	uint64_t damage;
	struct freehist hist;
};

VEC_DEFINE(samples, struct sample);

/*
 * Bounds of the histogram's buckets, as powers of two: the same for every
 * volume, so that series can be added up. A bucket counts extents of at most
 * 2^k - 1 bytes, since an extent of exactly 2^k belongs to the next class.
 */
#define FIRST_BUCKET 13		/* below 8 KiB */
#define LAST_BUCKET 32		/* below 4 GiB */

static void put(FILE *out, const struct samples *samples, const char *name,
		const char *help, uint64_t (*value)(const struct sample *))
{
	const struct sample *s;
	size_t i;

	prom_metric(out, name, "gauge", help);
	for (i = 0; i < samples->count; i++) {
		s = &samples->item[i];
		if (s->up)
			prom_sample(out, name, (const struct prom_label[]) {
				{ "volume", s->path }, { "uuid", s->uuid }, { 0 } }, NULL,
				value(s));
	}
}

static uint64_t extents_of(const struct sample *s)
{
	return s->hist.extents;
}

static uint64_t free_of(const struct sample *s)
{
	return s->hist.bytes;
}

static uint64_t largest_of(const struct sample *s)
{
	return s->hist.longest.len;
}

static uint64_t size_of(const struct sample *s)
{
	return s->size;
}

static uint64_t dirty_of(const struct sample *s)
{
	return s->dirty;
}

static uint64_t damage_of(const struct sample *s)
{
	return s->damage;
}

static void put_up(FILE *out, const struct samples *samples)
{
	const struct sample *s;
	size_t i;

	prom_metric(out, "fsatlas_up", "gauge", "1 if the volume could be read, else 0.");
	for (i = 0; i < samples->count; i++) {
		s = &samples->item[i];
		/* no uuid: that of a volume that cannot be read is not known */
		prom_sample(out, "fsatlas_up",
			    (const struct prom_label[]) { { "volume", s->path }, { 0 } }, NULL,
			    s->up);
	}
}

static void put_histogram(FILE *out, const struct sample *s)
{
	const struct prom_label labels[] = { { "volume", s->path }, { "uuid", s->uuid }, { 0 } };
	const char *bucket = "fsatlas_free_extent_size_bytes_bucket";
	uint64_t count = 0;
	char le[24];
	unsigned class;

	for (class = 0; class < LAST_BUCKET; class++) {
		count += s->hist.hist.count[class];
		if (class + 1 < FIRST_BUCKET)
			continue;
		snprintf(le, sizeof(le), "%" PRIu64, (UINT64_C(2) << class) - 1);
		prom_sample(out, bucket, labels, le, count);
	}
	prom_sample(out, bucket, labels, "+Inf", s->hist.extents);
	prom_sample(out, "fsatlas_free_extent_size_bytes_sum", labels, NULL, s->hist.bytes);
	prom_sample(out, "fsatlas_free_extent_size_bytes_count", labels, NULL, s->hist.extents);
}

static void print(FILE *out, const struct samples *samples)
{
	size_t i;

	put_up(out, samples);
	put(out, samples, "fsatlas_size_bytes", "Size of the volume.", size_of);
	put(out, samples, "fsatlas_free_bytes", "Free space, by the block bitmaps.", free_of);
	put(out, samples, "fsatlas_free_extents", "Number of free extents.", extents_of);
	put(out, samples, "fsatlas_largest_free_extent_bytes",
	    "Length of the largest free extent.", largest_of);
	put(out, samples, "fsatlas_journal_dirty",
	    "1 if the journal holds changes that are not in these numbers, else 0.", dirty_of);
	put(out, samples, "fsatlas_findings", "Places where the volume contradicts itself.",
	    damage_of);
	prom_metric(out, "fsatlas_free_extent_size_bytes", "histogram",
		    "Free extents by size.");
	for (i = 0; i < samples->count; i++)
		if (samples->item[i].up)
			put_histogram(out, &samples->item[i]);
}

/* Reads one image; returns its exit code. */
static int measure(const struct common_options *options, struct sample *s)
{
	bool shown;
	struct fs_walk_options walk = output_walk(options, &shown);
	struct err err = ERR_INIT;
	struct source source;
	int ret = source_open(&source, s->path, options, false, &err);

	if (!ret) {
		const struct volume *v = fs_volume(source.fs);

		output_journal(options, v);
		strcpy(s->uuid, v->uuid);
		s->dirty = v->journal == VOLUME_JOURNAL_DIRTY;
		s->size = v->size;
		freehist_init(&s->hist, &(struct freehist_options) { 0 });
		ret = fs_fold_free(source.fs, &freehist_fold, &s->hist, &walk, &err);
		freehist_finish(&s->hist);
	}
	if (ret) {
		ret = output_fail(options, s->path, &err);
	} else {
		s->up = true;
		s->damage = fs_findings(source.fs)->damage;
		ret = output_findings(options, s->path, fs_findings(source.fs));
	}
	source_close(&source);
	return ret;
}

/*
 * What is written must be a plain file or nothing yet, and none of the images:
 * a rename would put a file in the place of a device.
 */
static int check_target(const char *path, const struct samples *samples, struct err *err)
{
	struct stat target, image;
	size_t i;

	if (stat(path, &target)) {
		if (!lstat(path, &target))
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "is a symlink that leads nowhere");
		return 0;
	}
	if (!S_ISREG(target.st_mode))
		return err_set(err, ERR_USAGE, ERR_NO_PLACE,
			       "is no plain file and would be replaced by one; leave -o out to write to standard output");
	for (i = 0; i < samples->count; i++)
		if (!stat(samples->item[i].path, &image) && image.st_dev == target.st_dev &&
		    image.st_ino == target.st_ino)
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "is one of the images and would be replaced");
	return 0;
}

/* A file whose reader never sees it half-written: a temporary one, renamed. */
static int write_file(const char *path, const struct samples *samples, struct err *err)
{
	char *temporary = NULL, *real;
	FILE *out = NULL;
	int fd = -1, failed = 1;

	if (check_target(path, samples, err))
		return ERR_USAGE;
	real = realpath(path, NULL);	/* behind a symlink, if it exists */
	if (asprintf(&temporary, "%s.XXXXXX", real ? real : path) < 0) {
		free(real);
		return err_nomem(err, "a file name");
	}
	fd = mkstemp(temporary);
	if (fd >= 0 && !fchmod(fd, 0644))
		out = fdopen(fd, "w");
	if (out) {
		print(out, samples);
		failed = fflush(out) || ferror(out) || fsync(fd);
		failed = fclose(out) || failed || rename(temporary, real ? real : path);
	} else if (fd >= 0) {
		close(fd);
	}
	if (failed) {
		err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write: %s", strerror(errno));
		if (fd >= 0)
			unlink(temporary);
	}
	free(temporary);
	free(real);
	return failed ? ERR_IO : 0;
}

/* Two samples of one series would make the collector refuse the whole file. */
static int named_twice(char **operands, struct err *err)
{
	char **other;

	for (; *operands; operands++)
		for (other = operands + 1; *other; other++)
			if (!strcmp(*operands, *other))
				return err_set(err, ERR_USAGE, ERR_NO_PLACE,
					       "%s is named twice; name each image once",
					       *operands);
	return 0;
}

/* Of two exit codes the one that tells more: could not, usage, damaged, done. */
static int worse(int a, int b)
{
	static const int rank[] = {
		[EXIT_DONE] = 0, [EXIT_COULD_NOT] = 3, [EXIT_USAGE] = 2, [EXIT_DAMAGED] = 1,
	};

	return rank[a] >= rank[b] ? a : b;
}

static int metrics_run(const struct command *self, void *opts, char **operands)
{
	const struct metrics_options *options = opts;
	struct samples samples = { 0 };
	struct sample sample;
	struct err err = ERR_INIT;
	int worst = EXIT_DONE, code;

	(void)self;
	if (named_twice(operands, &err))
		return output_fail(&options->common, "metrics", &err);
	for (; *operands; operands++) {
		sample = (struct sample) { .path = *operands };
		code = measure(&options->common, &sample);
		worst = worse(worst, code);
		if (samples_push(&samples, sample)) {
			err_nomem(&err, "the samples");
			worst = output_fail(&options->common, NULL, &err);
			break;
		}
	}
	if (!options->output)
		print(stdout, &samples);
	else if (write_file(options->output, &samples, &err))
		worst = output_fail(&options->common, options->output, &err);
	samples_free(&samples);
	code = output_flush();
	return code ? code : worst;
}

static const struct option_spec metrics_own[] = {
	{ 'o', "output", "FILE", OPTION_FILE, offsetof(struct metrics_options, output),
	  "write to FILE, replacing it at once when complete" },
	{ 0 }
};

static const struct option_spec metrics_progress[] = {
	{ 0, "progress", "auto|always|never", OPTION_CHOICE,
	  offsetof(struct common_options, progress),
	  "show progress on standard error; auto: when it is a terminal" },
	{ 0 }
};

const struct command metrics_command = {
	.name = "metrics",
	.operands = "IMAGE...",
	.summary = "free space as Prometheus metrics, for the textfile collector",
	.operands_min = 1,
	.operands_max = 1 << 20,
	.options_size = sizeof(struct metrics_options),
	.options = { metrics_own, options_image, metrics_progress, options_all },
	.run = metrics_run,
};
