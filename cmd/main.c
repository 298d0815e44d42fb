/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cmd/output.h"
#include "cmd/version.h"

const struct command *const commands[] = {
	&info_command,
	&freefrag_command,
	&filefrag_command,
	&layout_command,
	&owner_command,
	&metrics_command,
	NULL
};

static const struct command *find_command(const char *name)
{
	int i;

	for (i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static bool is_given(int argc, char **argv, const char *word)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strcmp(argv[i], word))
			return true;
	return false;
}

/* Parses the options of a command and runs it. */
static int run(const struct command *command, int argc, char **argv)
{
	struct common_options *options = calloc(1, command->options_size);
	struct err err = ERR_INIT;
	char **operands;
	int ret;

	if (!options) {
		fprintf(stderr, "fsatlas: no memory\n");
		return EXIT_COULD_NOT;
	}
	if (options_parse(command, argc, argv, options, &operands, &err)) {
		/* the error comes before --json may have been reached */
		options->json = is_given(argc, argv, "--json");
		ret = output_fail(options, command->name, &err);
	} else if (options->help) {
		help_command(command);
		ret = output_flush();
	} else {
		ret = command->run(command, options, operands);
	}
	free(options);
	return ret;
}

int main(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		fprintf(stderr, "fsatlas: a command is missing; see fsatlas --help\n");
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		help_program();
		return output_flush();
	}
	if (!strcmp(argv[1], "--version")) {
		printf("fsatlas %s\n", FSATLAS_VERSION);
		return output_flush();
	}
	if (!strcmp(argv[1], "completions"))
		return completions_print(argc > 2 ? argv[2] : "");
	command = find_command(argv[1]);
	if (!command) {
		fprintf(stderr, "fsatlas: %s: no such command; see fsatlas --help\n", argv[1]);
		return EXIT_USAGE;
	}
	return run(command, argc - 1, argv + 1);
}
