/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <time.h>

#include "base/err.h"
#include "report/sink.h"
#include "report/utf8.h"

struct report *report_open(enum report_format format, FILE *out)
{
	static const struct sink_ops *const sinks[] = {
		[REPORT_TEXT] = &sink_text,
		[REPORT_JSON] = &sink_json,
		[REPORT_LINES] = &sink_lines,
	};
	struct report *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->ops = sinks[format];
	r->out = out;
	if (r->ops->open(r)) {
		free(r);
		return NULL;
	}
	return r;
}

int report_close(struct report *r)
{
	int ret = r->ops->close(r);

	if (r->failed)
		ret = r->failed;
	free(r);
	return ret;
}

void report_begin(struct report *r, const char *key)
{
	r->ops->begin(r, key);
}

void report_begin_list(struct report *r, const char *key)
{
	r->ops->begin_list(r, key);
}

void report_begin_row(struct report *r)
{
	r->ops->begin_row(r);
}

void report_end(struct report *r)
{
	r->ops->end(r);
}

/* Text as its format may show it: a terminal must not get control characters. */
static char *safe(const struct report *r, const char *text)
{
	return r->ops == &sink_text ? utf8_clean(text) : utf8_valid(text);
}

void report_text(struct report *r, const char *key, const char *value)
{
	char *clean = safe(r, value);
	const struct value v = { .kind = VALUE_TEXT, .text = clean };

	if (clean)
		r->ops->put(r, key, &v);
	else
		r->failed = ERR_NOMEM;
	free(clean);
}

void report_words(struct report *r, const char *key, const char *const *words, size_t count)
{
	char **clean = calloc(count + 1, sizeof(*clean));
	size_t i;

	for (i = 0; clean && i < count; i++) {
		clean[i] = safe(r, words[i]);
		if (!clean[i])
			break;
	}
	if (clean && i == count)
		r->ops->words(r, key, (const char *const *)clean, count);
	else
		r->failed = ERR_NOMEM;
	for (i = 0; clean && i < count; i++)
		free(clean[i]);
	free(clean);
}

void report_count(struct report *r, const char *key, uint64_t value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_COUNT, .number = value });
}

void report_number(struct report *r, const char *key, double value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_NUMBER, .real = value });
}

void report_bytes(struct report *r, const char *key, uint64_t value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_BYTES, .number = value });
}

void report_place(struct report *r, const char *key, uint64_t value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_PLACE, .number = value });
}

void report_percent(struct report *r, const char *key, double value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_PERCENT, .real = value });
}

void report_none(struct report *r, const char *key)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_NONE });
}

void report_flag(struct report *r, const char *key, bool value)
{
	r->ops->put(r, key, &(struct value) { .kind = VALUE_FLAG, .flag = value });
}

void report_time(struct report *r, const char *key, int64_t value)
{
	time_t seconds = (time_t)value;
	char text[40];
	struct tm tm;
	struct value v = { .kind = VALUE_TIME, .text = NULL };

	if (value && gmtime_r(&seconds, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm))
		v.text = text;
	r->ops->put(r, key, &v);
}
