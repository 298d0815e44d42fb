/* SPDX-License-Identifier: GPL-2.0-or-later */
/* units: sizes as people type and read them. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* Enough for any text of units_format(). */
#define UNITS_TEXT 32

/*
 * Reads a size in bytes: a decimal, 0x or octal number with an optional
 * suffix k, M, G, T, P, E (powers of 1024; "KiB", "kb", "K" mean the same) or
 * s (512-byte sectors). 0, or ERR_USAGE when it is no size or does not fit
 * 64 bits; *size is then untouched.
 */
int units_parse(const char *text, uint64_t *size);

/* Reads a plain number without suffix. 0 or ERR_USAGE, as units_parse(). */
int units_parse_count(const char *text, uint64_t *count);

/*
 * Writes a size for people, with at most one decimal: "512 bytes",
 * "4.0 KiB", "3.6 TiB". text has room for UNITS_TEXT characters. Returns text.
 */
const char *units_format(uint64_t size, char text[UNITS_TEXT]);

#endif
