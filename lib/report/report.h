/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report: writes a result once, as text for people or JSON for programs.
 *
 * A command describes its result by a run of calls; each names a key once:
 *
 *     report_begin(r, "geometry");
 *     report_bytes(r, "size", 4096);          size        4096 bytes (4.0 KiB)
 *     report_count(r, "groups", 7);           groups      7
 *     report_end(r);
 *
 * In JSON the unit is added to the key ("size_bytes"); in text the key is the
 * label, with spaces for underscores. Faults (memory, a full disk) are
 * remembered and returned by report_close().
 *
 * Lists that may have millions of rows are written as REPORT_LINES: each row at
 * the top is one JSON object on a line of its own, written when it ends.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct report;

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_LINES };

/* A report onto `out`, which stays the caller's. NULL without memory. */
struct report *report_open(enum report_format format, FILE *out);

/* Writes what is left and releases the report. 0, ERR_IO or ERR_NOMEM. */
int report_close(struct report *r);

/* Opens and closes an object; in text a heading, and indented lines below. */
void report_begin(struct report *r, const char *key);
void report_end(struct report *r);	/* closes the innermost object or list */

/*
 * Opens a list; between report_begin_list() and report_end() come rows, each
 * between report_begin_row() and report_end(). In text a table, one line a
 * row, whose columns are the keys of the first row. With REPORT_LINES rows come
 * at the top, without a list.
 */
void report_begin_list(struct report *r, const char *key);
void report_begin_row(struct report *r);	/* opens a row; see report_begin_list() */

/*
 * A text; bytes that are not UTF-8 are replaced, and so are control characters,
 * but not in JSON, which escapes them.
 */
void report_text(struct report *r, const char *key, const char *value);

/* Some words, such as names; JSON a list of strings, text one line. */
void report_words(struct report *r, const char *key, const char *const *words, size_t count);

/* A number without unit; the key says what is counted. */
void report_count(struct report *r, const char *key, uint64_t value);

/* A number with three decimals, without unit. */
void report_number(struct report *r, const char *key, double value);

/* A length in bytes; JSON key + "_bytes", text with a rounded size behind it. */
void report_bytes(struct report *r, const char *key, uint64_t value);

/* A position in bytes; JSON key + "_bytes", text without rounding. */
void report_place(struct report *r, const char *key, uint64_t value);

/* A share in percent, two decimals; JSON key + "_percent". */
void report_percent(struct report *r, const char *key, double value);

/* A value that does not exist here: null; a dash. */
void report_none(struct report *r, const char *key);

/* true or false; yes or no. */
void report_flag(struct report *r, const char *key, bool value);

/* Unix time as "2024-02-29T12:00:00Z"; 0 is null and "never". */
void report_time(struct report *r, const char *key, int64_t value);

#endif
