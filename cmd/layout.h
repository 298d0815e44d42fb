/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout: what the command found out, and how it is shown. */
#ifndef CMD_LAYOUT_H
#define CMD_LAYOUT_H

#include "cmd/options.h"
#include "fs/fs.h"
#include "measure/dirorder.h"
#include "measure/layout.h"
#include "measure/layoutcheck.h"
#include "measure/layoutdiff.h"
#include "measure/paths.h"
#include "report/report.h"

/* How many of the worst files are shown without --top. */
#define LAYOUT_TOP 10

struct layout_command {
	struct common_options common;
	struct option_number top;
	struct option_list checks;
	const char *against;
	bool no_names;
	bool lines;
};

/* A condition and what came of it. */
struct layout_verdict {
	const char *text;		/* as it was given */
	struct layoutcheck check;
	double value;
	bool holds;
};

/* One walk over the files feeds both. */
struct layout_files {
	struct layout layout;
	bool want_table;
	struct layoutdiff_table table;	/* for --against */
};

/* One walk over the names feeds both. */
struct layout_names {
	struct paths paths;
	struct dirorder order;
};

struct layout_result {
	struct layout_files files;
	bool has_names;
	struct layout_names names;
	struct readorder directories;	/* with names: a recursive read */
	struct layout_verdict verdicts[OPTION_LIST_MAX];
	size_t verdict_count;
	bool has_diff;
	struct layoutdiff diff;
};

/* Writes the result; what JSON holds under "layout". */
void layout_show(struct report *r, const struct layout_result *result);

/* Writes one file as a row; with paths when the result has names. 0 or ERR_NOMEM. */
int layout_show_file(struct report *r, const struct file *file,
		     const struct layout_result *result);

/* Reads the conditions before anything else is done. 0 or ERR_USAGE. */
int layout_check_parse(const struct layout_command *options, struct layout_result *result,
		       struct err *err);

/* Fills in what became of the conditions. */
void layout_check_decide(struct layout_result *result);

/* Says on stderr which conditions do not hold. True when all do. */
bool layout_check_say(const char *subject, const struct layout_result *result);

/*
 * Opens the other image and compares. The table of the first image is in the
 * result. 0 or an err_code with a sentence.
 */
int layout_against(const struct layout_command *options, const struct volume *volume,
		   struct layout_result *result, struct err *err);

/*
 * Reads the names of the volume: paths of the `count` inodes in `wanted`,
 * ascending (NULL: of all), and the order of a recursive read. 0 or an err_code
 * with a sentence.
 */
int layout_names_read(struct fs *fs, const struct fs_walk_options *walk,
		      const uint64_t *wanted, size_t count, struct layout_result *result,
		      struct err *err);

#endif
