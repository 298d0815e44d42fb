/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/lookup.h"
#include "suites.h"
#include "support.h"

#define OWNERS 40
#define INODE_BYTES 256

/* A volume of OWNERS neighbours of random length, as a walk hands them out. */
static uint64_t random_owners(struct prng *p, struct owner owners[OWNERS])
{
	uint64_t at = 0;
	size_t i;

	for (i = 0; i < OWNERS; i++) {
		owners[i] = (struct owner) {
			.at = { at, 1 + prng_below(p, 2000) },
			.role = i % 3 ? OWNER_DATA : OWNER_FREE,
			.inode = i % 3 ? 100 + i : 0,
			.logical = i % 3 ? prng_below(p, 100000) : 0,
		};
		at += owners[i].at.len;
	}
	return at;
}

/* Every byte of every answer belongs to the owner that has it, at the right place. */
static bool answer_fits(const struct owner owners[OWNERS], const struct lookup_answer *answer)
{
	const struct owner *part = &answer->owner;
	size_t i;

	for (i = 0; i < OWNERS; i++)
		if (part->at.start >= owners[i].at.start &&
		    range_end(&part->at) <= range_end(&owners[i].at))
			return part->inode == owners[i].inode && part->role == owners[i].role &&
			       part->logical == owners[i].logical + part->at.start -
						owners[i].at.start;
	return false;
}

static void random_questions(void)
{
	struct owner owners[OWNERS];
	struct range asked[60];
	struct lookup l;
	uint64_t trial, size, covered, next;
	size_t i, a;
	bool good;

	for (trial = 0; trial < 200; trial++) {
		struct prng p = prng_start(trial);

		size = random_owners(&p, owners);
		lookup_init(&l, INODE_BYTES);
		for (i = 0; i < 60; i++) {
			asked[i].start = prng_below(&p, size);
			asked[i].len = 1 + prng_below(&p, size - asked[i].start);
			CHECK_EQ(lookup_ask(&l, asked[i]), 0);
		}
		lookup_start(&l);
		for (i = 0; i < OWNERS; i++)
			CHECK_EQ(lookup_add(&l, &owners[i]), 0);
		lookup_finish(&l);
		/* in the order of asking, and without a gap inside each question */
		for (i = a = 0, good = true; i < 60; i++) {
			next = asked[i].start;
			covered = 0;
			for (; a < l.answers.count && l.answers.item[a].question == i; a++) {
				good = good && l.answers.item[a].owner.at.start == next &&
				       answer_fits(owners, &l.answers.item[a]);
				covered += l.answers.item[a].owner.at.len;
				next += l.answers.item[a].owner.at.len;
			}
			good = good && covered == asked[i].len;
		}
		CHECK_SEED(&p, good && a == l.answers.count);
		lookup_free(&l);
	}
}

/* A byte of an inode table is a byte of an inode: 1000 bytes in is the fourth of 256. */
static void inode_table(void)
{
	const struct owner table = {
		.at = { 4096, 8192 }, .role = OWNER_INODE_TABLE, .inode = 33, .group = 2,
	};
	struct lookup l;

	lookup_init(&l, INODE_BYTES);
	CHECK_EQ(lookup_ask(&l, (struct range) { 4096 + 1000, 1 }), 0);
	lookup_start(&l);
	CHECK_EQ(lookup_add(&l, &table), 0);
	lookup_finish(&l);
	CHECK_EQ(l.answers.count, 1);
	CHECK_EQ(l.answers.item[0].owner.inode, 33 + 1000 / INODE_BYTES);
	CHECK_EQ(l.answers.item[0].owner.group, 2);
	lookup_free(&l);
}

static void nothing_asked_or_owned(void)
{
	const struct owner owner = { .at = { 0, 100 }, .role = OWNER_FREE };
	struct lookup l;

	lookup_init(&l, INODE_BYTES);
	lookup_start(&l);
	CHECK_EQ(lookup_add(&l, &owner), 0);
	lookup_finish(&l);
	CHECK_EQ(l.answers.count, 0);
	lookup_free(&l);
	lookup_init(&l, INODE_BYTES);
	CHECK_EQ(lookup_ask(&l, (struct range) { 100, 10 }), 0);
	lookup_start(&l);
	CHECK_EQ(lookup_add(&l, &owner), 0);
	lookup_finish(&l);
	CHECK_EQ(l.answers.count, 0);	/* past the volume */
	lookup_free(&l);
}

static const struct unit_test tests[] = {
	{ "random questions", random_questions },
	{ "inode table", inode_table },
	{ "nothing asked, nothing owned", nothing_asked_or_owned },
};

void suite_lookup(void)
{
	SUITE("measure/lookup", tests);
}
