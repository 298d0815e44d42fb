/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON forms of a report: a tree in json-c, written at the end of it or of a row. */
#include <assert.h>
#include <stdlib.h>

#include <json.h>

#include "base/err.h"
#include "report/sink.h"

#define MAX_DEPTH 8

struct json_state {
	struct json_object *stack[MAX_DEPTH];	/* [0] is the whole; all owned by it */
	int depth;
};

static int json_open(struct report *r)
{
	struct json_state *s = calloc(1, sizeof(*s));

	if (!s)
		return ERR_NOMEM;
	s->stack[0] = json_object_new_object();
	if (!s->stack[0]) {
		free(s);
		return ERR_NOMEM;
	}
	r->state = s;
	return 0;
}

/* Adds a node to the innermost object or list, which then owns it. */
static int attach(struct report *r, const char *key, struct json_object *node)
{
	struct json_state *s = r->state;
	struct json_object *top = s->stack[s->depth];
	int ret;

	if (json_object_is_type(top, json_type_array))
		ret = json_object_array_add(top, node);
	else
		ret = json_object_object_add(top, key, node);
	if (ret) {
		json_object_put(node);
		r->failed = ERR_NOMEM;
	}
	return ret;
}

/* After a fault later values go to the node above: nothing will be written. */
static void push(struct report *r, const char *key, struct json_object *node)
{
	struct json_state *s = r->state;

	assert(s->depth + 1 < MAX_DEPTH);
	if (!node || attach(r, key, node)) {
		r->failed = ERR_NOMEM;
		node = s->stack[s->depth];
	}
	s->stack[++s->depth] = node;
}

static void json_begin(struct report *r, const char *key)
{
	push(r, key, json_object_new_object());
}

static void json_begin_list(struct report *r, const char *key)
{
	push(r, key, json_object_new_array());
}

static void json_begin_row(struct report *r)
{
	push(r, NULL, json_object_new_object());
}

static void json_end(struct report *r)
{
	struct json_state *s = r->state;

	if (s->depth)
		s->depth--;
}

/* json-c would print 33.333333333333336: a few decimals are what was meant. */
static struct json_object *new_real(double real, int decimals)
{
	char digits[340];

	snprintf(digits, sizeof(digits), "%.*f", decimals, real);
	return json_object_new_double_s(real, digits);
}

static void json_put(struct report *r, const char *key, const struct value *value)
{
	struct json_object *node = NULL;
	char with_unit[96];
	const char *unit = "";

	switch (value->kind) {
	case VALUE_TEXT:
	case VALUE_TIME:
	case VALUE_NONE:
		if (value->kind != VALUE_NONE && value->text)
			node = json_object_new_string(value->text);
		break;
	case VALUE_BYTES:
	case VALUE_PLACE:
		unit = "_bytes";
		/* fall through */
	case VALUE_COUNT:
		node = json_object_new_uint64(value->number);
		break;
	case VALUE_PERCENT:
		unit = "_percent";
		node = new_real(value->real, 2);
		break;
	case VALUE_NUMBER:
		node = new_real(value->real, 3);
		break;
	case VALUE_FLAG:
		node = json_object_new_boolean(value->flag);
		break;
	}
	if (!node && value->kind != VALUE_TIME && value->kind != VALUE_NONE)
		r->failed = ERR_NOMEM;
	snprintf(with_unit, sizeof(with_unit), "%s%s", key ? key : "", unit);
	attach(r, with_unit, node);
}

static void json_words(struct report *r, const char *key, const char *const *words,
		       size_t count)
{
	size_t i;

	json_begin_list(r, key);
	for (i = 0; i < count; i++)
		attach(r, NULL, json_object_new_string(words[i]));
	json_end(r);
}

/* A row at the top is an object of its own, released when it has been written. */
static void lines_begin_row(struct report *r)
{
	struct json_state *s = r->state;
	struct json_object *row;

	if (s->depth) {
		json_begin_row(r);
		return;
	}
	row = json_object_new_object();
	if (!row) {
		r->failed = ERR_NOMEM;
		row = json_object_get(s->stack[0]);
	}
	s->stack[s->depth = 1] = row;
}

static void lines_end(struct report *r)
{
	struct json_state *s = r->state;
	const char *text;

	json_end(r);
	if (s->depth)
		return;
	text = json_object_to_json_string_ext(s->stack[1],
		JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!text)
		r->failed = ERR_NOMEM;
	else if (!r->failed && fprintf(r->out, "%s\n", text) < 0)
		r->failed = ERR_IO;
	json_object_put(s->stack[1]);
}

static int lines_close(struct report *r)
{
	struct json_state *s = r->state;
	int ret = fflush(r->out) ? ERR_IO : 0;

	json_object_put(s->stack[0]);
	free(s);
	return ret;
}

static int json_close(struct report *r)
{
	struct json_state *s = r->state;
	const char *text = json_object_to_json_string_ext(s->stack[0],
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
		JSON_C_TO_STRING_NOSLASHESCAPE);
	int ret = 0;

	if (!text)
		ret = ERR_NOMEM;
	else if (!r->failed && (fprintf(r->out, "%s\n", text) < 0 || fflush(r->out)))
		ret = ERR_IO;
	json_object_put(s->stack[0]);
	free(s);
	return ret;
}

const struct sink_ops sink_json = {
	.open = json_open,
	.close = json_close,
	.begin = json_begin,
	.begin_list = json_begin_list,
	.begin_row = json_begin_row,
	.end = json_end,
	.words = json_words,
	.put = json_put,
};

const struct sink_ops sink_lines = {
	.open = json_open,
	.close = lines_close,
	.begin = json_begin,
	.begin_list = json_begin_list,
	.begin_row = lines_begin_row,
	.end = lines_end,
	.words = json_words,
	.put = json_put,
};
