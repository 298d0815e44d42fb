/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "image/fault.h"
#include "suites.h"
#include "support.h"

#define SIZE 64

static void fails_exactly_where_bad(void)
{
	struct range bad = { 20, 5 };
	struct image *base, *img = NULL;
	struct blob blob = blob_new(SIZE);
	uint64_t start, len, wrong = 0;
	struct err err;
	uint8_t buf[SIZE];
	int ret;

	for (start = 0; start < SIZE; start++)
		blob.data[start] = (uint8_t)(start + 1);
	base = blob_image(&blob);
	CHECK_FATAL(fault_open(base, bad, &img, NULL) == 0);
	CHECK_EQ(img->size, SIZE);
	for (start = 0; start <= SIZE; start++)
		for (len = 0; start + len <= SIZE; len++) {
			err = (struct err) ERR_INIT;
			ret = image_read(img, start, buf, len, &err);
			if (len && start < 25 && start + len > 20)
				wrong += ret != ERR_IO || err.code != ERR_IO ||
					 err.place != start || !err.text[0];
			else
				wrong += ret || memcmp(buf, blob.data + start, len);
		}
	CHECK_EQ(wrong, 0);
	CHECK_EQ(image_read(img, SIZE, buf, 1, NULL), ERR_TRUNCATED);
	CHECK_EQ(image_read(base, 20, buf, 5, NULL), 0);
	image_close(img);
	image_close(base);
	blob_free(&blob);
}

static void an_empty_place_is_never_bad(void)
{
	struct blob blob = blob_new(SIZE);
	struct image *base = blob_image(&blob), *img = NULL;
	uint8_t buf[SIZE];

	CHECK_FATAL(fault_open(base, (struct range) { 20, 0 }, &img, NULL) == 0);
	CHECK_EQ(image_read(img, 20, buf, 1, NULL), 0);
	image_close(img);
	image_close(base);
	blob_free(&blob);
}

static const struct unit_test tests[] = {
	{ "fails exactly where bad", fails_exactly_where_bad },
	{ "an empty place at a border", an_empty_place_is_never_bad },
};

void suite_fault(void)
{
	SUITE("image/fault", tests);
}
