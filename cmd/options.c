/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "cmd/command.h"

#define MAX_OPTIONS 32
/* getopt_long() returns this plus the index of a long option without a letter. */
#define LONG_ONLY 256

const struct option_spec options_all[] = {
	{ 'h', "help", NULL, OPTION_FLAG, offsetof(struct common_options, help),
	  "show this help" },
	{ 'q', "quiet", NULL, OPTION_FLAG, offsetof(struct common_options, quiet),
	  "no notes, warnings or progress on standard error; errors and damage are still said" },
	{ 0 }
};

const struct option_spec options_image[] = {
	{ 'p', "partition", "N", OPTION_COUNT, offsetof(struct common_options, partition),
	  "read partition N of a whole-disk image (MBR or GPT)" },
	{ 0, "offset", "BYTES", OPTION_SIZE, offsetof(struct common_options, offset),
	  "the filesystem begins BYTES into the image (4096, 1MiB, 2048s)" },
	{ 0 }
};

const struct option_spec options_output[] = {
	{ 0, "json", NULL, OPTION_FLAG, offsetof(struct common_options, json),
	  "print the result as one JSON object" },
	{ 0, "progress", "auto|always|never", OPTION_CHOICE,
	  offsetof(struct common_options, progress),
	  "show progress on standard error; auto: when it is a terminal" },
	{ 0 }
};

struct parser {
	const struct option_spec *specs[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2];
	int count;
};

/* Turns the tables into what getopt_long() wants; ':' first: we print the errors. */
static void prepare(struct parser *p, const struct command *command)
{
	const struct option_spec *spec;
	char *letter;
	int table;

	memset(p, 0, sizeof(*p));
	letter = p->shorts;
	*letter++ = ':';
	for (table = 0; command->options[table]; table++)
		for (spec = command->options[table]; spec->name && p->count < MAX_OPTIONS;
		     spec++) {
			p->longs[p->count] = (struct option) {
				.name = spec->name,
				.has_arg = spec->arg ? required_argument : no_argument,
				.val = LONG_ONLY + p->count,
			};
			if (spec->letter) {
				*letter++ = spec->letter;
				if (spec->arg)
					*letter++ = ':';
			}
			p->specs[p->count++] = spec;
		}
}

static const struct option_spec *find(const struct parser *p, int result)
{
	int i;

	if (result >= LONG_ONLY)
		return p->specs[result - LONG_ONLY];
	for (i = 0; i < p->count; i++)
		if (p->specs[i]->letter == result)
			return p->specs[i];
	return NULL;
}

static bool is_choice(const char *words, const char *arg)
{
	size_t len = strlen(arg);

	for (; words; words = strchr(words, '|')) {
		words += *words == '|';
		if (!strncmp(words, arg, len) && (words[len] == '|' || !words[len]))
			return len;
	}
	return false;
}

/* The option as the user may have typed it, for messages: "-c" or "--offset". */
static const char *spelling(const struct option_spec *spec, char text[64])
{
	if (spec->letter)
		snprintf(text, 64, "-%c", spec->letter);
	else
		snprintf(text, 64, "--%s", spec->name);
	return text;
}

static int append(const struct option_spec *spec, const char *arg, struct option_list *list,
		  struct err *err)
{
	char text[64];

	if (list->count == OPTION_LIST_MAX)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s %s: given more than %d times",
			       spelling(spec, text), arg, OPTION_LIST_MAX);
	list->item[list->count++] = arg;
	return 0;
}

static int store(const struct option_spec *spec, const char *arg, char *options,
		 struct err *err)
{
	void *member = options + spec->offset;
	struct option_number *number = member;
	char text[64];

	switch (spec->kind) {
	case OPTION_FLAG:
		*(bool *)member = true;
		return 0;
	case OPTION_SIZE:
		number->given = true;
		if (!units_parse(arg, &number->value))
			return 0;
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s %s: is no size; give bytes, or a number with a suffix such as 4k, 1MiB or 2048s",
			       spelling(spec, text), arg);
	case OPTION_COUNT:
		number->given = true;
		if (!units_parse_count(arg, &number->value))
			return 0;
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s %s: is no number",
			       spelling(spec, text), arg);
	case OPTION_CHOICE:
		if (!is_choice(spec->arg, arg))
			return err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s %s: must be one of %s",
				       spelling(spec, text), arg, spec->arg);
		/* fall through */
	case OPTION_TEXT:
	case OPTION_FILE:
		*(const char **)member = arg;
		return 0;
	case OPTION_LIST:
		return append(spec, arg, member, err);
	}
	return 0;
}

static int check_operands(const struct command *command, int count, struct err *err)
{
	if (count < command->operands_min)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "an operand is missing: usage is fsatlas %s [options] %s",
			       command->name, command->operands);
	if (count > command->operands_max)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "too many operands: usage is fsatlas %s [options] %s",
			       command->name, command->operands);
	return 0;
}

int options_parse(const struct command *command, int argc, char **argv, void *options,
		  char ***operands, struct err *err)
{
	const struct common_options *common = options;
	const struct option_spec *spec;
	struct parser parser;
	int result, ret;

	prepare(&parser, command);
	opterr = 0;
	optind = 1;
	while ((result = getopt_long(argc, argv, parser.shorts, parser.longs, NULL)) != -1) {
		if (result == ':')
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "%s: needs an argument", argv[optind - 1]);
		spec = result == '?' ? NULL : find(&parser, result);
		if (!spec && optopt && optopt < LONG_ONLY)
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "-%c: no such option; see fsatlas %s --help", optopt,
				       command->name);
		if (!spec)
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "%s: %s; see fsatlas %s --help", argv[optind - 1],
				       optopt ? "takes no argument" : "no such option",
				       command->name);
		ret = store(spec, optarg, options, err);
		if (ret)
			return ret;
	}
	*operands = argv + optind;
	return common->help ? 0 : check_operands(command, argc - optind, err);
}
