/* SPDX-License-Identifier: GPL-2.0-or-later */
/* capture: what a report writes, as a string. */
#ifndef UNIT_CAPTURE_H
#define UNIT_CAPTURE_H

#include "report/report.h"
#include "support.h"

struct capture {
	FILE *file;
	char *text;
	size_t size;
	struct report *report;
};

/* Begins a report in memory; fatal on failure. */
static inline struct report *capture_open(struct capture *c, enum report_format format)
{
	c->text = NULL;
	c->file = open_memstream(&c->text, &c->size);
	CHECK_FATAL(c->file != NULL);
	c->report = report_open(format, c->file);
	CHECK_FATAL(c->report != NULL);
	return c->report;
}

/* Ends it; c->text is then complete and the caller's. */
static inline void capture_close(struct capture *c)
{
	CHECK_EQ(report_close(c->report), 0);
	CHECK_EQ(fclose(c->file), 0);
}

#endif
