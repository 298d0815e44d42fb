/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: ends the program with a sentence, see die.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void die(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void die_on(errcode_t err, const char *what)
{
	if (err)
		die("%s: %s", what, error_message(err));
}

void *die_realloc(void *p, size_t n, size_t size)
{
	if (n == 0)
		n = 1;
	p = reallocarray(p, n, size);
	if (!p)
		die("out of memory for %zu items of %zu bytes", n, size);
	return p;
}

unsigned long long die_number(const char *text, unsigned long long min, unsigned long long max, const char *what)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || n < min || n > max)
		die("%s: '%s' is not a number from %llu to %llu", what, text, min, max);
	return n;
}
