/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bytes: integers out of a byte buffer, whatever the machine's own order. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

/* Little-endian 16-bit number at p, which needs no alignment. */
static inline uint16_t bytes_le16(const void *p)
{
	uint16_t x;

	memcpy(&x, p, sizeof(x));
	return le16toh(x);
}

/* Little-endian 32-bit number at p, which needs no alignment. */
static inline uint32_t bytes_le32(const void *p)
{
	uint32_t x;

	memcpy(&x, p, sizeof(x));
	return le32toh(x);
}

/* Little-endian 64-bit number at p, which needs no alignment. */
static inline uint64_t bytes_le64(const void *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof(x));
	return le64toh(x);
}

/* Stores a little-endian 16-bit number at p, which needs no alignment. */
static inline void bytes_put_le16(void *p, uint16_t x)
{
	x = htole16(x);
	memcpy(p, &x, sizeof(x));
}

#endif
