/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "model/volume.h"
#include "suites.h"
#include "support.h"

/* Groups begin at group_start, all have group_bytes but the last: for all small numbers. */
static void groups_tile_the_volume(void)
{
	struct volume v = { 0 };
	uint64_t at, index, wrong = 0;
	struct range group;

	for (v.group_start = 0; v.group_start <= 3; v.group_start++)
		for (v.group_bytes = 1; v.group_bytes <= 7; v.group_bytes++)
			for (v.size = v.group_start + 1; v.size <= 40; v.size++) {
				at = v.group_start;
				for (index = 0; at < v.size; index++) {
					group = volume_group(&v, index);
					wrong += group.start != at || !group.len;
					wrong += group.len != v.group_bytes &&
						 at + group.len != v.size;
					at += group.len;
				}
				wrong += at != v.size;
				wrong += volume_group(&v, index).len != 0;
				wrong += volume_group(&v, index + 5).len != 0;
			}
	CHECK_EQ(wrong, 0);
}

static void clips_the_last_group(void)
{
	const struct volume v = {
		.size = 100 * 1024 + 512, .group_start = 1024, .group_bytes = 8 * 1024,
	};

	CHECK_EQ(volume_group(&v, 0).start, 1024);
	CHECK_EQ(volume_group(&v, 0).len, 8192);
	CHECK_EQ(volume_group(&v, 12).start, 97 * 1024);
	CHECK_EQ(volume_group(&v, 12).len, 3 * 1024 + 512);
	CHECK_EQ(volume_group(&v, 13).len, 0);
}

static void groups_of_a_large_volume(void)
{
	const struct volume v = {
		.size = UINT64_C(4000814465024), .group_bytes = UINT64_C(128) << 20,
	};

	/* 976761344 blocks of 4 KiB, 32768 a group: 29808 full groups and 12800 blocks */
	CHECK_EQ(volume_group(&v, 29807).len, UINT64_C(128) << 20);
	CHECK_EQ(volume_group(&v, 29808).start, UINT64_C(29808) << 27);
	CHECK_EQ(volume_group(&v, 29808).len, 12800 * 4096);
	CHECK_EQ(volume_group(&v, 29809).len, 0);
}

static void free_empties(void)
{
	struct volume v = { .size = 5, .label = "x" }, none;
	struct feature feature = { .name = "f" };

	CHECK_EQ(feature_vec_push(&v.features, feature), 0);
	volume_free(&v);
	memset(&none, 0, sizeof(none));
	CHECK(!memcmp(&v, &none, sizeof(v)));
}

static const struct unit_test tests[] = {
	{ "groups tile the volume", groups_tile_the_volume },
	{ "clips the last group", clips_the_last_group },
	{ "groups of a large volume", groups_of_a_large_volume },
	{ "free empties", free_empties },
};

void suite_volume(void)
{
	SUITE("model/volume", tests);
}
