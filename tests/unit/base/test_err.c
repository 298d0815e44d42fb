/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/err.h"
#include "suites.h"
#include "support.h"

static const int codes[] = {
	ERR_IO, ERR_NOMEM, ERR_USAGE, ERR_UNSUPPORTED, ERR_DAMAGED, ERR_NOT_FOUND,
	ERR_TRUNCATED,
};
#define CODES (sizeof(codes) / sizeof(codes[0]))

static void starts_empty(void)
{
	struct err err = ERR_INIT;

	CHECK_EQ(err.code, 0);
	CHECK_EQ(err.place, UINT64_MAX);
	CHECK_STR(err.text, "");
}

static void formats(void)
{
	struct err err = ERR_INIT;

	CHECK_EQ(err_set(&err, ERR_DAMAGED, 4096, "group %d: %s", 7, "bad"), ERR_DAMAGED);
	CHECK_EQ(err.code, ERR_DAMAGED);
	CHECK_EQ(err.place, 4096);
	CHECK_STR(err.text, "group 7: bad");
}

static void later_replaces_earlier(void)
{
	struct err err = ERR_INIT;

	err_set(&err, ERR_DAMAGED, 4096, "a long sentence about the first fault");
	err_set(&err, ERR_IO, ERR_NO_PLACE, "short");
	CHECK_EQ(err.code, ERR_IO);
	CHECK_EQ(err.place, ERR_NO_PLACE);
	CHECK_STR(err.text, "short");
}

static void null_carries_the_code(void)
{
	CHECK_EQ(err_set(NULL, ERR_TRUNCATED, 1, "%s", "nobody reads this"), ERR_TRUNCATED);
	CHECK_EQ(err_nomem(NULL, "anything"), ERR_NOMEM);
}

/* The longest text that fits, and one byte more. */
static void truncates(void)
{
	struct {
		struct err err;
		unsigned char guard[16];
	} s;
	char longest[sizeof(s.err.text) + 1];

	memset(&s, 0xa5, sizeof(s));
	memset(longest, 'x', sizeof(longest));
	longest[sizeof(s.err.text) - 1] = '\0';
	err_set(&s.err, ERR_IO, 0, "%s", longest);
	CHECK_STR(s.err.text, longest);
	longest[sizeof(s.err.text) - 1] = 'y';
	longest[sizeof(s.err.text)] = '\0';
	err_set(&s.err, ERR_IO, 0, "%s", longest);
	CHECK_EQ(strlen(s.err.text), sizeof(s.err.text) - 1);
	CHECK(!strchr(s.err.text, 'y'));
	CHECK(s.guard[0] == 0xa5 && !memcmp(s.guard, s.guard + 1, sizeof(s.guard) - 1));
}

static void nomem_names_what(void)
{
	struct err err = ERR_INIT;

	CHECK_EQ(err_nomem(&err, "the bitmaps"), ERR_NOMEM);
	CHECK_EQ(err.code, ERR_NOMEM);
	CHECK_EQ(err.place, ERR_NO_PLACE);
	CHECK_HAS(err.text, "the bitmaps");
}

static void names_are_distinct(void)
{
	size_t i, j;

	for (i = 0; i < CODES; i++) {
		CHECK(codes[i] < 0);
		CHECK(strlen(err_name(codes[i])) > 0);
		CHECK(strcmp(err_name(codes[i]), err_name(0)));
		for (j = 0; j < i; j++)
			CHECK(strcmp(err_name(codes[i]), err_name(codes[j])));
	}
	CHECK_STR(err_name(ERR_IO), "io");
	CHECK_STR(err_name(ERR_DAMAGED), "damaged");
	CHECK(err_name(12345) != NULL && err_name(-12345) != NULL);
}

static const struct unit_test tests[] = {
	{ "starts empty", starts_empty },
	{ "formats", formats },
	{ "a later fault replaces an earlier", later_replaces_earlier },
	{ "NULL carries the code", null_carries_the_code },
	{ "truncates", truncates },
	{ "nomem names what", nomem_names_what },
	{ "names are distinct", names_are_distinct },
};

void suite_err(void)
{
	SUITE("base/err", tests);
}
