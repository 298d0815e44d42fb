/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sink: what a format of report.h implements; private to this folder. */
#ifndef REPORT_SINK_H
#define REPORT_SINK_H

#include "report/report.h"

enum value_kind { VALUE_TEXT, VALUE_COUNT, VALUE_BYTES, VALUE_PLACE, VALUE_PERCENT,
		  VALUE_NUMBER, VALUE_FLAG, VALUE_TIME, VALUE_NONE };

struct value {
	enum value_kind kind;
	union {
		const char *text;	/* clean UTF-8; for VALUE_TIME NULL is never */
		uint64_t number;
		double real;		/* percent or number */
		bool flag;
	};
};

struct sink_ops {
	int (*open)(struct report *r);
	int (*close)(struct report *r);			/* writes; 0 or an err_code */
	void (*begin)(struct report *r, const char *key);
	void (*begin_list)(struct report *r, const char *key);
	void (*begin_row)(struct report *r);
	void (*end)(struct report *r);
	void (*words)(struct report *r, const char *key, const char *const *words,
		      size_t count);
	void (*put)(struct report *r, const char *key, const struct value *value);
};

struct report {
	const struct sink_ops *ops;
	FILE *out;
	void *state;		/* the format's own */
	int failed;		/* the first fault, or 0 */
};

extern const struct sink_ops sink_text;
extern const struct sink_ops sink_json;
extern const struct sink_ops sink_lines;

#endif
