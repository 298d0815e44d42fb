/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/lookup.h"

void lookup_init(struct lookup *l, uint32_t inode_bytes)
{
	*l = (struct lookup) { .inode_bytes = inode_bytes };
}

int lookup_ask(struct lookup *l, struct range at)
{
	struct lookup_question question = { .at = at, .number = l->questions.count };

	return lookup_questions_push(&l->questions, question);
}

static int by_place(const void *a, const void *b)
{
	const struct lookup_question *x = a, *y = b;

	return x->at.start < y->at.start ? -1 : x->at.start > y->at.start;
}

void lookup_start(struct lookup *l)
{
	if (l->questions.count)
		qsort(l->questions.item, l->questions.count, sizeof(*l->questions.item), by_place);
}

/* Questions that begin before `end` become active. */
static int activate(struct lookup *l, uint64_t end)
{
	for (; l->next < l->questions.count; l->next++) {
		if (l->questions.item[l->next].at.start >= end)
			return 0;
		if (lookup_questions_push(&l->active, l->questions.item[l->next]))
			return ERR_NOMEM;
	}
	return 0;
}

/* The part of an owner that a question asks for. */
static struct owner cut(const struct lookup *l, const struct owner *owner,
			const struct range *at)
{
	struct owner part = *owner;
	uint64_t start = at->start > owner->at.start ? at->start : owner->at.start;
	uint64_t end = range_end(at) < range_end(&owner->at) ? range_end(at)
							    : range_end(&owner->at);
	uint64_t skipped = start - owner->at.start;

	part.at = (struct range) { start, end - start };
	if (owner->role == OWNER_INODE_TABLE)
		part.inode += skipped / l->inode_bytes;
	else
		part.logical += skipped;
	return part;
}

int lookup_add(void *ctx, const struct owner *owner)
{
	struct lookup *l = ctx;
	struct lookup_answer answer;
	size_t i, kept = 0;

	if (activate(l, range_end(&owner->at)))
		return ERR_NOMEM;
	for (i = 0; i < l->active.count; i++) {
		const struct lookup_question question = l->active.item[i];

		answer.question = question.number;
		answer.owner = cut(l, owner, &question.at);
		if (lookup_answers_push(&l->answers, answer))
			return ERR_NOMEM;
		if (range_end(&question.at) > range_end(&owner->at))
			l->active.item[kept++] = question;
	}
	l->active.count = kept;
	return 0;
}

static int by_question(const void *a, const void *b)
{
	const struct lookup_answer *x = a, *y = b;

	if (x->question != y->question)
		return x->question < y->question ? -1 : 1;
	return x->owner.at.start < y->owner.at.start ? -1 :
	       x->owner.at.start > y->owner.at.start;
}

void lookup_finish(struct lookup *l)
{
	if (l->answers.count)
		qsort(l->answers.item, l->answers.count, sizeof(*l->answers.item), by_question);
}

void lookup_free(struct lookup *l)
{
	lookup_questions_free(&l->questions);
	lookup_questions_free(&l->active);
	lookup_answers_free(&l->answers);
}
