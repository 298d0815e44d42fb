/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output: what a command says beside its result, and how it ends. */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include "base/err.h"
#include "cmd/command.h"
#include "fs/fs.h"
#include "report/report.h"

enum exit_code {
	EXIT_DONE = 0,
	EXIT_COULD_NOT = 1,	/* I/O, unsupported, refused */
	EXIT_USAGE = 2,
	EXIT_DAMAGED = 3,	/* done, but the filesystem contradicts itself */
	EXIT_VERDICT = 4,	/* a --check is negative */
};

/*
 * Prints the sentence of an error, after `subject` (an image or an option), on
 * stderr, and as a JSON object on stdout when JSON is wanted. Returns the exit
 * code.
 */
int output_fail(const struct common_options *options, const char *subject,
		const struct err *err);

/* Prints a note on stderr unless -q was given. */
void output_note(const struct common_options *options, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Says, before any result, that a journal was not replayed. */
void output_journal(const struct common_options *options, const struct volume *volume);

/* Prints the findings on stderr. Returns the exit code that they ask for. */
int output_findings(const struct common_options *options, const char *subject,
		    const struct findings *findings);

/* Flushes standard output; EXIT_COULD_NOT with a sentence when it cannot be written. */
int output_flush(void);

/*
 * Ends a command over one image: output_fail() when it failed (ret is not 0), else
 * output_flush() and output_findings(). fs may be NULL after a failure. Returns
 * the exit code.
 */
int output_end(const struct common_options *options, const char *subject, int ret,
	       const struct err *err, const struct fs *fs);

/* Opens the JSON object of a command: program, command, volume. NULL without memory. */
struct report *output_json(const struct command *command, const struct volume *volume);

/* Adds the findings to a JSON object and writes it. 0 or an err_code in err. */
int output_json_close(struct report *report, const struct findings *findings,
		      struct err *err);

/*
 * How to walk by the options: with a progress line on stderr or without. *shown
 * belongs to the walk and must live as long.
 */
struct fs_walk_options output_walk(const struct common_options *options, bool *shown);

#endif
