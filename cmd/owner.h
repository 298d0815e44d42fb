/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owner: the questions that the command line and a map file ask. */
#ifndef CMD_OWNER_H
#define CMD_OWNER_H

#include "base/vec.h"
#include "cmd/options.h"
#include "cmd/source.h"
#include "measure/lookup.h"

struct owner_options {
	struct common_options common;
	bool bytes;
	bool sectors;
	const char *mapfile;
};

/* A question as the user put it. */
struct owner_question {
	char text[64];		/* "1000-1023", or where a map file has it */
	struct range at;	/* bytes of the volume; len 0: wholly outside */
};

VEC_DEFINE(owner_questions, struct owner_question);

/*
 * Turns operands and map file into questions about the open volume. Places are
 * blocks of the volume; with --bytes, --sectors or in a map file they are places
 * on the disk image that was named. 0, or ERR_USAGE, ERR_IO with a sentence.
 */
int owner_ask(const struct owner_options *options, char **operands,
	      const struct source *source, struct owner_questions *questions,
	      struct err *err);

#endif
