/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole outputs, line by line: values begin in column 26, a cell takes 12. */
#include <stdlib.h>
#include <string.h>

#include "report/capture.h"
#include "suites.h"
#include "support.h"

static void check_output(struct capture *c, const char *expected)
{
	capture_close(c);
	CHECK_STR(c->text, expected);
	free(c->text);
}

static void lines(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_bytes(r, "size", 4096);
	report_bytes(r, "small_part", 1023);
	report_bytes(r, "edge", 1024);
	report_place(r, "start", 1048576);
	report_count(r, "groups", 7);
	report_percent(r, "full", 100.0 / 3);
	report_flag(r, "clean", true);
	report_flag(r, "errors", false);
	report_text(r, "label", "a\x1b\xff" "b");
	report_text(r, "no_label", "");
	report_time(r, "mounted", 86399);
	report_time(r, "checked", 0);
	check_output(&c,
		"size                      4096 bytes (4.0 KiB)\n"
		"small part                1023 bytes\n"
		"edge                      1024 bytes (1.0 KiB)\n"
		"start                     1048576 bytes\n"
		"groups                    7\n"
		"full                      33.33%\n"
		"clean                     yes\n"
		"errors                    no\n"
		"label                     a?\xef\xbf\xbd" "b\n"
		"no label                  (none)\n"
		"mounted                   1970-01-01T23:59:59Z\n"
		"checked                   never\n");
}

static void headings_and_indents(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_begin(r, "volume");
	report_count(r, "groups", 7);
	report_begin(r, "inner_part");
	report_count(r, "n", 1);
	report_end(r);
	report_count(r, "m", 2);
	report_end(r);
	report_begin(r, "second");
	report_count(r, "k", 3);
	report_end(r);
	check_output(&c,
		"volume\n"
		"  groups                  7\n"
		"\n"
		"  inner part\n"
		"    n                     1\n"
		"  m                       2\n"
		"\n"
		"second\n"
		"  k                       3\n");
}

static void words(void)
{
	static const char *const names[] = { "has_journal", "64bit", "extent" };
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_words(r, "features", names, 3);
	report_words(r, "one", names, 1);
	report_words(r, "nothing", names, 0);
	check_output(&c,
		"features                  has_journal 64bit extent\n"
		"one                       has_journal\n"
		"nothing                   (none)\n");
}

static void put_row(struct report *r, uint64_t n, uint64_t bytes, const char *note)
{
	report_begin_row(r);
	report_count(r, "n", n);
	report_bytes(r, "free_space_left", bytes);
	report_percent(r, "share", (double)n);
	report_text(r, "note", note);
	report_end(r);
}

static void tables(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_begin_list(r, "groups");
	put_row(r, 1, 4096, "first");
	put_row(r, 22, 1, "");
	report_end(r);
	report_begin_list(r, "again");
	put_row(r, 3, 0, "x");
	report_end(r);
	check_output(&c,
		"groups\n"
		"             n  free space left bytes         share  note\n"
		"             1                   4096         1.00%  first\n"
		"            22                      1        22.00%  (none)\n"
		"\n"
		"again\n"
		"             n  free space left bytes         share  note\n"
		"             3                      0         3.00%  x\n");
}

/* A key longer than the column still leaves a blank before its value. */
static void long_key_leaves_a_blank(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_count(r, "a_key_of_twenty_six_letter", 7);
	report_count(r, "a_key_that_is_longer_than_the_column", 8);
	capture_close(&c);
	CHECK_HAS(c.text, "a key of twenty six letter 7\n");
	CHECK_HAS(c.text, "a key that is longer than the column 8\n");
	free(c.text);
}

static void a_long_row_is_cut_not_overrun(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);
	char text[3000];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	report_begin_list(r, "list");
	report_begin_row(r);
	report_text(r, "long", text);
	report_count(r, "after", 1);
	report_end(r);
	report_end(r);
	capture_close(&c);
	CHECK_HAS(c.text, "xxxxxxxx");
	CHECK_EQ(c.text[c.size - 1], '\n');
	free(c.text);
}

static void empty_report_is_empty(void)
{
	struct capture c;

	capture_open(&c, REPORT_TEXT);
	check_output(&c, "");
}

static const struct unit_test tests[] = {
	{ "lines", lines },
	{ "headings and indents", headings_and_indents },
	{ "words", words },
	{ "tables", tables },
	{ "a long key leaves a blank", long_key_leaves_a_blank },
	{ "a long row is cut, not overrun", a_long_row_is_cut_not_overrun },
	{ "empty report is empty", empty_report_is_empty },
};

void suite_text(void)
{
	SUITE("report/text", tests);
}
