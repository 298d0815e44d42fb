/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "image/fault.h"
#include "image/overlay.h"
#include "image/window.h"
#include "suites.h"
#include "support.h"

#define SIZE 256

struct fixture {
	uint8_t shown[SIZE];	/* what a reader must see */
	uint8_t under[SIZE];	/* what lies in the base */
	struct image *base, *overlay;
};

static void set_up(struct fixture *f)
{
	struct blob blob = { .data = f->under, .size = SIZE };
	size_t i;

	for (i = 0; i < SIZE; i++)
		f->shown[i] = f->under[i] = (uint8_t)(i ^ 0x5a);
	f->base = blob_image(&blob);
	CHECK_FATAL(overlay_open(f->base, &f->overlay, NULL) == 0);
}

static void tear_down(struct fixture *f)
{
	image_close(f->overlay);
	image_close(f->base);
}

static void replace(struct fixture *f, uint64_t start, size_t len, uint8_t with)
{
	uint8_t data[SIZE];

	memset(data, with, len);
	CHECK_EQ(overlay_replace(f->overlay, start, data, len, NULL), 0);
	memset(f->shown + start, with, len);
	memset(data, 0xee, len);	/* the overlay has its own copy */
}

/* Every read there is shows what it must, and the base what it had. */
static bool all_reads_right(struct fixture *f)
{
	uint64_t start, len;
	uint8_t buf[SIZE];

	for (start = 0; start <= SIZE; start += 3)
		for (len = 0; start + len <= SIZE; len += 5)
			if (image_read(f->overlay, start, buf, len, NULL) ||
			    memcmp(buf, f->shown + start, len))
				return false;
	return !image_read(f->base, 0, buf, SIZE, NULL) && !memcmp(buf, f->under, SIZE);
}

static void replaces_nothing_at_first(void)
{
	struct fixture f;

	set_up(&f);
	CHECK(all_reads_right(&f));
	CHECK_EQ(f.overlay->size, SIZE);
	CHECK_EQ(f.overlay->fd, -1);
	tear_down(&f);
}

static void overlaps_at_both_ends(void)
{
	struct fixture f;

	set_up(&f);
	replace(&f, 100, 50, 1);
	CHECK(all_reads_right(&f));
	replace(&f, 80, 30, 2);		/* over its head */
	CHECK(all_reads_right(&f));
	replace(&f, 140, 30, 3);	/* over its tail */
	CHECK(all_reads_right(&f));
	replace(&f, 120, 5, 4);		/* within */
	CHECK(all_reads_right(&f));
	replace(&f, 60, 150, 5);	/* over all of them */
	CHECK(all_reads_right(&f));
	tear_down(&f);
}

static void at_the_borders_of_the_image(void)
{
	struct fixture f;

	set_up(&f);
	replace(&f, 0, 1, 1);
	replace(&f, SIZE - 1, 1, 2);
	replace(&f, SIZE, 0, 3);
	CHECK(all_reads_right(&f));
	replace(&f, 0, SIZE, 4);
	CHECK(all_reads_right(&f));
	tear_down(&f);
}

static void random_replacements(void)
{
	struct prng p = prng_start(6);
	struct fixture f;
	uint64_t start, len;
	int i;

	set_up(&f);
	for (i = 0; i < 200; i++) {
		start = prng_below(&p, SIZE);
		len = 1 + prng_below(&p, SIZE - start);
		replace(&f, start, len, (uint8_t)prng_next(&p));
		if (!CHECK_SEED(&p, all_reads_right(&f)))
			break;
	}
	tear_down(&f);
}

static void refuses_places_outside(void)
{
	struct err err = ERR_INIT;
	uint8_t data[SIZE + 1] = { 0 };
	struct fixture f;

	set_up(&f);
	CHECK_EQ(overlay_replace(f.overlay, SIZE - 1, data, 2, &err), ERR_TRUNCATED);
	CHECK_EQ(err.code, ERR_TRUNCATED);
	CHECK_EQ(err.place, SIZE - 1);
	CHECK_EQ(overlay_replace(f.overlay, 0, data, SIZE + 1, NULL), ERR_TRUNCATED);
	CHECK_EQ(overlay_replace(f.overlay, UINT64_MAX, data, 2, NULL), ERR_TRUNCATED);
	CHECK(all_reads_right(&f));
	tear_down(&f);
}

static void keeps_what_the_base_says(void)
{
	struct image *over = NULL;
	struct fixture f;

	set_up(&f);
	f.base->device_start = 12345;
	f.base->sector_size = 4096;
	CHECK_FATAL(overlay_open(f.base, &over, NULL) == 0);
	CHECK_EQ(over->device_start, 12345);
	CHECK_EQ(over->sector_size, 4096);
	image_close(over);
	tear_down(&f);
}

/* A window over an overlay over a window: the places of each layer. */
static void between_windows(void)
{
	struct image *below = NULL, *over = NULL, *above = NULL;
	struct fixture f;
	uint8_t buf[8];

	set_up(&f);
	CHECK_FATAL(window_open(f.base, (struct range) { 100, 50 }, &below, NULL) == 0);
	CHECK_FATAL(overlay_open(below, &over, NULL) == 0);
	CHECK_EQ(overlay_replace(over, 10, "ABCD", 4, NULL), 0);
	CHECK_FATAL(window_open(over, (struct range) { 8, 20 }, &above, NULL) == 0);
	CHECK_EQ(image_read(above, 0, buf, 8, NULL), 0);
	CHECK(!memcmp(buf, f.under + 108, 2));
	CHECK(!memcmp(buf + 2, "ABCD", 4));
	CHECK(!memcmp(buf + 6, f.under + 114, 2));
	CHECK_EQ(above->fd, -1);
	image_close(above);
	image_close(over);
	image_close(below);
	tear_down(&f);
}

/* Replaced bytes are read from memory: what lies below need not be readable. */
static void hides_unreadable_bytes(void)
{
	struct image *bad = NULL, *over = NULL;
	struct fixture f;
	uint8_t buf[4];

	set_up(&f);
	CHECK_FATAL(fault_open(f.base, (struct range) { 100, 4 }, &bad, NULL) == 0);
	CHECK_FATAL(overlay_open(bad, &over, NULL) == 0);
	CHECK_EQ(image_read(over, 98, buf, 4, NULL), ERR_IO);
	CHECK_EQ(overlay_replace(over, 100, "ABCD", 4, NULL), 0);
	memset(buf, 0, sizeof(buf));
	CHECK_EQ(image_read(over, 100, buf, 4, NULL), 0);
	CHECK(!memcmp(buf, "ABCD", 4));
	image_close(over);
	image_close(bad);
	tear_down(&f);
}

static const struct unit_test tests[] = {
	{ "replaces nothing at first", replaces_nothing_at_first },
	{ "overlaps at both ends", overlaps_at_both_ends },
	{ "at the borders of the image", at_the_borders_of_the_image },
	{ "random replacements", random_replacements },
	{ "refuses places outside", refuses_places_outside },
	{ "keeps what the base says", keeps_what_the_base_says },
	{ "between windows", between_windows },
	{ "hides unreadable bytes", hides_unreadable_bytes },
};

void suite_overlay(void)
{
	SUITE("image/overlay", tests);
}
