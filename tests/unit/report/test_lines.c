/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "report/capture.h"
#include "suites.h"

static void one_object_a_line(void)
{
	const char *const words[] = { "/a", "/b\n" };
	struct capture c;
	struct report *r = capture_open(&c, REPORT_LINES);

	report_begin_row(r);
	report_count(r, "inode", 12);
	report_words(r, "paths", words, 2);
	report_number(r, "mean", 1.0 / 3);
	report_end(r);
	report_begin_row(r);
	report_bytes(r, "size", UINT64_MAX);
	report_begin_list(r, "pieces");
	report_begin_row(r);
	report_flag(r, "whole", true);
	report_end(r);
	report_end(r);
	report_end(r);
	capture_close(&c);
	CHECK_STR(c.text,
		  "{\"inode\":12,\"paths\":[\"/a\",\"/b\\n\"],\"mean\":0.333}\n"
		  "{\"size_bytes\":18446744073709551615,\"pieces\":[{\"whole\":true}]}\n");
	free(c.text);
}

static void without_rows(void)
{
	struct capture c;

	capture_open(&c, REPORT_LINES);
	capture_close(&c);
	CHECK_STR(c.text, "");
	free(c.text);
}

/* A row is on its way before the next one begins: nothing is gathered. */
static void rows_are_written_when_they_end(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_LINES);

	report_begin_row(r);
	report_count(r, "n", 1);
	report_end(r);
	CHECK_EQ(fflush(c.file), 0);
	CHECK_STR(c.text, "{\"n\":1}\n");
	capture_close(&c);
	free(c.text);
}

static void a_full_disk_is_told(void)
{
	FILE *full = fopen("/dev/full", "w");
	struct report *r;
	int i;

	if (!full) {
		support_skip("report/lines: a full disk", "no /dev/full");
		return;
	}
	r = report_open(REPORT_LINES, full);
	CHECK_FATAL(r != NULL);
	for (i = 0; i < 5000; i++) {
		report_begin_row(r);
		report_count(r, "n", 1);
		report_end(r);
	}
	CHECK(report_close(r) < 0);
	fclose(full);
}

static void numbers_in_text_and_json(void)
{
	struct capture c;
	struct report *r = capture_open(&c, REPORT_TEXT);

	report_number(r, "extents_per_file", 2.34549);
	capture_close(&c);
	CHECK_HAS(c.text, "extents per file");
	CHECK_HAS(c.text, " 2.345\n");
	free(c.text);
	r = capture_open(&c, REPORT_JSON);
	report_number(r, "extents_per_file", 1);
	report_number(r, "huge", 1e300);
	capture_close(&c);
	CHECK_HAS(c.text, "\"extents_per_file\": 1.000");
	CHECK_HAS(c.text, "\"huge\": 1000000000000000052504760255204420248704468581108159");
	free(c.text);
}

static const struct unit_test tests[] = {
	{ "one object a line", one_object_a_line },
	{ "without rows", without_rows },
	{ "rows are written when they end", rows_are_written_when_they_end },
	{ "a full disk is told", a_full_disk_is_told },
	{ "numbers in text and JSON", numbers_in_text_and_json },
};

void suite_lines(void)
{
	SUITE("report/lines", tests);
}
