/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text form of a report: headings, labelled lines and tables, as they come. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/units.h"
#include "report/sink.h"

#define LABEL_WIDTH 26
#define CELL_WIDTH 12
#define TEXT_WIDTH 16
#define LINE_ROOM 16384	/* for the paths of a file with many names */
#define MAX_DEPTH 8

enum level { LEVEL_OBJECT, LEVEL_LIST, LEVEL_ROW };

struct text_state {
	enum level stack[MAX_DEPTH];	/* [0] is the whole */
	int depth;
	int indent;
	bool anything;			/* something was printed: headings need a blank line */
	bool header_due;		/* the next row is the first of its table */
	char header[LINE_ROOM];		/* of the table, gathered with its first row */
	char row[LINE_ROOM];
};

static int text_open(struct report *r)
{
	r->state = calloc(1, sizeof(struct text_state));
	return r->state ? 0 : ERR_NOMEM;
}

static void push(struct text_state *s, enum level level)
{
	if (s->depth + 1 < MAX_DEPTH)
		s->stack[++s->depth] = level;
}

/* The key with spaces for underscores. */
static const char *label(const char *key, char text[64])
{
	char *p;

	snprintf(text, 64, "%s", key);
	for (p = text; *p; p++)
		if (*p == '_')
			*p = ' ';
	return text;
}

static void heading(struct report *r, const char *key)
{
	struct text_state *s = r->state;
	char text[64];

	fprintf(r->out, "%s%*s%s\n", s->anything ? "\n" : "", 2 * s->indent, "",
		label(key, text));
	s->anything = true;
}

static void text_begin(struct report *r, const char *key)
{
	struct text_state *s = r->state;

	heading(r, key);
	push(s, LEVEL_OBJECT);
	s->indent++;
}

static void text_begin_list(struct report *r, const char *key)
{
	struct text_state *s = r->state;

	heading(r, key);
	push(s, LEVEL_LIST);
	s->indent++;
	s->header_due = true;
}

static void text_begin_row(struct report *r)
{
	struct text_state *s = r->state;

	push(s, LEVEL_ROW);
	s->header[0] = s->row[0] = '\0';
}

/* Without the blanks that a last, left-aligned cell leaves behind. */
static void print_row(struct report *r, const char *row)
{
	const struct text_state *s = r->state;
	size_t len = strlen(row);

	while (len && row[len - 1] == ' ')
		len--;
	fprintf(r->out, "%*s%.*s\n", 2 * s->indent, "", (int)len, row);
}

static void text_end(struct report *r)
{
	struct text_state *s = r->state;

	if (!s->depth)
		return;
	if (s->stack[s->depth--] != LEVEL_ROW) {
		s->indent--;
		return;
	}
	if (s->header_due)
		print_row(r, s->header);
	s->header_due = false;
	print_row(r, s->row);
}

/* The value alone, as a cell of a table shows it. */
static const char *bare(const struct value *value, char text[64])
{
	switch (value->kind) {
	case VALUE_TEXT:
		return *value->text ? value->text : "(none)";
	case VALUE_NONE:
		return "-";
	case VALUE_TIME:
		return value->text ? value->text : "never";
	case VALUE_COUNT:
	case VALUE_BYTES:
	case VALUE_PLACE:
		snprintf(text, 64, "%" PRIu64, value->number);
		break;
	case VALUE_PERCENT:
		snprintf(text, 64, "%.2f%%", value->real);
		break;
	case VALUE_NUMBER:
		snprintf(text, 64, "%.3f", value->real);
		break;
	case VALUE_FLAG:
		return value->flag ? "yes" : "no";
	}
	return text;
}

/* Appends a cell: numbers to the right, texts to the left. */
static void cell(char row[LINE_ROOM], const char *text, size_t width, bool left)
{
	size_t used = strlen(row);

	snprintf(row + used, LINE_ROOM - used, left ? "%s%-*s" : "%s%*s", used ? "  " : "",
		 (int)width, text);
}

/* A column is as wide as its title, and wide enough for most numbers. */
static void put_cell(struct text_state *s, const char *key, const struct value *value)
{
	bool left = value->kind == VALUE_TEXT || value->kind == VALUE_TIME;
	bool bytes = value->kind == VALUE_BYTES || value->kind == VALUE_PLACE;
	char name[64], title[80], number[64];
	size_t width;

	snprintf(title, sizeof(title), "%s%s", label(key, name), bytes ? " bytes" : "");
	width = value->kind == VALUE_TEXT ? TEXT_WIDTH : CELL_WIDTH;
	if (strlen(title) > width)
		width = strlen(title);
	cell(s->header, title, width, left);
	cell(s->row, bare(value, number), width, left);
}

static void put_label(struct report *r, const char *key)
{
	struct text_state *s = r->state;
	char name[64];

	fprintf(r->out, "%*s%-*s ", 2 * s->indent, "", LABEL_WIDTH - 1 - 2 * s->indent,
		label(key, name));
	s->anything = true;
}

static void text_put(struct report *r, const char *key, const struct value *value)
{
	struct text_state *s = r->state;
	char text[64], size[UNITS_TEXT];

	if (s->stack[s->depth] == LEVEL_ROW) {
		put_cell(s, key, value);
		return;
	}
	put_label(r, key);
	fputs(bare(value, text), r->out);
	if (value->kind == VALUE_BYTES && value->number >= 1024)
		fprintf(r->out, " bytes (%s)", units_format(value->number, size));
	else if (value->kind == VALUE_BYTES || value->kind == VALUE_PLACE)
		fputs(" bytes", r->out);
	putc('\n', r->out);
}

static void text_words(struct report *r, const char *key, const char *const *words,
		       size_t count)
{
	struct text_state *s = r->state;
	char name[64];
	size_t i;

	if (s->stack[s->depth] == LEVEL_ROW) {
		cell(s->header, label(key, name), CELL_WIDTH, true);
		for (i = 0; i < count; i++)
			cell(s->row, words[i], 0, true);
		return;
	}
	put_label(r, key);
	for (i = 0; i < count; i++)
		fprintf(r->out, "%s%s", i ? " " : "", words[i]);
	fputs(count ? "\n" : "(none)\n", r->out);
}

static int text_close(struct report *r)
{
	free(r->state);
	return fflush(r->out) || ferror(r->out) ? ERR_IO : 0;
}

const struct sink_ops sink_text = {
	.open = text_open,
	.close = text_close,
	.begin = text_begin,
	.begin_list = text_begin_list,
	.begin_row = text_begin_row,
	.end = text_end,
	.words = text_words,
	.put = text_put,
};
