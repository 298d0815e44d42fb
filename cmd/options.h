/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options: tables of command-line options, and one parser for all of them.
 *
 * A command's options are a struct whose first member is struct
 * common_options; each row of its table says which member a row fills.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct command;

enum option_kind {
	OPTION_FLAG,	/* bool */
	OPTION_SIZE,	/* struct option_number, with suffixes */
	OPTION_COUNT,	/* struct option_number, plain */
	OPTION_TEXT,	/* const char * */
	OPTION_FILE,	/* const char *, a path */
	OPTION_CHOICE,	/* const char *, one of the words in arg, "a|b|c" */
	OPTION_LIST,	/* struct option_list, a text each time the option is given */
};

struct option_number {
	bool given;
	uint64_t value;
};

/* How often an option may be given. */
#define OPTION_LIST_MAX 16

struct option_list {
	const char *item[OPTION_LIST_MAX];	/* in the order given */
	size_t count;
};

struct option_spec {
	char letter;		/* 0: none */
	const char *name;	/* long form; NULL ends the table */
	const char *arg;	/* name of the argument, NULL for a flag */
	enum option_kind kind;
	size_t offset;		/* of the member in the options struct */
	const char *help;	/* no full stop */
};

struct common_options {
	bool help;
	bool quiet;
	bool json;
	const char *progress;			/* NULL: auto */
	struct option_number partition;
	struct option_number offset;
};

/* Tables of the options that many commands share. */
extern const struct option_spec options_all[];		/* --help, -q */
extern const struct option_spec options_image[];	/* -p, --offset */
extern const struct option_spec options_output[];	/* --json, --progress */

/*
 * Parses argv[1 ..] by the command's tables into `options` (zeroed, of
 * command->options_size) and sets *operands to what is no option, NULL at the
 * end. 0 or ERR_USAGE with a sentence. argv is reordered.
 */
int options_parse(const struct command *command, int argc, char **argv, void *options,
		  char ***operands, struct err *err);

#endif
