/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>
#include <unistd.h>

#include "image/memory.h"
#include "suites.h"
#include "support.h"

static void copies_the_buffer(void)
{
	char data[] = "abcdefghij", buf[10];
	struct image *img = NULL;

	CHECK_FATAL(memory_open(data, 10, &img, NULL) == 0);
	memset(data, 'x', 10);
	CHECK_EQ(img->size, 10);
	CHECK_EQ(img->sector_size, 512);
	CHECK_EQ(img->device_start, 0);
	CHECK_EQ(image_read(img, 0, buf, 10, NULL), 0);
	CHECK(!memcmp(buf, "abcdefghij", 10));
	CHECK_EQ(image_read(img, 7, buf, 3, NULL), 0);
	CHECK(!memcmp(buf, "hij", 3));
	image_close(img);
}

static void descriptor_shows_the_same_bytes(void)
{
	struct image *img = NULL;
	char buf[16];

	CHECK_FATAL(memory_open("0123456789", 10, &img, NULL) == 0);
	CHECK(img->fd >= 0);
	CHECK_EQ(pread(img->fd, buf, sizeof(buf), (off_t)img->fd_start), 10);
	CHECK(!memcmp(buf, "0123456789", 10));
	image_close(img);
}

static void ends_where_it_ends(void)
{
	struct image *img = NULL;
	struct err err = ERR_INIT;
	char buf[16];

	CHECK_FATAL(memory_open("0123456789", 10, &img, NULL) == 0);
	CHECK_EQ(image_read(img, 8, buf, 3, &err), ERR_TRUNCATED);
	CHECK_EQ(err.place, 8);
	CHECK_EQ(image_read(img, 10, buf, 0, NULL), 0);
	CHECK_EQ(image_read(img, 11, buf, 0, NULL), ERR_TRUNCATED);
	image_close(img);
}

static void may_be_empty(void)
{
	struct image *img = NULL;
	char buf[1];

	CHECK_FATAL(memory_open(NULL, 0, &img, NULL) == 0);
	CHECK_EQ(img->size, 0);
	CHECK_EQ(image_read(img, 0, buf, 0, NULL), 0);
	CHECK_EQ(image_read(img, 0, buf, 1, NULL), ERR_TRUNCATED);
	image_close(img);
}

static const struct unit_test tests[] = {
	{ "copies the buffer", copies_the_buffer },
	{ "descriptor shows the same bytes", descriptor_shows_the_same_bytes },
	{ "ends where it ends", ends_where_it_ends },
	{ "may be empty", may_be_empty },
};

void suite_memory(void)
{
	SUITE("image/memory", tests);
}
