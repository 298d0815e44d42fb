/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "cmd/command.h"

static void print_option(const struct option_spec *spec)
{
	char text[64];

	if (spec->letter)
		snprintf(text, sizeof(text), "-%c, --%s%s%s", spec->letter, spec->name,
			 spec->arg ? " " : "", spec->arg ? spec->arg : "");
	else
		snprintf(text, sizeof(text), "    --%s%s%s", spec->name, spec->arg ? " " : "",
			 spec->arg ? spec->arg : "");
	if (snprintf(NULL, 0, "%s", text) <= 24)
		printf("  %-24s  %s\n", text, spec->help);
	else
		printf("  %s\n  %-24s  %s\n", text, "", spec->help);
}

void help_command(const struct command *command)
{
	const struct option_spec *spec;
	int table;

	printf("Usage: fsatlas %s [options] %s\n\n%s\n\nOptions:\n", command->name,
	       command->operands, command->summary);
	for (table = 0; command->options[table]; table++)
		for (spec = command->options[table]; spec->name; spec++)
			print_option(spec);
	printf("\nExit code: 0 done, 1 could not, 2 usage, 3 done but the filesystem is damaged,\n"
	       "4 a check is negative. The manual is fsatlas-%s(1).\n", command->name);
}

void help_program(void)
{
	int i;

	printf("Usage: fsatlas COMMAND [options] IMAGE...\n\n"
	       "Static analysis of filesystem images and devices; reads, never writes.\n\n"
	       "Commands:\n");
	for (i = 0; commands[i]; i++)
		printf("  %-10s  %s\n", commands[i]->name, commands[i]->summary);
	printf("\n'fsatlas COMMAND --help' lists the options of a command;\n"
	       "'fsatlas completions bash|zsh|fish' prints completions for a shell.\n");
}
