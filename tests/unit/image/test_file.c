/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/file.h"
#include "suites.h"
#include "support.h"

#define SIZE 5000

static uint8_t pattern(uint64_t i)
{
	return (uint8_t)(i * 31 + i / 256);
}

/* A file of `size` patterned bytes, opened. */
static struct image *open_patterned(char path[PATH_ROOM], size_t size)
{
	struct blob blob = blob_new(size);
	struct image *img = NULL;
	size_t i;

	for (i = 0; i < size; i++)
		blob.data[i] = pattern(i);
	support_path("file.img", path);
	CHECK_FATAL(blob_store(&blob, path));
	blob_free(&blob);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	return img;
}

static void check_refused(const char *path, int code, const char *word)
{
	struct err err = ERR_INIT;
	struct image *img = NULL;

	CHECK_EQ(file_open(path, &img, &err), code);
	CHECK_EQ(err.code, code);
	CHECK_EQ(err.place, ERR_NO_PLACE);
	CHECK_HAS(err.text, word);
	CHECK(img == NULL);
	CHECK_EQ(file_open(path, &img, NULL), code);
}

static void refuses_what_has_no_bytes(void)
{
	char path[PATH_ROOM];
	struct blob none = blob_new(0);

	check_refused(support_path("missing", path), ERR_IO, "No such file");
	check_refused("", ERR_IO, "No such file");
	support_path("directory", path);
	CHECK_FATAL(mkdir(path, 0700) == 0);
	check_refused(path, ERR_UNSUPPORTED, "directory");
	support_path("empty", path);
	CHECK_FATAL(blob_store(&none, path));
	check_refused(path, ERR_UNSUPPORTED, "empty");
	support_path("fifo", path);
	CHECK_FATAL(mkfifo(path, 0600) == 0);
	alarm(20);	/* a blocking open would hang for ever */
	check_refused(path, ERR_UNSUPPORTED, "no plain file");
	alarm(0);
	check_refused("/dev/null", ERR_UNSUPPORTED, "no plain file");
	blob_free(&none);
}

static void describes_itself(void)
{
	char path[PATH_ROOM];
	struct image *img = open_patterned(path, SIZE);

	CHECK_EQ(img->size, SIZE);
	CHECK_EQ(img->sector_size, 512);
	CHECK_EQ(img->device_start, 0);
	CHECK_EQ(img->fd_start, 0);
	CHECK(img->fd >= 0);
	CHECK_STR(img->name, path);
	CHECK(img->name != path);
	image_close(img);
}

static void reads_every_place(void)
{
	char path[PATH_ROOM];
	struct image *img = open_patterned(path, SIZE);
	struct prng p = prng_start(5);
	uint8_t buf[SIZE];
	uint64_t start, len, i, wrong = 0;
	int trial;

	for (trial = 0; trial < 500; trial++) {
		start = prng_below(&p, SIZE + 1);
		len = prng_below(&p, SIZE + 1 - start);
		memset(buf, 0, sizeof(buf));
		wrong += image_read(img, start, buf, len, NULL) != 0;
		for (i = 0; i < len; i++)
			wrong += buf[i] != pattern(start + i);
		wrong += len < SIZE && buf[len] != 0;
	}
	CHECK_SEED(&p, wrong == 0);
	image_prefetch(img, 0, SIZE);
	image_prefetch(img, SIZE, 100);
	image_close(img);
}

static void reads_past_the_end_fail(void)
{
	static const struct range bad[] = {
		{ SIZE, 1 }, { SIZE - 1, 2 }, { 0, SIZE + 1 }, { SIZE + 1, 0 },
		{ UINT64_MAX, 1 }, { UINT64_MAX - 3, 8 },
	};
	char path[PATH_ROOM];
	struct image *img = open_patterned(path, SIZE);
	uint8_t buf[SIZE + 8];
	struct err err;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err = (struct err) ERR_INIT;
		CHECK_EQ(image_read(img, bad[i].start, buf, bad[i].len, &err), ERR_TRUNCATED);
		CHECK_EQ(err.code, ERR_TRUNCATED);
		CHECK_EQ(err.place, bad[i].start);
		CHECK_HAS(err.text, "5000");
	}
	CHECK_EQ(image_read(img, SIZE, buf, 0, NULL), 0);
	image_close(img);
}

/* Somebody cuts the file while we read it: told at the byte where it ends. */
static void truncated_after_opening(void)
{
	char path[PATH_ROOM];
	struct image *img = open_patterned(path, SIZE);
	struct err err = ERR_INIT;
	uint8_t buf[SIZE];

	CHECK_FATAL(truncate(path, 3000) == 0);
	CHECK_EQ(image_read(img, 1000, buf, 2000, &err), 0);
	CHECK_EQ(image_read(img, 2000, buf, 2000, &err), ERR_TRUNCATED);
	CHECK_EQ(err.code, ERR_TRUNCATED);
	CHECK_EQ(err.place, 3000);
	CHECK_HAS(err.text, "3000");
	CHECK_EQ(image_read(img, 4000, buf, 10, NULL), ERR_TRUNCATED);
	image_close(img);
}

static void close_accepts_null(void)
{
	image_close(NULL);
	CU_PASS("no crash");
}

static const struct unit_test tests[] = {
	{ "refuses what has no bytes", refuses_what_has_no_bytes },
	{ "describes itself", describes_itself },
	{ "reads every place", reads_every_place },
	{ "reads past the end fail", reads_past_the_end_fail },
	{ "truncated after opening", truncated_after_opening },
	{ "close accepts NULL", close_accepts_null },
};

void suite_file(void)
{
	SUITE("image/file", tests);
}
