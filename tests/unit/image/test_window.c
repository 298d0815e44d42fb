/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "image/fault.h"
#include "image/window.h"
#include "suites.h"
#include "support.h"

#define SIZE 1000

/* Byte i of the image is i % 251. */
static struct image *patterned(void)
{
	struct blob blob = blob_new(SIZE);
	struct image *img;
	size_t i;

	for (i = 0; i < SIZE; i++)
		blob.data[i] = (uint8_t)(i % 251);
	img = blob_image(&blob);
	blob_free(&blob);
	return img;
}

static struct image *window(struct image *base, uint64_t start, uint64_t len)
{
	struct image *img = NULL;

	CHECK_FATAL(window_open(base, (struct range) { start, len }, &img, NULL) == 0);
	return img;
}

static void shows_its_part(void)
{
	struct image *base = patterned(), *w = window(base, 300, 200);
	uint8_t buf[200];
	size_t i, wrong = 0;

	CHECK_EQ(w->size, 200);
	CHECK_EQ(image_read(w, 0, buf, 200, NULL), 0);
	for (i = 0; i < 200; i++)
		wrong += buf[i] != (300 + i) % 251;
	CHECK_EQ(wrong, 0);
	CHECK_EQ(image_read(w, 199, buf, 1, NULL), 0);
	CHECK_EQ(buf[0], 499 % 251);
	image_prefetch(w, 0, 200);
	image_close(w);
	image_close(base);
}

static void nothing_outside_is_readable(void)
{
	struct image *base = patterned(), *w = window(base, 300, 200);
	struct err err = ERR_INIT;
	uint8_t buf[300];

	CHECK_EQ(image_read(w, 199, buf, 2, &err), ERR_TRUNCATED);
	CHECK_EQ(err.place, 199);
	CHECK_EQ(image_read(w, 200, buf, 1, NULL), ERR_TRUNCATED);
	CHECK_EQ(image_read(w, UINT64_MAX - 299, buf, 10, NULL), ERR_TRUNCATED);
	CHECK_EQ(image_read(w, 0, buf, 201, NULL), ERR_TRUNCATED);
	image_close(w);
	image_close(base);
}

static void refuses_parts_outside(void)
{
	static const struct range bad[] = {
		{ 0, SIZE + 1 }, { SIZE, 1 }, { SIZE + 1, 0 }, { SIZE - 1, 2 },
		{ UINT64_MAX, 2 }, { 1, UINT64_MAX }, { SIZE, 0 }, { 0, 0 },
	};
	struct image *base = patterned(), *w;
	struct err err;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err = (struct err) ERR_INIT;
		w = NULL;
		CHECK_EQ(window_open(base, bad[i], &w, &err), ERR_USAGE);
		CHECK_EQ(err.code, ERR_USAGE);
		CHECK(err.text[0] != '\0');
		CHECK(w == NULL);
	}
	w = window(base, 0, SIZE);
	CHECK_EQ(w->size, SIZE);
	image_close(w);
	image_close(base);
}

/* A part that begins inside and only ends outside must not be said to begin outside. */
static void sentence_for_a_part_too_long(void)
{
	struct image *base = patterned(), *w = NULL;
	struct err err = ERR_INIT;

	CHECK_EQ(window_open(base, (struct range) { 0, SIZE + 1 }, &w, &err), ERR_USAGE);
	if (!CHECK(!strstr(err.text, "byte 0 is at or past the end")))
		printf(" [%s] ", err.text);
	image_close(base);
}

static void starts_add_up(void)
{
	struct image *base = patterned(), *w, *inner;

	base->device_start = 7000;
	base->fd_start = 50;
	base->sector_size = 4096;
	w = window(base, 300, 200);
	inner = window(w, 40, 20);
	CHECK_EQ(w->device_start, 7300);
	CHECK_EQ(w->fd_start, 350);
	CHECK_EQ(inner->device_start, 7340);
	CHECK_EQ(inner->fd_start, 390);
	CHECK_EQ(inner->fd, base->fd);
	CHECK_EQ(inner->sector_size, 4096);
	CHECK_STR(inner->name, base->name);
	image_close(inner);
	image_close(w);
	base->fd_start = 0;
	image_close(base);
}

static void nested_windows_read_right(void)
{
	struct image *base = patterned(), *w = window(base, 300, 200), *inner;
	uint8_t buf[20];
	size_t i, wrong = 0;

	inner = window(w, 40, 20);
	CHECK_EQ(image_read(inner, 0, buf, 20, NULL), 0);
	for (i = 0; i < 20; i++)
		wrong += buf[i] != (340 + i) % 251;
	CHECK_EQ(wrong, 0);
	CHECK_EQ(image_read(inner, 10, buf, 11, NULL), ERR_TRUNCATED);
	CHECK_EQ(window_open(w, (struct range) { 190, 20 }, &inner, NULL), ERR_USAGE);
	image_close(inner);
	image_close(w);
	image_close(base);
}

/* The read that fails below tells its place in bytes of the image that was asked. */
static void error_places_translate(void)
{
	struct image *base = patterned(), *bad = NULL, *w, *inner;
	struct err err = ERR_INIT;
	uint8_t buf[10];

	CHECK_FATAL(fault_open(base, (struct range) { 350, 1 }, &bad, NULL) == 0);
	w = window(bad, 300, 200);
	inner = window(w, 40, 20);
	CHECK_EQ(image_read(w, 45, buf, 10, &err), ERR_IO);
	CHECK_EQ(err.place, 45);
	CHECK_EQ(image_read(inner, 5, buf, 10, &err), ERR_IO);
	CHECK_EQ(err.place, 5);
	CHECK_EQ(image_read(inner, 5, buf, 10, NULL), ERR_IO);
	CHECK_EQ(image_read(inner, 0, buf, 10, &err), 0);
	image_close(inner);
	image_close(w);
	image_close(bad);
	image_close(base);
}

static const struct unit_test tests[] = {
	{ "shows its part", shows_its_part },
	{ "nothing outside is readable", nothing_outside_is_readable },
	{ "refuses parts outside", refuses_parts_outside },
	{ "sentence for a part too long", sentence_for_a_part_too_long },
	{ "starts add up", starts_add_up },
	{ "nested windows read right", nested_windows_read_right },
	{ "error places translate", error_places_translate },
};

void suite_window(void)
{
	SUITE("image/window", tests);
}
