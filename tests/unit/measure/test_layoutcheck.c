/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "measure/layoutcheck.h"
#include "suites.h"
#include "support.h"

static struct layoutcheck parsed(const char *text)
{
	struct layoutcheck check = { 0 };
	struct err err = ERR_INIT;

	CHECK_EQ(layoutcheck_parse(text, &check, &err), 0);
	CHECK_STR(err.text, "");
	return check;
}

static void conditions(void)
{
	static const char *const spellings[] = {
		"layout-score>=95", "layout-score >= 95", " layout-score>=95.0% ",
		"layout-score>= 95 %", "layout-score>=095.",
	};
	struct layoutcheck c;
	size_t i;

	for (i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		c = parsed(spellings[i]);
		CHECK_STR(c.measure->name, "layout-score");
		CHECK_EQ(c.operator, LAYOUTCHECK_AT_LEAST);
		CHECK(c.limit == 95);
	}
	CHECK(parsed("extents-per-file<1.05").limit == 1.05);
	CHECK_EQ(parsed("extents-per-file<1.05").operator, LAYOUTCHECK_BELOW);
	CHECK_EQ(parsed("extents<=7").operator, LAYOUTCHECK_AT_MOST);
	CHECK_EQ(parsed("extents>7").operator, LAYOUTCHECK_ABOVE);
	CHECK_EQ(parsed("extents==7").operator, LAYOUTCHECK_EQUAL);
	CHECK(parsed("extents<.5").limit == .5);
}

static void bad_conditions(void)
{
	static const char *const texts[] = {
		"", "layout-score", "layout-score>=", "layout-score>=x", "layout-score=95",
		"layout-score=>95", "score>=95", ">=95", "layout-score>=95%%",
		"layout-score>=nan", "layout-score>=0x10", "layout-score>=1e3",
		"layout-score>=-1", "layout-score>=.", "layout-score>=1.2.3",
		"layout-score>=95 96", "extents<5%", "Layout-score>=95", "layout-score!=95",
		"layout-score>=99999999999999999999999999999999999999999",
	};
	struct layoutcheck check;
	struct err err;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		err = (struct err) ERR_INIT;
		CHECK_EQ(layoutcheck_parse(texts[i], &check, &err), ERR_USAGE);
		CHECK_HAS(err.text, "most-extents");
		CHECK_HAS(err.text, ", slack");		/* the list is not cut off */
	}
}

static void operators_at_the_limit(void)
{
	static const struct { const char *text; bool below, at, above; } cases[] = {
		{ "extents<7", true, false, false }, { "extents<=7", true, true, false },
		{ "extents>7", false, false, true }, { "extents>=7", false, true, true },
		{ "extents==7", false, true, false },
	};
	struct layoutcheck c;
	size_t i;

	for (i = 0; i < 5; i++) {
		c = parsed(cases[i].text);
		CHECK_EQ(layoutcheck_holds(&c, 6.999), cases[i].below);
		CHECK_EQ(layoutcheck_holds(&c, 7), cases[i].at);
		CHECK_EQ(layoutcheck_holds(&c, 7.001), cases[i].above);
	}
}

/* Each measure from figures that give each another value. */
static void values(void)
{
	static const struct { const char *text; double value; } cases[] = {
		{ "extents-per-file<0", 30.0 / 20 }, { "layout-score<0", 95 },
		{ "files-in-one-piece<0", 80 }, { "files-in-several-pieces<0", 4 },
		{ "seeks-per-gib<0", 2 + 3 + 5 + 7 }, { "far-seeks-per-gib<0", 3 + 7 },
		{ "inner-seeks-per-gib<0", 2 + 3 }, { "directory-seeks-per-gib<0", 100 },
		{ "extents<0", 30 }, { "most-extents<0", 9 }, { "most-seeks<0", 6 },
		{ "slack<0", 1 },
	};
	const struct readorder directories = { .between = { 60, 40 } };
	struct layout l = { .read_bytes = UINT64_C(1) << 30, .order = {
		.inside = { 2, 3 }, .between = { 5, 7 } } };
	const struct layoutcheck_figures figures = { &l, &directories };
	struct layoutcheck c;
	size_t i;

	l.kinds[LAYOUT_REGULAR] = (struct layout_counts) {
		.with_data = 15, .one_piece = 12, .several = 3, .extents = 25, .followers = 100,
		.seeks = { 4, 3 }, .most_extents = 9, .most_seeks = 5, .written = 900,
		.unwritten = 50, .slack = 9 };
	l.kinds[LAYOUT_DIRECTORIES] = (struct layout_counts) {
		.with_data = 5, .one_piece = 4, .several = 1, .extents = 5, .followers = 60,
		.seeks = { 1, 0 }, .most_extents = 2, .most_seeks = 6, .written = 50, .slack = 1 };
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		c = parsed(cases[i].text);
		CHECK(layoutcheck_value(&c, &figures) == cases[i].value);
		CHECK_EQ(c.measure->needs_names, !strncmp(cases[i].text, "directory", 9));
		CHECK(c.measure == &layoutcheck_measures[i]);
	}
	CHECK(layoutcheck_measures[i].name == NULL);
}

static const struct unit_test tests[] = {
	{ "conditions", conditions },
	{ "bad conditions", bad_conditions },
	{ "operators at the limit", operators_at_the_limit },
	{ "values", values },
};

void suite_layoutcheck(void)
{
	SUITE("measure/layoutcheck", tests);
}
