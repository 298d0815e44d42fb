/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lookup: who owns these bytes? Many questions, answered in one walk over the
 * owners.
 *
 *     lookup_ask(l, range) ...  lookup_start(l)
 *     fs_each_owner(fs, ..., lookup_add, l)
 *     lookup_finish(l)          now l->answers is in the order of the questions
 */
#ifndef MEASURE_LOOKUP_H
#define MEASURE_LOOKUP_H

#include "base/range.h"
#include "base/vec.h"
#include "model/owner.h"

struct lookup_question {
	struct range at;	/* bytes of the volume; len not 0 */
	size_t number;		/* in the order of asking, from 0 */
};

/* One owner's share of one question. */
struct lookup_answer {
	size_t question;
	struct owner owner;	/* cut to what was asked; inode and logical fit its beginning */
};

VEC_DEFINE(lookup_questions, struct lookup_question);
VEC_DEFINE(lookup_answers, struct lookup_answer);

struct lookup {
	uint32_t inode_bytes;			/* of the volume, for inode tables */
	struct lookup_questions questions;	/* ascending place once started */
	struct lookup_questions active;		/* those that the walk is inside of */
	size_t next;				/* the first question not reached yet */
	struct lookup_answers answers;
};

/* No questions yet; inode_bytes is the size of an inode on the volume. */
void lookup_init(struct lookup *l, uint32_t inode_bytes);

/* Asks for a range; what lies past the volume gets no answer. 0 or ERR_NOMEM. */
int lookup_ask(struct lookup *l, struct range at);

/* All questions are asked. */
void lookup_start(struct lookup *l);

/* Takes the next owner of the walk, ascending. 0 or ERR_NOMEM; ctx is the lookup. */
int lookup_add(void *ctx, const struct owner *owner);

/* Puts the answers in the order of the questions, and of place within each. */
void lookup_finish(struct lookup *l);

/* Releases all. */
void lookup_free(struct lookup *l);

#endif
