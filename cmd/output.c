/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "cmd/output.h"
#include "cmd/version.h"

static int exit_code(int code)
{
	return code == ERR_USAGE ? EXIT_USAGE : EXIT_COULD_NOT;
}

int output_fail(const struct common_options *options, const char *subject,
		const struct err *err)
{
	struct report *r;

	fprintf(stderr, "fsatlas: %s%s%s\n", subject ? subject : "", subject ? ": " : "",
		err->text);
	r = options->json ? report_open(REPORT_JSON, stdout) : NULL;
	if (r) {
		report_begin(r, "error");
		report_text(r, "code", err_name(err->code));
		report_text(r, "message", err->text);
		if (err->place != ERR_NO_PLACE)
			report_place(r, "offset", err->place);
		report_end(r);
		report_close(r);
	}
	return exit_code(err->code);
}

void output_note(const struct common_options *options, const char *fmt, ...)
{
	va_list args;

	if (options->quiet)
		return;
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	putc('\n', stderr);
}

static const char *journal_state(enum volume_journal journal)
{
	switch (journal) {
	case VOLUME_JOURNAL_CLEAN: return "clean";
	case VOLUME_JOURNAL_DIRTY: return "dirty";
	default: return "none";
	}
}

void output_journal(const struct common_options *options, const struct volume *volume)
{
	if (volume->journal == VOLUME_JOURNAL_DIRTY)
		output_note(options, "journal: dirty, not replayed: all numbers are as the volume lies on disk");
}

/* One line a finding; the last line counts those that were not kept. */
static void print_findings(const char *subject, const struct findings *findings)
{
	uint64_t more = finding_count(findings) - findings->kept.count;
	const struct finding *finding;
	size_t i;

	for (i = 0; i < findings->kept.count; i++) {
		finding = &findings->kept.item[i];
		fprintf(stderr, "fsatlas: %s: %s: %s\n", subject,
			finding->expected_dirty ? "not replayed" : "finding", finding->text);
	}
	if (more)
		fprintf(stderr, "fsatlas: %s: and %" PRIu64 " more findings of these kinds\n",
			subject, more);
}

int output_findings(const struct common_options *options, const char *subject,
		    const struct findings *findings)
{
	if (findings->damage || !options->quiet)
		print_findings(subject, findings);
	return findings->damage ? EXIT_DAMAGED : EXIT_DONE;
}

int output_flush(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return EXIT_DONE;
	fprintf(stderr, "fsatlas: standard output: cannot write: %s\n", strerror(errno));
	return EXIT_COULD_NOT;
}

int output_end(const struct common_options *options, const char *subject, int ret,
	       const struct err *err, const struct fs *fs)
{
	int code = ret ? output_fail(options, subject, err) : output_flush();

	return code ? code : output_findings(options, subject, fs_findings(fs));
}

struct report *output_json(const struct command *command, const struct volume *volume)
{
	struct report *r = report_open(REPORT_JSON, stdout);

	if (!r)
		return NULL;
	report_begin(r, "fsatlas");
	report_text(r, "version", FSATLAS_VERSION);
	report_count(r, "schema", 1);
	report_end(r);
	report_text(r, "command", command->name);
	report_begin(r, "volume");
	report_text(r, "type", volume->type);
	report_text(r, "label", volume->label);
	report_text(r, "uuid", volume->uuid);
	report_bytes(r, "size", volume->size);
	report_bytes(r, "block", volume->block_bytes);
	report_place(r, "device_offset", volume->device_offset);
	report_begin(r, "journal");
	report_text(r, "state", journal_state(volume->journal));
	report_flag(r, "replayed", false);
	report_end(r);
	report_end(r);
	return r;
}

int output_json_close(struct report *r, const struct findings *findings, struct err *err)
{
	const struct finding *finding;
	size_t i;

	report_begin_list(r, "findings");
	for (i = 0; i < findings->kept.count; i++) {
		finding = &findings->kept.item[i];
		report_begin_row(r);
		report_text(r, "kind", finding_name(finding->kind));
		report_flag(r, "damage", !finding->expected_dirty);
		report_text(r, "text", finding->text);
		if (finding->place != FINDING_NO_PLACE)
			report_place(r, "place", finding->place);
		if (finding->has_numbers) {
			report_count(r, "stored", finding->stored);
			report_count(r, "found", finding->found);
		}
		report_end(r);
	}
	report_end(r);
	report_count(r, "findings_total", finding_count(findings));
	if (report_close(r))
		return err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write the JSON result");
	return 0;
}

/* As struct fs_walk_options takes it; ctx says whether anything was shown. */
static void output_progress(void *ctx, uint64_t done, uint64_t all)
{
	bool *shown = ctx;

	if (done == all && !*shown)
		return;		/* over before anybody waited for it */
	*shown = true;
	fprintf(stderr, "\rreading groups: %" PRIu64 " of %" PRIu64 "%s", done, all,
		done == all ? "\n" : "");
}

struct fs_walk_options output_walk(const struct common_options *options, bool *shown)
{
	const char *when = options->progress ? options->progress : "auto";
	struct fs_walk_options walk = { .progress_ctx = shown };

	*shown = !strcmp(when, "always");
	if (*shown || (!strcmp(when, "auto") && isatty(STDERR_FILENO) && !options->quiet))
		walk.progress = output_progress;
	return walk;
}
