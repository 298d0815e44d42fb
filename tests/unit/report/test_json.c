/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include <json.h>

#include "base/err.h"
#include "report/capture.h"
#include "suites.h"
#include "support.h"

/* Ends the report and reads it back; fatal when it is no JSON object. */
static struct json_object *parse(struct capture *c)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *root;

	capture_close(c);
	CHECK(c->size > 0 && c->text[c->size - 1] == '\n');
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	root = json_tokener_parse_ex(tokener, c->text, (int)c->size);
	CHECK_EQ(json_tokener_get_error(tokener), json_tokener_success);
	json_tokener_free(tokener);
	CHECK_FATAL(json_object_is_type(root, json_type_object));
	return root;
}

static void done(struct capture *c, struct json_object *root)
{
	json_object_put(root);
	free(c->text);
}

/* The member, or NULL; its absence is a failure. */
static struct json_object *member(struct json_object *object, const char *key)
{
	struct json_object *found = NULL;

	if (!json_object_object_get_ex(object, key, &found))
		CHECK_STR("missing key", key);
	return found;
}

static void check_number(struct json_object *object, const char *key, uint64_t expected)
{
	struct json_object *found = member(object, key);

	CHECK(json_object_is_type(found, json_type_int));
	CHECK_EQ(json_object_get_uint64(found), expected);
}

static void keys_carry_units(void)
{
	struct json_object *root;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_bytes(r, "size", 4096);
	report_place(r, "start", 1024);
	report_count(r, "groups", 7);
	report_percent(r, "full", 12.5);
	report_flag(r, "clean", true);
	report_flag(r, "errors", false);
	report_text(r, "label", "x");
	root = parse(&c);
	CHECK_EQ(json_object_object_length(root), 7);
	check_number(root, "size_bytes", 4096);
	check_number(root, "start_bytes", 1024);
	check_number(root, "groups", 7);
	CHECK(json_object_get_double(member(root, "full_percent")) == 12.5);
	CHECK(json_object_is_type(member(root, "clean"), json_type_boolean));
	CHECK(json_object_get_boolean(member(root, "clean")));
	CHECK(json_object_is_type(member(root, "errors"), json_type_boolean));
	CHECK(!json_object_get_boolean(member(root, "errors")));
	CHECK_STR(json_object_get_string(member(root, "label")), "x");
	done(&c, root);
}

static void large_numbers_are_exact(void)
{
	struct json_object *root;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_count(r, "most", UINT64_MAX);
	report_bytes(r, "odd", (UINT64_C(1) << 53) + 1);
	report_place(r, "half", UINT64_C(1) << 63);
	report_count(r, "none", 0);
	root = parse(&c);
	check_number(root, "most", UINT64_MAX);
	check_number(root, "odd_bytes", (UINT64_C(1) << 53) + 1);
	check_number(root, "half_bytes", UINT64_C(1) << 63);
	check_number(root, "none", 0);
	done(&c, root);
}

static void percent_has_two_decimals(void)
{
	struct json_object *root;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_percent(r, "third", 100.0 / 3);
	report_percent(r, "whole", 100);
	report_percent(r, "none", 0);
	report_percent(r, "small", 0.005001);
	root = parse(&c);
	CHECK_HAS(c.text, "\"third_percent\": 33.33,");
	CHECK_HAS(c.text, "\"whole_percent\": 100.00,");
	CHECK_HAS(c.text, "\"none_percent\": 0.00,");
	CHECK_HAS(c.text, "\"small_percent\": 0.01\n");
	done(&c, root);
}

static void nests(void)
{
	struct json_object *root, *list, *row;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_begin(r, "volume");
	report_count(r, "groups", 1);
	report_begin(r, "geometry");
	report_bytes(r, "block", 2);
	report_end(r);
	report_begin_list(r, "rows");
	report_begin_row(r);
	report_count(r, "n", 3);
	report_end(r);
	report_begin_row(r);
	report_count(r, "n", 4);
	report_end(r);
	report_end(r);
	report_end(r);
	report_begin_list(r, "findings");
	report_end(r);
	report_count(r, "last", 5);
	root = parse(&c);
	CHECK_EQ(json_object_object_length(root), 3);
	CHECK_EQ(json_object_object_length(member(root, "volume")), 3);
	check_number(member(root, "volume"), "groups", 1);
	check_number(member(member(root, "volume"), "geometry"), "block_bytes", 2);
	list = member(member(root, "volume"), "rows");
	CHECK(json_object_is_type(list, json_type_array));
	CHECK_EQ(json_object_array_length(list), 2);
	row = json_object_array_get_idx(list, 1);
	check_number(row, "n", 4);
	CHECK(json_object_is_type(member(root, "findings"), json_type_array));
	CHECK_EQ(json_object_array_length(member(root, "findings")), 0);
	check_number(root, "last", 5);
	done(&c, root);
}

static void words_are_a_list(void)
{
	static const char *const words[] = { "has_journal", "64bit" };
	struct json_object *root, *list;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_words(r, "features", words, 2);
	report_words(r, "none", words, 0);
	root = parse(&c);
	list = member(root, "features");
	CHECK_EQ(json_object_array_length(list), 2);
	CHECK_STR(json_object_get_string(json_object_array_get_idx(list, 0)), "has_journal");
	CHECK_STR(json_object_get_string(json_object_array_get_idx(list, 1)), "64bit");
	CHECK_EQ(json_object_array_length(member(root, "none")), 0);
	done(&c, root);
}

static void texts_are_clean(void)
{
	struct json_object *root;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_text(r, "bad", "a\xff" "b");
	report_text(r, "control", "a\x1b\n" "b");
	report_text(r, "quote", "say \"no\" \\ /");
	report_text(r, "foreign", "\xc3\xa4\xe4\xb8\xad");
	report_text(r, "empty", "");
	root = parse(&c);
	CHECK_STR(json_object_get_string(member(root, "bad")), "a\xef\xbf\xbd" "b");
	CHECK_STR(json_object_get_string(member(root, "control")), "a\x1b\n" "b");
	CHECK_STR(json_object_get_string(member(root, "quote")), "say \"no\" \\ /");
	CHECK_STR(json_object_get_string(member(root, "foreign")), "\xc3\xa4\xe4\xb8\xad");
	CHECK_STR(json_object_get_string(member(root, "empty")), "");
	CHECK(json_object_is_type(member(root, "empty"), json_type_string));
	CHECK_HAS(c.text, " /\"");	/* a slash needs no backslash */
	done(&c, root);
}

/* 2024-02-29 12:00 UTC: 54 years of which 13 leap, 59 days, half a day. */
static void times(void)
{
	const int64_t leap_day = ((54 * 365 + 13 + 59) * 24 + 12) * INT64_C(3600);
	struct json_object *root, *never = NULL;
	struct capture c;
	struct report *r = capture_open(&c, REPORT_JSON);

	report_time(r, "written", leap_day);
	report_time(r, "far", INT64_C(1) << 33);	/* past 2038 and 2106 */
	report_time(r, "never", 0);
	root = parse(&c);
	CHECK_STR(json_object_get_string(member(root, "written")), "2024-02-29T12:00:00Z");
	CHECK_HAS(json_object_get_string(member(root, "far")), "2242-03-16T12:56:32Z");
	CHECK(json_object_object_get_ex(root, "never", &never));
	CHECK(never == NULL);
	done(&c, root);
}

static void empty_report_is_an_object(void)
{
	struct capture c;
	struct json_object *root;

	capture_open(&c, REPORT_JSON);
	root = parse(&c);
	CHECK_EQ(json_object_object_length(root), 0);
	done(&c, root);
}

/* A full disk: whether the stream has a buffer or not. */
static void full_disk(bool buffered)
{
	FILE *full = fopen("/dev/full", "we");
	struct report *r;
	int format;

	if (!full) {
		support_skip("full disk", "no /dev/full");
		return;
	}
	if (!buffered)
		setvbuf(full, NULL, _IONBF, 0);
	for (format = REPORT_TEXT; format <= REPORT_JSON; format++) {
		r = report_open((enum report_format)format, full);
		CHECK_FATAL(r != NULL);
		report_count(r, "groups", 7);
		CHECK_EQ(report_close(r), ERR_IO);
		clearerr(full);
	}
	fclose(full);
}

static void full_disk_unbuffered(void)
{
	full_disk(false);
}

static void full_disk_buffered(void)
{
	full_disk(true);
}

static const struct unit_test tests[] = {
	{ "keys carry units", keys_carry_units },
	{ "large numbers are exact", large_numbers_are_exact },
	{ "percent has two decimals", percent_has_two_decimals },
	{ "nests", nests },
	{ "words are a list", words_are_a_list },
	{ "texts are clean", texts_are_clean },
	{ "times", times },
	{ "empty report is an object", empty_report_is_an_object },
	{ "full disk, unbuffered", full_disk_unbuffered },
	{ "full disk, buffered", full_disk_buffered },
};

void suite_json(void)
{
	SUITE("report/json", tests);
}
