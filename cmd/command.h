/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command: what each cmd/<name>.c offers to main. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "cmd/options.h"

struct command {
	const char *name;
	const char *operands;		/* for usage: "IMAGE" */
	const char *summary;		/* one line, no full stop */
	int operands_min, operands_max;
	size_t options_size;		/* of the struct that the options fill */
	/* Tables one after the other; NULL at the end. */
	const struct option_spec *options[5];
	/*
	 * Does the work. options is filled in; operands ends with NULL. Returns
	 * the exit code.
	 */
	int (*run)(const struct command *self, void *options, char **operands);
};

extern const struct command info_command;
extern const struct command freefrag_command;
extern const struct command filefrag_command;
extern const struct command layout_command;
extern const struct command metrics_command;
extern const struct command owner_command;

/* All commands, in the order in which help lists them; NULL at the end. */
extern const struct command *const commands[];

/* Prints a completion script for "bash", "zsh" or "fish". Returns the exit code. */
int completions_print(const char *shell);

/* Prints the help of a command. */
void help_command(const struct command *command);

/* Prints the help of the program. */
void help_program(void);

#endif
