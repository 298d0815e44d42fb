/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layoutcheck: conditions on a layout, such as "extents-per-file<1.05".
 *
 * A condition is MEASURE OPERATOR NUMBER, with blanks between them or not. The
 * operators are < <= > >= and ==; the number is decimal, and may end with '%'
 * where the measure is a share in percent.
 */
#ifndef MEASURE_LAYOUTCHECK_H
#define MEASURE_LAYOUTCHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "measure/layout.h"

/* What the measures look at. */
struct layoutcheck_figures {
	const struct layout *layout;
	const struct readorder *directories;	/* NULL: names were not read */
};

struct layoutcheck_measure {
	const char *name;
	bool percent;
	bool needs_names;
	double (*value)(const struct layoutcheck_figures *figures);
};

/* All measures, in the order of the manual; name NULL at the end. */
extern const struct layoutcheck_measure layoutcheck_measures[];

enum layoutcheck_operator {
	LAYOUTCHECK_BELOW,
	LAYOUTCHECK_AT_MOST,
	LAYOUTCHECK_ABOVE,
	LAYOUTCHECK_AT_LEAST,
	LAYOUTCHECK_EQUAL,
};

struct layoutcheck {
	const struct layoutcheck_measure *measure;
	enum layoutcheck_operator operator;
	double limit;
};

/* Reads a condition. 0, or ERR_USAGE with a sentence that lists the measures. */
int layoutcheck_parse(const char *text, struct layoutcheck *check, struct err *err);

/* What the measure of the check is. Without names it must not need them. */
double layoutcheck_value(const struct layoutcheck *check,
			 const struct layoutcheck_figures *figures);

/* Whether a value meets the condition; it is compared exactly, not as printed. */
bool layoutcheck_holds(const struct layoutcheck *check, double value);

#endif
