/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "measure/layoutcheck.h"

static double extents_per_file(const struct layoutcheck_figures *f)
{
	const struct layout_counts all = layout_total(f->layout);

	return layout_extents_per_file(&all);
}

static double score(const struct layoutcheck_figures *f)
{
	const struct layout_counts all = layout_total(f->layout);

	return layout_score(&all);
}

static double one_piece(const struct layoutcheck_figures *f)
{
	const struct layout_counts all = layout_total(f->layout);

	return layout_one_piece_share(&all);
}

static double several_pieces(const struct layoutcheck_figures *f)
{
	return (double)layout_total(f->layout).several;
}

static double extents(const struct layoutcheck_figures *f)
{
	return (double)layout_total(f->layout).extents;
}

static double most_extents(const struct layoutcheck_figures *f)
{
	return (double)layout_total(f->layout).most_extents;
}

static double most_seeks(const struct layoutcheck_figures *f)
{
	return (double)layout_total(f->layout).most_seeks;
}

static double seeks_per_gib(const struct layoutcheck_figures *f)
{
	return layout_per_gib(f->layout, seeks_total(readorder_seeks(&f->layout->order)));
}

static double far_seeks_per_gib(const struct layoutcheck_figures *f)
{
	return layout_per_gib(f->layout, readorder_seeks(&f->layout->order).far);
}

static double inner_seeks_per_gib(const struct layoutcheck_figures *f)
{
	return layout_per_gib(f->layout, seeks_total(f->layout->order.inside));
}

static double directory_seeks_per_gib(const struct layoutcheck_figures *f)
{
	return layout_per_gib(f->layout, seeks_total(readorder_seeks(f->directories)));
}

static double slack(const struct layoutcheck_figures *f)
{
	const struct layout_counts all = layout_total(f->layout);
	double bytes = (double)all.written + (double)all.unwritten;

	return bytes > 0 ? 100 * (double)all.slack / bytes : 0;
}

const struct layoutcheck_measure layoutcheck_measures[] = {
	{ "extents-per-file", false, false, extents_per_file },
	{ "layout-score", true, false, score },
	{ "files-in-one-piece", true, false, one_piece },
	{ "files-in-several-pieces", false, false, several_pieces },
	{ "seeks-per-gib", false, false, seeks_per_gib },
	{ "far-seeks-per-gib", false, false, far_seeks_per_gib },
	{ "inner-seeks-per-gib", false, false, inner_seeks_per_gib },
	{ "directory-seeks-per-gib", false, true, directory_seeks_per_gib },
	{ "extents", false, false, extents },
	{ "most-extents", false, false, most_extents },
	{ "most-seeks", false, false, most_seeks },
	{ "slack", true, false, slack },
	{ NULL, false, false, NULL },
};

static const struct {
	const char *text;
	enum layoutcheck_operator operator;
} operators[] = {	/* the longer before its beginning */
	{ "<=", LAYOUTCHECK_AT_MOST }, { "<", LAYOUTCHECK_BELOW },
	{ ">=", LAYOUTCHECK_AT_LEAST }, { ">", LAYOUTCHECK_ABOVE },
	{ "==", LAYOUTCHECK_EQUAL },
};

static int fail(const char *text, struct err *err)
{
	const struct layoutcheck_measure *m;
	char names[320] = "";

	for (m = layoutcheck_measures; m->name; m++) {
		strcat(names, *names ? ", " : "");
		strcat(names, m->name);
	}
	return err_set(err, ERR_USAGE, ERR_NO_PLACE, "--check %.60s: is no condition; give a measure, one of < <= > >= == and a number, such as extents-per-file<1.05; the measures are %s",
		       text, names);
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

static const struct layoutcheck_measure *find_measure(const char *text, size_t len)
{
	const struct layoutcheck_measure *m;

	for (m = layoutcheck_measures; m->name; m++)
		if (strlen(m->name) == len && !memcmp(m->name, text, len))
			return m;
	return NULL;
}

/* Digits with at most one point; strtod() would take "nan", "0x1p3" and "1e9", too. */
static bool read_number(const char *text, bool percent, double *number)
{
	size_t digits = strspn(text, "0123456789");
	const char *end = text + digits;

	if (*end == '.') {
		digits += strspn(end + 1, "0123456789");
		end = end + 1 + strspn(end + 1, "0123456789");
	}
	if (!digits || digits > 40)
		return false;
	*number = strtod(text, NULL);
	end = skip_blanks(end);
	end += percent && *end == '%';
	return !*skip_blanks(end);
}

int layoutcheck_parse(const char *text, struct layoutcheck *check, struct err *err)
{
	const char *name = skip_blanks(text);
	const char *rest = name + strspn(name, "abcdefghijklmnopqrstuvwxyz-");
	size_t i;

	check->measure = find_measure(name, (size_t)(rest - name));
	if (!check->measure)
		return fail(text, err);
	rest = skip_blanks(rest);
	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (strncmp(rest, operators[i].text, strlen(operators[i].text)))
			continue;
		check->operator = operators[i].operator;
		rest = skip_blanks(rest + strlen(operators[i].text));
		if (read_number(rest, check->measure->percent, &check->limit))
			return 0;
		break;
	}
	return fail(text, err);
}

double layoutcheck_value(const struct layoutcheck *check,
			 const struct layoutcheck_figures *figures)
{
	return check->measure->value(figures);
}

bool layoutcheck_holds(const struct layoutcheck *check, double value)
{
	switch (check->operator) {
	case LAYOUTCHECK_BELOW: return value < check->limit;
	case LAYOUTCHECK_AT_MOST: return value <= check->limit;
	case LAYOUTCHECK_ABOVE: return value > check->limit;
	case LAYOUTCHECK_AT_LEAST: return value >= check->limit;
	case LAYOUTCHECK_EQUAL: return !(value < check->limit) && !(value > check->limit);
	}
	return false;
}
