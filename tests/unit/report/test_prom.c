/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "report/prom.h"
#include "suites.h"
#include "support.h"

static const struct prom_label none[] = { { NULL, NULL } };

struct memory {
	FILE *file;
	char *text;
	size_t size;
};

static FILE *start(struct memory *m)
{
	m->file = open_memstream(&m->text, &m->size);
	CHECK_FATAL(m->file != NULL);
	return m->file;
}

static void check_text(struct memory *m, const char *expected)
{
	fclose(m->file);
	CHECK_STR(m->text, expected);
	free(m->text);
}

static void metric_lines(void)
{
	struct memory m;

	prom_metric(start(&m), "fsatlas_free_bytes", "gauge", "Free bytes.");
	check_text(&m, "# HELP fsatlas_free_bytes Free bytes.\n"
		       "# TYPE fsatlas_free_bytes gauge\n");
}

static void samples(void)
{
	const struct prom_label labels[] = { { "image", "/a/b" }, { "type", "ext4" },
					     { NULL, NULL } };
	struct memory m;
	FILE *out = start(&m);

	CHECK_EQ(prom_sample(out, "x", none, NULL, 0), 0);
	CHECK_EQ(prom_sample(out, "x", labels, NULL, UINT64_MAX), 0);
	CHECK_EQ(prom_sample(out, "x_bucket", none, "+Inf", 3), 0);
	CHECK_EQ(prom_sample(out, "x_bucket", labels, "8191", 4), 0);
	check_text(&m, "x 0\n"
		       "x{image=\"/a/b\",type=\"ext4\"} 18446744073709551615\n"
		       "x_bucket{le=\"+Inf\"} 3\n"
		       "x_bucket{image=\"/a/b\",type=\"ext4\",le=\"8191\"} 4\n");
}

/* Quotes and backslashes are escaped; a newline is a control character: cleaned away. */
static void escapes(void)
{
	const struct prom_label labels[] = {
		{ "a", "say \"no\"" }, { "b", "c:\\d\\" }, { "c", "x\ny" }, { "d", "\xff\x1b" },
		{ "e", "\\\"\\" }, { "f", "" }, { NULL, NULL },
	};
	struct memory m;

	CHECK_EQ(prom_sample(start(&m), "x", labels, NULL, 1), 0);
	check_text(&m, "x{a=\"say \\\"no\\\"\",b=\"c:\\\\d\\\\\",c=\"x?y\","
		       "d=\"\xef\xbf\xbd?\",e=\"\\\\\\\"\\\\\",f=\"\"} 1\n");
}

static const struct unit_test tests[] = {
	{ "metric lines", metric_lines },
	{ "samples", samples },
	{ "escapes", escapes },
};

void suite_prom(void)
{
	SUITE("report/prom", tests);
}
