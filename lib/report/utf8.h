/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8: text from an image made safe for terminals and JSON. */
#ifndef REPORT_UTF8_H
#define REPORT_UTF8_H

/*
 * A copy of text in which each byte that is not part of valid UTF-8 is U+FFFD
 * and each control character is '?'. The caller frees it; NULL without memory.
 */
char *utf8_clean(const char *text);

/*
 * A copy in which only bytes that are no valid UTF-8 are replaced: for JSON, which
 * escapes control characters itself. As utf8_clean() otherwise.
 */
char *utf8_valid(const char *text);

#endif
