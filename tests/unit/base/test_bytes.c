/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/bytes.h"
#include "suites.h"
#include "support.h"

static void little_endian_at_any_place(void)
{
	const uint8_t raw[] = { 0xff, 0x01, 0x82, 0x03, 0x84, 0x05, 0x86, 0x07, 0x88, 0xff };

	CHECK_EQ(bytes_le16(raw + 1), 0x8201);
	CHECK_EQ(bytes_le32(raw + 1), 0x84038201);
	CHECK_EQ(bytes_le64(raw + 1), UINT64_C(0x8807860584038201));
	CHECK_EQ(bytes_le16(raw + 2), 0x0382);
	CHECK_EQ(bytes_le32(raw + 6), 0xff880786);
}

static const struct unit_test tests[] = {
	{ "little-endian at any place", little_endian_at_any_place },
};

void suite_bytes(void)
{
	SUITE("base/bytes", tests);
}
