/* SPDX-License-Identifier: GPL-2.0-or-later */
/* completions: scripts for the shells, printed from the command table. */
#include <stdio.h>
#include <string.h>

#include "cmd/output.h"

typedef void option_fn(const struct command *command, const struct option_spec *spec);

static void each_option(const struct command *command, option_fn *fn)
{
	const struct option_spec *spec;
	int table;

	for (table = 0; command->options[table]; table++)
		for (spec = command->options[table]; spec->name; spec++)
			fn(command, spec);
}

/* Text inside single quotes of a shell. */
static void quoted(const char *text)
{
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*text);
}

/* "a|b|c" as separate words. */
static void words(const char *choices, char between)
{
	for (; *choices; choices++)
		putchar(*choices == '|' ? between : *choices);
}

static void bash_option(const struct command *command, const struct option_spec *spec)
{
	(void)command;
	if (spec->letter)
		printf(" -%c", spec->letter);
	printf(" --%s", spec->name);
}

static void bash_argument(const struct command *command, const struct option_spec *spec)
{
	if (spec->kind == OPTION_FLAG)
		return;
	printf("\t%s:--%s", command->name, spec->name);
	if (spec->letter)
		printf("|%s:-%c", command->name, spec->letter);
	if (spec->kind == OPTION_CHOICE) {
		printf(") COMPREPLY=($(compgen -W '");
		words(spec->arg, ' ');
		printf("' -- \"$cur\")); return ;;\n");
	} else if (spec->kind == OPTION_FILE) {
		printf(") COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n");
	} else {
		printf(") return ;;\n");
	}
}

static void print_bash(void)
{
	int i;

	printf("# bash completion for fsatlas; made by 'fsatlas completions bash'\n"
	       "_fsatlas()\n{\n"
	       "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	       "\tlocal command=${COMP_WORDS[1]} options=\n"
	       "\tif ((COMP_CWORD == 1)); then\n\t\tCOMPREPLY=($(compgen -W '");
	for (i = 0; commands[i]; i++)
		printf("%s ", commands[i]->name);
	printf("--help --version' -- \"$cur\"))\n\t\treturn\n\tfi\n"
	       "\tcase $command:$prev in\n");
	for (i = 0; commands[i]; i++)
		each_option(commands[i], bash_argument);
	printf("\tesac\n\tcase $command in\n");
	for (i = 0; commands[i]; i++) {
		printf("\t%s) options='", commands[i]->name);
		each_option(commands[i], bash_option);
		printf("' ;;\n");
	}
	printf("\tesac\n\tif [[ $cur == -* ]]; then\n"
	       "\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n\telse\n"
	       "\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n\tfi\n}\n"
	       "complete -o filenames -F _fsatlas fsatlas\n");
}

static void zsh_option(const struct command *command, const struct option_spec *spec)
{
	bool repeats = spec->kind == OPTION_LIST;

	(void)command;
	printf("\t\t\t%s", repeats ? "'*'" : "");
	if (spec->letter && repeats)
		printf("{-%c,--%s}", spec->letter, spec->name);
	else if (spec->letter)
		printf("'(-%c --%s)'{-%c,--%s}", spec->letter, spec->name, spec->letter,
		       spec->name);
	else
		printf("--%s", spec->name);
	printf("'[");
	quoted(spec->help);
	putchar(']');
	if (spec->kind == OPTION_CHOICE) {
		printf(":%s:(", spec->name);
		words(spec->arg, ' ');
		putchar(')');
	} else if (spec->kind == OPTION_FILE) {
		printf(":%s:_files", spec->arg);
	} else if (spec->arg) {
		printf(":%s: ", spec->arg);
	}
	printf("' \\\n");
}

static void print_zsh(void)
{
	int i;

	printf("#compdef fsatlas\n# made by 'fsatlas completions zsh'\n"
	       "_fsatlas() {\n\tlocal -a commands\n\tcommands=(\n");
	for (i = 0; commands[i]; i++) {
		printf("\t\t'%s:", commands[i]->name);
		quoted(commands[i]->summary);
		printf("'\n");
	}
	printf("\t)\n\tif ((CURRENT == 2)); then\n"
	       "\t\t_describe -t commands command commands\n\t\treturn\n\tfi\n"
	       "\tlocal command=$words[2]\n\tshift words\n\t((CURRENT--))\n\tcase $command in\n");
	for (i = 0; commands[i]; i++) {
		printf("\t%s)\n\t\t_arguments \\\n", commands[i]->name);
		each_option(commands[i], zsh_option);
		printf("\t\t\t'*:image:_files'\n\t\t;;\n");
	}
	printf("\tesac\n}\n_fsatlas \"$@\"\n");
}

static void fish_option(const struct command *command, const struct option_spec *spec)
{
	printf("complete -c fsatlas -n '__fish_seen_subcommand_from %s'", command->name);
	if (spec->letter)
		printf(" -s %c", spec->letter);
	printf(" -l %s", spec->name);
	if (spec->kind == OPTION_CHOICE) {
		printf(" -x -a '");
		words(spec->arg, ' ');
		putchar('\'');
	} else if (spec->kind == OPTION_FILE) {
		printf(" -r -F");
	} else if (spec->arg) {
		printf(" -x");
	}
	printf(" -d '");
	quoted(spec->help);
	printf("'\n");
}

static void print_fish(void)
{
	int i;

	printf("# fish completion for fsatlas; made by 'fsatlas completions fish'\n"
	       "complete -c fsatlas -n __fish_use_subcommand -f\n"
	       "complete -c fsatlas -n __fish_use_subcommand -l help -d 'show help'\n"
	       "complete -c fsatlas -n __fish_use_subcommand -l version -d 'show the version'\n");
	for (i = 0; commands[i]; i++) {
		printf("complete -c fsatlas -n __fish_use_subcommand -a %s -d '",
		       commands[i]->name);
		quoted(commands[i]->summary);
		printf("'\n");
		each_option(commands[i], fish_option);
	}
}

int completions_print(const char *shell)
{
	if (!strcmp(shell, "bash")) {
		print_bash();
	} else if (!strcmp(shell, "zsh")) {
		print_zsh();
	} else if (!strcmp(shell, "fish")) {
		print_fish();
	} else {
		fprintf(stderr, "fsatlas: completions: say for which shell: bash, zsh or fish\n");
		return EXIT_USAGE;
	}
	return output_flush();
}
