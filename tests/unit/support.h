/* SPDX-License-Identifier: GPL-2.0-or-later */
/* support: what the unit tests share: checks that show numbers, chance, files, images. */
#ifndef UNIT_SUPPORT_H
#define UNIT_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CUnit/CUnit.h>

#include "image/image.h"

/* Checks; a failure shows the values. They go on after a failure, FATAL leaves the test. */
#define CHECK(cond) check_true((cond), #cond, __FILE__, __LINE__, false)
#define CHECK_FATAL(cond) check_true((cond), #cond, __FILE__, __LINE__, true)
#define CHECK_EQ(actual, expected)						\
	check_equal((uint64_t)(actual), (uint64_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_STR(actual, expected)						\
	check_string((actual), (expected), #actual, __FILE__, __LINE__)
#define CHECK_HAS(text, part) check_has((text), (part), #text, __FILE__, __LINE__)
/* For random trials: on failure the seed is shown. */
#define CHECK_SEED(p, cond)							\
	check_seed((cond), (p)->seed, #cond, __FILE__, __LINE__)

bool check_true(bool ok, const char *what, const char *file, int line, bool fatal);
bool check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file,
		 int line);
bool check_string(const char *actual, const char *expected, const char *what,
		  const char *file, int line);
bool check_has(const char *text, const char *part, const char *what, const char *file,
	       int line);
bool check_seed(bool ok, uint64_t seed, const char *what, const char *file, int line);

/* Adds a suite of tests; ends the program when CUnit refuses. */
struct unit_test {
	const char *name;
	void (*run)(void);
};
void support_suite(const char *name, const struct unit_test *tests, size_t count);
#define SUITE(name, tests) support_suite(name, tests, sizeof(tests) / sizeof((tests)[0]))

/* A small generator of pseudo-random numbers (splitmix64): same seed, same numbers. */
struct prng {
	uint64_t seed, state;
};
struct prng prng_start(uint64_t seed);
uint64_t prng_next(struct prng *p);
uint64_t prng_below(struct prng *p, uint64_t limit);	/* limit not 0 */

/* A directory for this run, made at start and removed at the end. */
#define PATH_ROOM 512
bool support_start(void);
void support_end(void);
const char *support_path(const char *name, char path[PATH_ROOM]);

/* Runs a shell command; its exit status. */
int support_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Says why a part of the tests does not run here. */
void support_skip(const char *what, const char *why);

/* Bytes in memory; data from malloc(). */
struct blob {
	uint8_t *data;
	size_t size;
};
struct blob blob_new(size_t size);
struct blob blob_load(const char *path);	/* data NULL when it cannot be read */
bool blob_store(const struct blob *blob, const char *path);
void blob_free(struct blob *blob);
struct image *blob_image(const struct blob *blob);	/* a memory image; fatal on failure */

/* Little-endian numbers at any place, byte by byte. */
void put_le(uint8_t *to, uint64_t value, unsigned bytes);
uint64_t get_le(const uint8_t *from, unsigned bytes);

/* Bit-by-bit CRCs: reflected polynomial, no inversion at either end. */
uint32_t slow_crc32(uint32_t crc, const void *data, size_t len);
uint32_t slow_crc32c(uint32_t crc, const void *data, size_t len);

#endif
