/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups that contradict themselves: what is said, and what is still counted. */
#include <string.h>

#include "fs/damage.h"
#include "suites.h"

#define MIB (UINT64_C(1) << 20)

static void unreadable_bitmap(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	damage_open(&f, damage_bitmap_place(&f) + 100, 1);
	f.expected = fsimage_free(f.path, DAMAGE_GROUP);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	found = damage_expect(&f, FINDING_BITMAP_UNREADABLE, 1);
	if (found) {
		CHECK_EQ(found->place, damage_bitmap_place(&f));
		CHECK_HAS(found->text, "group 9");
		CHECK(!found->expected_dirty);
	}
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_BITMAP_CHECKSUM], 0);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_GROUP_FREE_COUNT], 0);
	run_list_free(&f.runs);
	f.runs = fsimage_fold(f.fs, 2);
	CHECK(fsimage_same(&f.runs, &f.expected));
	damage_tear_down(&f);
}

/* What was not read is unknown: it cannot disagree with the superblock's count. */
static void unreadable_bitmap_does_not_contradict_the_superblock(void)
{
	struct damage f;

	damage_set_up(&f);
	damage_open(&f, damage_bitmap_place(&f), 1);
	f.runs = fsimage_walk(f.fs);
	damage_expect(&f, FINDING_BITMAP_UNREADABLE, 1);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_VOLUME_FREE_COUNT], 0);
	damage_tear_down(&f);
}

/* All bitmaps of a clump: 16 unreadable neighbours, the other 8 groups are counted. */
static void many_unreadable_bitmaps(void)
{
	struct fsimage_group first;
	uint64_t free_blk = 0;
	struct damage f;
	size_t i;

	damage_set_up(&f);
	first = fsimage_group(f.path, 0);
	CHECK_EQ(fsimage_group(f.path, 15).bitmap_blk, first.bitmap_blk + 15);
	damage_open(&f, first.bitmap_blk * 4096, 16 * 4096);
	f.runs = fsimage_walk(f.fs);
	damage_expect(&f, FINDING_BITMAP_UNREADABLE, 16);
	CHECK(f.runs.count > 0);
	/* what is left are the runs behind the 16 groups of 2 MiB */
	for (i = 0; i < f.runs.count; i++)
		if (!CHECK(f.runs.item[i].start >= 32 * MIB))
			break;
	for (i = 16; i < 24; i++)
		free_blk += fsimage_group(f.path, (uint32_t)i).free;
	CHECK_EQ(fsimage_sum(&f.runs) / 4096, free_blk);
	damage_tear_down(&f);
}

static void wrong_bitmap_checksum(void)
{
	const struct finding *found;
	uint64_t before, computed;
	struct damage f;

	damage_set_up(&f);
	before = damage_clear_bits(&f);
	f.bytes.data[damage_bitmap_place(&f) + 20] ^= 0xff;
	computed = slow_crc32c(f.group.seed, f.bytes.data + damage_bitmap_place(&f),
			       f.group.bitmap_bytes);
	damage_open(&f, 0, 0);
	f.runs = fsimage_walk(f.fs);
	found = damage_expect(&f, FINDING_BITMAP_CHECKSUM, 1);
	if (found) {
		CHECK(found->has_numbers);
		CHECK_EQ(found->stored, f.group.checksum);
		CHECK_EQ(found->found, computed);
		CHECK_EQ(found->place, damage_bitmap_place(&f));
		CHECK_HAS(found->text, "group 9");
	}
	CHECK_EQ(f.group.free, before);
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_GROUP_FREE_COUNT], damage_clear_bits(&f) != before);
	CHECK_EQ(fsimage_sum(&f.runs) / 4096, f.group.volume_free - before + damage_clear_bits(&f));
	damage_tear_down(&f);
}

/* Two bits change places: the count is right, only the checksum tells. */
static void wrong_bitmap_checksum_with_right_count(void)
{
	uint8_t *bitmap;
	struct damage f;
	uint64_t i, done = 0;

	damage_set_up(&f);
	bitmap = f.bytes.data + damage_bitmap_place(&f);
	for (i = 1; !done && i < f.group.blocks; i++)
		if ((bitmap[i / 8] >> i % 8 & 1) != (bitmap[(i - 1) / 8] >> (i - 1) % 8 & 1)) {
			bitmap[i / 8] ^= (uint8_t)(1U << i % 8);
			bitmap[(i - 1) / 8] ^= (uint8_t)(1U << (i - 1) % 8);
			done = 1;
		}
	CHECK_EQ(done, 1);
	damage_open(&f, 0, 0);
	f.runs = fsimage_walk(f.fs);
	damage_expect(&f, FINDING_BITMAP_CHECKSUM, 1);
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	damage_tear_down(&f);
}

static void wrong_group_count(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	blob_free(&f.bytes);
	fsimage_miscount(f.path, DAMAGE_GROUP, -5);
	f.bytes = blob_load(f.path);
	damage_open(&f, 0, 0);
	f.runs = fsimage_walk(f.fs);
	found = damage_expect(&f, FINDING_GROUP_FREE_COUNT, 1);
	if (found) {
		CHECK(found->has_numbers);
		CHECK_EQ(found->stored, f.group.free - 5);
		CHECK_EQ(found->found, f.group.free);
		CHECK_EQ(found->found, damage_clear_bits(&f));
		CHECK_HAS(found->text, "group 9");
		CHECK(!found->expected_dirty);
	}
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	CHECK_EQ(fs_findings(f.fs)->damage, 1);
	damage_tear_down(&f);
}

static void wrong_volume_count(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	blob_free(&f.bytes);
	fsimage_miscount(f.path, -1, 1000);
	f.bytes = blob_load(f.path);
	damage_open(&f, 0, 0);
	CHECK_EQ(fs_volume(f.fs)->free, (f.group.volume_free + 1000) * 4096);
	f.runs = fsimage_walk(f.fs);
	found = damage_expect(&f, FINDING_VOLUME_FREE_COUNT, 1);
	if (found) {
		CHECK(found->has_numbers);
		CHECK_EQ(found->stored, f.group.volume_free + 1000);
		CHECK_EQ(found->found, f.group.volume_free);
		CHECK_EQ(found->place, 1024);
	}
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	run_list_free(&f.runs);
	f.runs = fsimage_fold(f.fs, 2);		/* seen again, it is still one finding */
	CHECK_EQ(fs_findings(f.fs)->total[FINDING_VOLUME_FREE_COUNT], 1);
	damage_tear_down(&f);
}

/* With a journal to be replayed the same contradictions are no damage. */
static void wrong_counts_on_a_dirty_volume(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	blob_free(&f.bytes);
	fsimage_miscount(f.path, -1, 1000);
	fsimage_miscount(f.path, DAMAGE_GROUP, 1);
	f.bytes = blob_load(f.path);
	put_le(f.bytes.data + 1024 + 96, get_le(f.bytes.data + 1024 + 96, 4) | 4, 4);
	fsimage_seal(&f.bytes);
	damage_open(&f, 0, 0);
	CHECK_EQ(fs_volume(f.fs)->journal, VOLUME_JOURNAL_DIRTY);
	f.runs = fsimage_walk(f.fs);
	found = damage_expect(&f, FINDING_VOLUME_FREE_COUNT, 1);
	CHECK(found && found->expected_dirty);
	found = damage_expect(&f, FINDING_GROUP_FREE_COUNT, 1);
	CHECK(found && found->expected_dirty);
	CHECK_EQ(fs_findings(f.fs)->damage, 0);
	damage_tear_down(&f);
}

/* A descriptor with a flipped bit: said; the bitmap it points to is still used. */
static void wrong_descriptor_checksum(void)
{
	const struct finding *found;
	struct damage f;

	damage_set_up(&f);
	f.bytes.data[4096 + 64 * DAMAGE_GROUP + 16] ^= 1;	/* used directories */
	damage_open(&f, 0, 0);
	f.expected = fsimage_free(f.path, -1);
	f.runs = fsimage_walk(f.fs);
	CHECK(fsimage_same(&f.runs, &f.expected));
	found = damage_expect(&f, FINDING_DESCRIPTOR, 1);
	if (found)
		CHECK_HAS(found->text, "group 9");
	CHECK_EQ(finding_count(fs_findings(f.fs)), 1);
	damage_tear_down(&f);
}

/* The descriptor points past the end of the volume. */
static void bitmap_out_of_place(void)
{
	const struct finding *found;
	struct damage f;
	size_t i, others = 0;

	damage_set_up(&f);
	put_le(f.bytes.data + 4096 + 64 * DAMAGE_GROUP, 12288, 4);	/* 12288 blocks: none has this */
	damage_open(&f, 0, 0);
	f.runs = fsimage_walk(f.fs);
	found = damage_expect(&f, FINDING_BITMAP_PLACE, 1);
	if (found)
		CHECK_HAS(found->text, "12288");
	for (i = 0; i < f.runs.count; i++)	/* "the whole group counts as free" */
		others += f.runs.item[i].start <= f.group.first_blk * 4096 &&
			  range_end(&f.runs.item[i]) >=
			  (f.group.first_blk + f.group.blocks) * 4096;
	CHECK_EQ(others, 1);
	damage_tear_down(&f);
}

static const struct unit_test tests[] = {
	{ "unreadable bitmap", unreadable_bitmap },
	{ "unreadable bitmap does not contradict the superblock",
	  unreadable_bitmap_does_not_contradict_the_superblock },
	{ "many unreadable bitmaps", many_unreadable_bitmaps },
	{ "wrong bitmap checksum", wrong_bitmap_checksum },
	{ "wrong bitmap checksum with right count", wrong_bitmap_checksum_with_right_count },
	{ "wrong group count", wrong_group_count },
	{ "wrong volume count", wrong_volume_count },
	{ "wrong counts on a dirty volume", wrong_counts_on_a_dirty_volume },
	{ "wrong descriptor checksum", wrong_descriptor_checksum },
	{ "bitmap out of place", bitmap_out_of_place },
};

void suite_fs_damage(void)
{
	SUITE("fs/damage of groups", tests);
}
