/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "image/memory.h"
#include "support.h"

static char directory[PATH_ROOM - 64];

/* CUnit copies the text. */
static bool record(bool ok, const char *text, const char *file, int line, bool fatal)
{
	CU_assertImplementation(ok, (unsigned)line, text, file, "", fatal);
	return ok;
}

bool check_true(bool ok, const char *what, const char *file, int line, bool fatal)
{
	return record(ok, what, file, line, fatal);
}

bool check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file,
		 int line)
{
	char text[600];

	snprintf(text, sizeof(text), "%.300s is %" PRIu64 " (%" PRId64 "), expected %" PRIu64
		 " (%" PRId64 ")", what, actual, (int64_t)actual, expected, (int64_t)expected);
	return record(actual == expected, text, file, line, false);
}

bool check_string(const char *actual, const char *expected, const char *what,
		  const char *file, int line)
{
	char text[4000];

	snprintf(text, sizeof(text), "%.300s is \"%.1500s\", expected \"%.1500s\"", what,
		 actual ? actual : "(null)", expected);
	return record(actual && !strcmp(actual, expected), text, file, line, false);
}

bool check_has(const char *text, const char *part, const char *what, const char *file,
	       int line)
{
	char message[4000];

	snprintf(message, sizeof(message), "%.300s is \"%.1500s\", expected \"%.1500s\" in it",
		 what, text, part);
	return record(strstr(text, part), message, file, line, false);
}

bool check_seed(bool ok, uint64_t seed, const char *what, const char *file, int line)
{
	char text[600];

	snprintf(text, sizeof(text), "%.500s (seed %" PRIu64 ")", what, seed);
	return record(ok, text, file, line, false);
}

void support_suite(const char *name, const struct unit_test *tests, size_t count)
{
	CU_pSuite suite = CU_add_suite(name, NULL, NULL);
	size_t i;

	for (i = 0; suite && i < count; i++)
		if (!CU_add_test(suite, tests[i].name, tests[i].run))
			suite = NULL;
	if (!suite) {
		fprintf(stderr, "unit: CUnit refuses suite %s: %s\n", name, CU_get_error_msg());
		exit(1);
	}
}

struct prng prng_start(uint64_t seed)
{
	return (struct prng) { .seed = seed, .state = seed };
}

uint64_t prng_next(struct prng *p)
{
	uint64_t z = p->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint64_t prng_below(struct prng *p, uint64_t limit)
{
	return prng_next(p) % limit;
}

bool support_start(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(directory, sizeof(directory), "%.400s/fsatlas-unit.XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	return mkdtemp(directory);
}

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	return remove(path);
}

void support_end(void)
{
	nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *support_path(const char *name, char path[PATH_ROOM])
{
	snprintf(path, PATH_ROOM, "%s/%.60s", directory, name);
	return path;
}

int support_run(const char *fmt, ...)
{
	char command[4096];
	va_list args;
	int status;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	fflush(stdout);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void support_skip(const char *what, const char *why)
{
	printf(" skipped: %s: %s ", what, why);
}

struct blob blob_new(size_t size)
{
	struct blob blob = { .data = calloc(1, size ? size : 1), .size = size };

	CU_ASSERT_FATAL(blob.data != NULL);
	return blob;
}

struct blob blob_load(const char *path)
{
	struct blob blob = { 0 };
	FILE *file = fopen(path, "rbe");
	long size;

	if (!file)
		return blob;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	if (size >= 0)
		blob = blob_new((size_t)size);
	if (fread(blob.data, 1, blob.size, file) != blob.size)
		blob_free(&blob);
	fclose(file);
	return blob;
}

bool blob_store(const struct blob *blob, const char *path)
{
	FILE *file = fopen(path, "wbe");
	bool ok = file && fwrite(blob->data, 1, blob->size, file) == blob->size;

	return file && !fclose(file) && ok;
}

void blob_free(struct blob *blob)
{
	free(blob->data);
	*blob = (struct blob) { 0 };
}

struct image *blob_image(const struct blob *blob)
{
	struct image *img = NULL;

	CU_ASSERT_FATAL(memory_open(blob->data, blob->size, &img, NULL) == 0);
	return img;
}

void put_le(uint8_t *to, uint64_t value, unsigned bytes)
{
	for (; bytes; bytes--, value >>= 8)
		*to++ = (uint8_t)value;
}

uint64_t get_le(const uint8_t *from, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | from[bytes];
	return value;
}

static uint32_t slow_crc(uint32_t crc, const uint8_t *data, size_t len, uint32_t polynomial)
{
	unsigned bit;

	for (; len; len--) {
		crc ^= *data++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
	}
	return crc;
}

uint32_t slow_crc32(uint32_t crc, const void *data, size_t len)
{
	return slow_crc(crc, data, len, 0xedb88320);
}

uint32_t slow_crc32c(uint32_t crc, const void *data, size_t len)
{
	return slow_crc(crc, data, len, 0x82f63b78);
}
