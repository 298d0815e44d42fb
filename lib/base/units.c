/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/checked.h"
#include "base/err.h"
#include "base/units.h"

static int parse_digits(const char *text, uint64_t *number, const char **rest)
{
	unsigned long long value;
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return ERR_USAGE;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno)
		return ERR_USAGE;
	*number = value;
	*rest = end;
	return 0;
}

/* The factor that a suffix stands for, 0 when it is none. */
static uint64_t suffix_factor(const char *suffix)
{
	static const char letters[] = "kmgtpe";
	const char *letter;

	if (!*suffix)
		return 1;
	if (!strcmp(suffix, "s"))
		return 512;
	letter = strchr(letters, tolower((unsigned char)suffix[0]));
	if (!letter)
		return 0;
	if (suffix[1] && strcasecmp(suffix + 1, "b") && strcasecmp(suffix + 1, "ib"))
		return 0;
	return UINT64_C(1) << (10 * (letter - letters + 1));
}

int units_parse(const char *text, uint64_t *size)
{
	const char *suffix;
	uint64_t number, factor, bytes;

	if (parse_digits(text, &number, &suffix))
		return ERR_USAGE;
	factor = suffix_factor(suffix);
	if (!factor || !checked_mul(number, factor, &bytes))
		return ERR_USAGE;
	*size = bytes;
	return 0;
}

int units_parse_count(const char *text, uint64_t *count)
{
	const char *rest;
	uint64_t number;

	if (parse_digits(text, &number, &rest) || *rest)
		return ERR_USAGE;
	*count = number;
	return 0;
}

const char *units_format(uint64_t size, char text[UNITS_TEXT])
{
	static const char letters[] = "KMGTPE";
	double value = (double)size / 1024;
	size_t i = 0;

	if (size < 1024) {
		snprintf(text, UNITS_TEXT, "%u byte%s", (unsigned)size,
			 size == 1 ? "" : "s");
		return text;
	}
	/* 1023.95 would be rounded to 1024.0 */
	while (value >= 1023.95 && i + 1 < sizeof(letters) - 1) {
		value /= 1024;
		i++;
	}
	snprintf(text, UNITS_TEXT, "%.1f %ciB", value, letters[i]);
	return text;
}
