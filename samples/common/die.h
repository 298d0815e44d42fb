/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sample generators end at the first fault: they make an image that is thrown away if they fail.
 */
#ifndef SAMPLES_DIE_H
#define SAMPLES_DIE_H

#include <stddef.h>
#include <ext2fs/ext2fs.h>

/* Prints the message with the program's name and exits with status 1. */
void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Ends the program if err, a libext2fs or errno code, is not zero; what says what was tried. */
void die_on(errcode_t err, const char *what);

/* realloc to n items of size bytes, which ends the program instead of returning NULL. */
void *die_realloc(void *p, size_t n, size_t size);

/* A whole decimal number from min to max; anything else ends the program. what names the argument. */
unsigned long long die_number(const char *text, unsigned long long min, unsigned long long max, const char *what);

#endif
