/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "report/utf8.h"
#include "suites.h"
#include "support.h"

#define BAD "\xef\xbf\xbd"	/* U+FFFD */

struct pair {
	const char *in, *out;
};

static void check_pairs(const struct pair *pairs, size_t count)
{
	char *clean;
	size_t i;

	for (i = 0; i < count; i++) {
		clean = utf8_clean(pairs[i].in);
		CHECK_STR(clean, pairs[i].out);
		free(clean);
	}
}

static void valid_text_stays(void)
{
	static const struct pair pairs[] = {
		{ "", "" },
		{ "plain ~ text", "plain ~ text" },
		{ "\xc2\xa0", "\xc2\xa0" },			/* U+00A0, the lowest */
		{ "\xdf\xbf", "\xdf\xbf" },			/* U+07FF */
		{ "\xe0\xa0\x80", "\xe0\xa0\x80" },		/* U+0800 */
		{ "\xed\x9f\xbf", "\xed\x9f\xbf" },		/* U+D7FF */
		{ "\xee\x80\x80", "\xee\x80\x80" },		/* U+E000 */
		{ "\xef\xbf\xbf", "\xef\xbf\xbf" },		/* U+FFFF */
		{ "\xf0\x90\x80\x80", "\xf0\x90\x80\x80" },	/* U+10000 */
		{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf" },	/* U+10FFFF */
	};

	check_pairs(pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static void each_bad_byte_is_replaced(void)
{
	static const struct pair pairs[] = {
		{ "a\x80z", "a" BAD "z" },
		{ "\xff\xfe", BAD BAD },
		{ "\xc0\x80", BAD BAD },			/* overlong NUL */
		{ "\xc1\xbf", BAD BAD },
		{ "\xe0\x9f\xbf", BAD BAD BAD },		/* overlong U+07FF */
		{ "\xf0\x8f\xbf\xbf", BAD BAD BAD BAD },	/* overlong U+FFFF */
		{ "\xed\xa0\x80", BAD BAD BAD },		/* a surrogate */
		{ "\xed\xbf\xbf", BAD BAD BAD },
		{ "\xf4\x90\x80\x80", BAD BAD BAD BAD },	/* past U+10FFFF */
		{ "\xf5\x80\x80\x80", BAD BAD BAD BAD },
		{ "\xc3", BAD },				/* cut off at the end */
		{ "\xe4\xb8", BAD BAD },
		{ "\xf0\x9f\x98", BAD BAD BAD },
		{ "\xc3z", BAD "z" },				/* cut off in the middle */
		{ "\xe4\xb8z\xc3\xa4", BAD BAD "z\xc3\xa4" },
	};

	check_pairs(pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static void controls_become_question_marks(void)
{
	static const struct pair pairs[] = {
		{ "\x1b[2J", "?[2J" },
		{ "\x01\x1f\x7f", "???" },
		{ "a\nb\tc\r", "a?b?c?" },
		{ "\xc2\x80x\xc2\x9f", "?x?" },		/* C1: 0x9b is another ESC [ */
		{ "\xc2\x9b" "31m", "?31m" },
	};

	check_pairs(pairs, sizeof(pairs) / sizeof(pairs[0]));
}

/* What JSON escapes itself may stay; what is no UTF-8 may not. */
static void valid_keeps_controls(void)
{
	char *text = utf8_valid("a\n\x1b[\xff\xc2\x9b" "b");

	CHECK_STR(text, "a\n\x1b[\xef\xbf\xbd\xc2\x9b" "b");
	free(text);
}

static const struct unit_test tests[] = {
	{ "valid text stays", valid_text_stays },
	{ "each bad byte is replaced", each_bad_byte_is_replaced },
	{ "controls become question marks", controls_become_question_marks },
	{ "valid keeps controls", valid_keeps_controls },
};

void suite_utf8(void)
{
	SUITE("report/utf8", tests);
}
