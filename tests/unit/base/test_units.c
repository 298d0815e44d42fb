/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/units.h"
#include "suites.h"
#include "support.h"

#define UNTOUCHED UINT64_C(0xdeadbeef12345678)

static void check_size(const char *text, uint64_t expected)
{
	uint64_t size = UNTOUCHED;

	CHECK_EQ(units_parse(text, &size), 0);
	if (!CHECK_EQ(size, expected))
		printf(" [%s] ", text);
}

static void check_no_size(const char *text)
{
	uint64_t size = UNTOUCHED;

	if (!CHECK_EQ(units_parse(text, &size), ERR_USAGE))
		printf(" [%s] ", text);
	CHECK_EQ(size, UNTOUCHED);
}

static void plain_hex_octal(void)
{
	check_size("0", 0);
	check_size("512", 512);
	check_size("18446744073709551615", UINT64_MAX);
	check_size("0x10", 16);
	check_size("0XfF", 255);
	check_size("0xffffffffffffffff", UINT64_MAX);
	check_size("010", 8);
	check_size("0777", 511);
	check_size("00", 0);
	/* hexadecimal digits are digits, not a suffix */
	check_size("0x1e", 30);
	check_size("0x1eK", 30 * 1024);
}

/* Each letter, small and capital, alone and with b, B, ib, iB. */
static void suffixes(void)
{
	static const char letters[] = "kmgtpe";
	static const char *const tails[] = { "", "b", "B", "ib", "iB", "IB" };
	char text[32];
	size_t i, t;

	for (i = 0; i < 6; i++)
		for (t = 0; t < sizeof(tails) / sizeof(tails[0]); t++) {
			snprintf(text, sizeof(text), "3%c%s", letters[i], tails[t]);
			check_size(text, UINT64_C(3) << 10 * (i + 1));
			snprintf(text, sizeof(text), "3%c%s", toupper(letters[i]), tails[t]);
			check_size(text, UINT64_C(3) << 10 * (i + 1));
		}
	check_size("2048s", 2048 * 512);
	check_size("0s", 0);
	check_size("010k", 8192);
}

static void overflow(void)
{
	check_size("15E", UINT64_C(15) << 60);
	check_no_size("16E");
	check_size("16383P", UINT64_C(16383) << 50);
	check_no_size("16384P");
	check_size("36028797018963967s", UINT64_C(36028797018963967) * 512);
	check_no_size("36028797018963968s");
	check_no_size("18446744073709551616");
	check_no_size("0x10000000000000000");
	check_no_size("99999999999999999999999999");
}

static void junk(void)
{
	static const char *const texts[] = {
		"", " ", "-1", "+1", "-0", " 1", "1 ", "1 k", "k", "kb", "x", "0x", "0xg", "08",
		"09k", "1.5", "1.5k", "1,5", "1kk", "1kbb", "1ki", "1kibx", "1q", "1S",
		"1ss", "1b", "1B", "1sector", "0b", "1e3", "1_000", "1\n", "\t1", "inf", "nan",
		"--5", "1k\n", "\xc2\xb2", "1\xc2\xb5",
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_no_size(texts[i]);
}

static void counts(void)
{
	static const char *const bad[] = {
		"", "-1", "+1", " 1", "1 ", "1k", "1s", "1x", "0x", "08", "1.0",
		"18446744073709551616",
	};
	uint64_t count = UNTOUCHED;
	size_t i;

	CHECK_EQ(units_parse_count("42", &count), 0);
	CHECK_EQ(count, 42);
	CHECK_EQ(units_parse_count("0x2a", &count), 0);
	CHECK_EQ(count, 42);
	CHECK_EQ(units_parse_count("18446744073709551615", &count), 0);
	CHECK_EQ(count, UINT64_MAX);
	count = UNTOUCHED;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK_EQ(units_parse_count(bad[i], &count), ERR_USAGE);
	CHECK_EQ(count, UNTOUCHED);
}

static void check_format(uint64_t size, const char *expected)
{
	char text[UNITS_TEXT];

	CHECK(units_format(size, text) == text);
	CHECK_STR(text, expected);
}

static void format(void)
{
	check_format(0, "0 bytes");
	check_format(1, "1 byte");
	check_format(2, "2 bytes");
	check_format(512, "512 bytes");
	check_format(1023, "1023 bytes");
	check_format(1024, "1.0 KiB");
	check_format(1536, "1.5 KiB");
	check_format(4096, "4.0 KiB");
	check_format(UINT64_C(1) << 20, "1.0 MiB");
	check_format(UINT64_C(5) << 29, "2.5 GiB");
	check_format(UINT64_C(1) << 40, "1.0 TiB");
	check_format(UINT64_C(4000814465024), "3.6 TiB");	/* 3.6387 */
	check_format(UINT64_C(3) << 50, "3.0 PiB");
	check_format(UINT64_C(1) << 60, "1.0 EiB");
	check_format(UINT64_MAX, "16.0 EiB");
}

/* A number just below the next unit must not be rounded up to 1024 of this one. */
static void format_never_shows_1024(void)
{
	char text[UNITS_TEXT];
	unsigned k;

	for (k = 20; k <= 60; k += 10) {
		units_format((UINT64_C(1) << k) - 1, text);
		if (!CHECK(strtod(text, NULL) < 1024))
			printf(" [2^%u - 1 is \"%s\"] ", k, text);
	}
}

/* What is shown is never further off than half of its last digit. */
static void format_is_near(void)
{
	static const char letters[] = "KMGTPE";
	struct prng p = prng_start(3);
	char text[UNITS_TEXT], letter;
	double shown, unit, size;
	unsigned trial;
	uint64_t n;

	for (trial = 0; trial < 20000; trial++) {
		n = prng_next(&p);
		n >>= prng_below(&p, 54);
		if (n < 1024)
			continue;
		units_format(n, text);
		if (!CHECK_SEED(&p, sscanf(text, "%lf %ciB", &shown, &letter) == 2 &&
				strchr(letters, letter)))
			return;
		unit = (double)(UINT64_C(1) << 10 * (strchr(letters, letter) - letters + 1));
		size = (double)n / unit;
		if (!CHECK_SEED(&p, shown - size <= 0.05001 && size - shown <= 0.05001))
			return;
	}
}

static const struct unit_test tests[] = {
	{ "plain, hex, octal", plain_hex_octal },
	{ "suffixes", suffixes },
	{ "overflow", overflow },
	{ "junk", junk },
	{ "counts", counts },
	{ "format", format },
	{ "format never shows 1024", format_never_shows_1024 },
	{ "format is near", format_is_near },
};

void suite_units(void)
{
	SUITE("base/units", tests);
}
