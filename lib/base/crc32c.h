/* SPDX-License-Identifier: GPL-2.0-or-later */
/* crc32c: the Castagnoli CRC of ext4, jbd2 and XFS metadata, by isa-l. */
#ifndef BASE_CRC32C_H
#define BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

#include <isa-l/crc.h>

/*
 * Carries crc over len bytes without inverting at either end, as the kernel's
 * crc32c_le() does. len must be below 2 GiB.
 */
static inline uint32_t crc32c(uint32_t crc, const void *data, size_t len)
{
	union { const void *in; unsigned char *out; } buffer = { .in = data };

	/* isa-l only reads, though its prototype does not say so */
	return crc32_iscsi(buffer.out, (int)len, crc);
}

#endif
