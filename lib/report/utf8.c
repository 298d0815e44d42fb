/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/utf8.h"

/* Length of the valid sequence at p (RFC 3629), 0 when there is none. */
static size_t sequence(const unsigned char *p)
{
	uint32_t code;
	size_t len, i;

	if (p[0] < 0x80)
		return 1;
	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2, code = p[0] & 0x1fU;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		len = 3, code = p[0] & 0x0fU;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4, code = p[0] & 0x07U;
	else
		return 0;
	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3fU);
	}
	if ((len == 3 && code < 0x800) || (len == 4 && code < 0x10000) || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return len;
}

/* Control characters: C0, DEL and C1, which terminals obey. */
static bool is_control(const unsigned char *p, size_t len)
{
	return (len == 1 && (p[0] < 0x20 || p[0] == 0x7f)) ||
	       (len == 2 && p[0] == 0xc2 && p[1] < 0xa0);
}

static char *copy(const char *text, bool keep_controls)
{
	const unsigned char *p = (const unsigned char *)text;
	char *clean = malloc(3 * strlen(text) + 1);
	char *to = clean;
	size_t len;

	if (!clean)
		return NULL;
	for (; *p; p += len ? len : 1) {
		len = sequence(p);
		if (!len) {
			memcpy(to, "\xef\xbf\xbd", 3);
			to += 3;
		} else if (!keep_controls && is_control(p, len)) {
			*to++ = '?';
		} else {
			memcpy(to, p, len);
			to += len;
		}
	}
	*to = '\0';
	return clean;
}

char *utf8_clean(const char *text)
{
	return copy(text, false);
}

char *utf8_valid(const char *text)
{
	return copy(text, true);
}
