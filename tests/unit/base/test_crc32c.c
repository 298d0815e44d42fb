/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/crc32c.h"
#include "suites.h"
#include "support.h"

/* RFC 3720, B.4: the CRC as iSCSI sends it, inverted at both ends. */
static uint32_t iscsi(const void *data, size_t len)
{
	return ~crc32c(~0U, data, len);
}

static void rfc3720_vectors(void)
{
	uint8_t data[32];
	uint8_t i;

	memset(data, 0, sizeof(data));
	CHECK_EQ(iscsi(data, 32), 0x8a9136aaU);
	memset(data, 0xff, sizeof(data));
	CHECK_EQ(iscsi(data, 32), 0x62a8ab43U);
	for (i = 0; i < 32; i++)
		data[i] = i;
	CHECK_EQ(iscsi(data, 32), 0x46dd794eU);
	for (i = 0; i < 32; i++)
		data[i] = (uint8_t)(31 - i);
	CHECK_EQ(iscsi(data, 32), 0x113fdb5cU);
	CHECK_EQ(iscsi("123456789", 9), 0xe3069283U);
}

static void agrees_with_bit_by_bit(void)
{
	struct prng p = prng_start(4);
	uint8_t data[300];
	size_t len, i;
	uint32_t crc;

	for (len = 0; len <= 260; len++) {
		for (i = 0; i < sizeof(data); i++)
			data[i] = (uint8_t)prng_next(&p);
		crc = (uint32_t)prng_next(&p);
		if (!CHECK_SEED(&p, crc32c(crc, data + len % 9, len) ==
				slow_crc32c(crc, data + len % 9, len)))
			return;
	}
}

static void carries_over_pieces(void)
{
	uint8_t data[4096];
	size_t i, cut;
	uint32_t whole;

	for (i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 7 + i / 256);
	whole = crc32c(0x12345678, data, sizeof(data));
	for (cut = 0; cut <= sizeof(data); cut += 37)
		CHECK_EQ(crc32c(crc32c(0x12345678, data, cut), data + cut, sizeof(data) - cut),
			 whole);
	CHECK_EQ(crc32c(0x12345678, data, 0), 0x12345678);
}

static const struct unit_test tests[] = {
	{ "RFC 3720 vectors", rfc3720_vectors },
	{ "agrees with bit by bit", agrees_with_bit_by_bit },
	{ "carries over pieces", carries_over_pieces },
};

void suite_crc32c(void)
{
	SUITE("base/crc32c", tests);
}
