/* SPDX-License-Identifier: GPL-2.0-or-later */
/* checked: arithmetic on numbers from an image, with overflow as an answer. */
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

/* *sum = a + b; false (and *sum undefined) when it does not fit. */
static inline bool checked_add(uint64_t a, uint64_t b, uint64_t *sum)
{
	return !__builtin_add_overflow(a, b, sum);
}

/* *product = a * b; false (and *product undefined) when it does not fit. */
static inline bool checked_mul(uint64_t a, uint64_t b, uint64_t *product)
{
	return !__builtin_mul_overflow(a, b, product);
}

/* True when [start, start + len) lies inside [0, limit), without overflow. */
static inline bool checked_within(uint64_t start, uint64_t len, uint64_t limit)
{
	return start <= limit && len <= limit - start;
}

/* a / b rounded up, without overflow. b must not be 0. */
static inline uint64_t checked_div_up(uint64_t a, uint64_t b)
{
	return a / b + (a % b != 0);
}

/* True for 1, 2, 4, 8, ... */
static inline bool checked_power_of_two(uint64_t x)
{
	return x && !(x & (x - 1));
}

#endif
