/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables are written here byte by byte, for sectors of 512 and of 4096 bytes. */
#include <stdio.h>
#include <string.h>

#include "image/partition.h"
#include "image/window.h"
#include "suites.h"
#include "support.h"

#define SECTORS 900
#define GPT_ENTRIES 128
#define GPT_ENTRY_BYTES 128

static const char linux_data[] = "0fc63daf-8483-4772-8e79-3d69d8477de4";
static const uint8_t linux_data_raw[16] = {	/* the first three fields little-endian */
	0xaf, 0x3d, 0xc6, 0x0f, 0x83, 0x84, 0x72, 0x47,
	0x8e, 0x79, 0x3d, 0x69, 0xd8, 0x47, 0x7d, 0xe4,
};

/* Entry `slot` of the MBR or EBR in sector `at`. */
static void mbr_entry(struct blob *disk, uint32_t sector, uint64_t at, unsigned slot,
		      uint8_t type, uint32_t start, uint32_t count)
{
	uint8_t *base = disk->data + at * sector;
	uint8_t *entry = base + 446 + 16 * slot;

	entry[4] = type;
	put_le(entry + 8, start, 4);
	put_le(entry + 12, count, 4);
	base[510] = 0x55;
	base[511] = 0xaa;
}

/*
 * Two primary partitions and, between them, a container with two logical ones.
 * Places in an EBR: the partition's from that EBR, the next EBR's from the
 * start of the container.
 */
static struct blob mbr_disk(uint32_t sector)
{
	struct blob disk = blob_new((size_t)SECTORS * sector);

	mbr_entry(&disk, sector, 0, 0, 0x83, 64, 100);
	mbr_entry(&disk, sector, 0, 1, 0x05, 200, 500);
	mbr_entry(&disk, sector, 0, 2, 0x82, 750, 30);
	mbr_entry(&disk, sector, 200, 0, 0x83, 10, 50);
	mbr_entry(&disk, sector, 200, 1, 0x05, 100, 200);
	mbr_entry(&disk, sector, 300, 0, 0x8e, 20, 60);
	return disk;
}

static void check_partition(const struct partition_table *table, size_t index,
			    unsigned number, uint64_t start, uint64_t len, const char *type)
{
	const struct partition *part = partition_find(table, number);

	if (!CHECK(part != NULL))
		return;
	CHECK(part == &table->parts.item[index]);
	CHECK_EQ(part->at.start, start);
	CHECK_EQ(part->at.len, len);
	CHECK_STR(part->type, type);
}

static void check_mbr(struct image *img, uint32_t sector)
{
	struct partition_table table;

	CHECK_FATAL(partition_read(img, sector, &table, NULL) == 0);
	CHECK_STR(table.type, "dos");
	CHECK_EQ(table.sector_size, sector);
	CHECK_EQ(table.parts.count, 4);		/* without the container */
	check_partition(&table, 0, 1, 64 * sector, 100 * sector, "0x83");
	check_partition(&table, 1, 3, 750 * sector, 30 * sector, "0x82");
	check_partition(&table, 2, 5, 210 * sector, 50 * sector, "0x83");
	check_partition(&table, 3, 6, 320 * sector, 60 * sector, "0x8e");
	CHECK(partition_find(&table, 2) == NULL);
	CHECK(partition_find(&table, 0) == NULL);
	CHECK(partition_find(&table, (UINT64_C(1) << 32) + 1) == NULL);
	partition_free(&table);
	CHECK_EQ(table.parts.count, 0);
	CHECK_STR(table.type, "");
}

static void mbr_of(uint32_t sector)
{
	struct blob disk = mbr_disk(sector);
	struct image *img = blob_image(&disk);

	check_mbr(img, sector);
	image_close(img);
	blob_free(&disk);
}

static void mbr_512(void)
{
	mbr_of(512);
}

static void mbr_4096(void)
{
	mbr_of(4096);
}

/* A disk image stored inside another one: places count from the inner one's start. */
static void mbr_in_a_window(void)
{
	struct blob disk = mbr_disk(512), outer = blob_new(disk.size + 7 * 512);
	struct image *img, *window = NULL;

	memcpy(outer.data + 3 * 512, disk.data, disk.size);
	img = blob_image(&outer);
	CHECK_FATAL(window_open(img, (struct range) { 3 * 512, disk.size }, &window, NULL) == 0);
	check_mbr(window, 512);
	image_close(window);
	image_close(img);
	blob_free(&outer);
	blob_free(&disk);
}

static void gpt_entry(uint8_t *entries, unsigned slot, uint64_t first, uint64_t last,
		      const uint16_t *name, size_t chars)
{
	uint8_t *entry = entries + slot * GPT_ENTRY_BYTES;
	size_t i;

	memcpy(entry, linux_data_raw, 16);
	memset(entry + 16, (int)slot + 1, 16);
	put_le(entry + 32, first, 8);
	put_le(entry + 40, last, 8);
	for (i = 0; i < chars; i++)
		put_le(entry + 56 + 2 * i, name[i], 2);
}

/* One of the two headers, with its checksums (inverted at both ends). */
static void gpt_header(struct blob *disk, uint32_t sector, uint64_t here, uint64_t other,
		       uint64_t entries_at)
{
	uint8_t *header = disk->data + here * sector;
	const uint64_t entry_sectors = GPT_ENTRIES * GPT_ENTRY_BYTES / sector;

	memcpy(header, "EFI PART", 8);
	put_le(header + 8, 0x00010000, 4);
	put_le(header + 12, 92, 4);
	put_le(header + 24, here, 8);
	put_le(header + 32, other, 8);
	put_le(header + 40, 2 + entry_sectors, 8);
	put_le(header + 48, SECTORS - 2 - entry_sectors, 8);
	memset(header + 56, 0x77, 16);
	put_le(header + 72, entries_at, 8);
	put_le(header + 80, GPT_ENTRIES, 4);
	put_le(header + 84, GPT_ENTRY_BYTES, 4);
	put_le(header + 88, ~slow_crc32(~0U, disk->data + entries_at * sector,
					GPT_ENTRIES * GPT_ENTRY_BYTES), 4);
	put_le(header + 16, ~slow_crc32(~0U, header, 92), 4);
}

/* Partitions 1 and 4, with these names. */
static struct blob gpt_disk(uint32_t sector, const uint16_t *name, size_t chars)
{
	static const uint16_t data[] = { 'd', 'a', 't', 'a' };
	const uint64_t last = SECTORS - 1;
	const uint64_t backup = last - GPT_ENTRIES * GPT_ENTRY_BYTES / sector;
	struct blob disk = blob_new((size_t)SECTORS * sector);

	mbr_entry(&disk, sector, 0, 0, 0xee, 1, (uint32_t)last);
	gpt_entry(disk.data + 2 * sector, 0, 100, 199, data, 4);
	gpt_entry(disk.data + 2 * sector, 3, 300, 300, name, chars);
	memcpy(disk.data + backup * sector, disk.data + 2 * sector,
	       GPT_ENTRIES * GPT_ENTRY_BYTES);
	gpt_header(&disk, sector, 1, last, 2);
	gpt_header(&disk, sector, last, 1, backup);
	return disk;
}

static void check_gpt(const struct blob *disk, uint32_t sector)
{
	struct image *img = blob_image(disk);
	struct partition_table table;

	CHECK_FATAL(partition_read(img, sector, &table, NULL) == 0);
	CHECK_STR(table.type, "gpt");
	CHECK_EQ(table.parts.count, 2);
	check_partition(&table, 0, 1, 100 * sector, 100 * sector, linux_data);
	check_partition(&table, 1, 4, 300 * sector, sector, linux_data);
	if (table.parts.count == 2) {
		CHECK_STR(table.parts.item[0].name, "data");
		CHECK_STR(table.parts.item[1].name, "\xc3\xa4\xe4\xb8\xad");
	}
	partition_free(&table);
	image_close(img);
}

static const uint16_t foreign[] = { 0x00e4, 0x4e2d };	/* a-umlaut, and a CJK character */

static void gpt_of(uint32_t sector)
{
	struct blob disk = gpt_disk(sector, foreign, 2);

	check_gpt(&disk, sector);
	memset(disk.data + sector, 0, sector);	/* the first header is lost */
	check_gpt(&disk, sector);
	blob_free(&disk);
}

static void gpt_512(void)
{
	gpt_of(512);
}

static void gpt_4096(void)
{
	gpt_of(4096);
}

/* Read with the wrong sector size there is no GPT at the place looked at. */
static void gpt_with_the_wrong_sector_size(void)
{
	struct blob disk = gpt_disk(4096, foreign, 2);
	struct image *img = blob_image(&disk);
	struct partition_table table;

	CHECK_EQ(partition_read(img, 512, &table, NULL), 0);
	CHECK(strcmp(table.type, "gpt"));
	partition_free(&table);
	image_close(img);
	blob_free(&disk);
}

/* 36 characters of three bytes each are the longest name: it must stay UTF-8. */
static void gpt_longest_name_is_not_cut_in_a_character(void)
{
	struct partition_table table;
	const struct partition *part;
	uint16_t name[36];
	struct blob disk;
	struct image *img;
	size_t i;

	for (i = 0; i < 36; i++)
		name[i] = 0x4e2d;
	disk = gpt_disk(512, name, 36);
	img = blob_image(&disk);
	CHECK_FATAL(partition_read(img, 512, &table, NULL) == 0);
	part = partition_find(&table, 4);
	if (CHECK(part != NULL)) {
		CHECK(strlen(part->name) >= 3);
		CHECK_EQ(strlen(part->name) % 3, 0);
	}
	partition_free(&table);
	image_close(img);
	blob_free(&disk);
}

static void no_table(void)
{
	struct blob disk = blob_new(SECTORS * 512);
	struct image *img = blob_image(&disk);
	struct partition_table table;

	CHECK_EQ(partition_read(img, 512, &table, NULL), 0);
	CHECK_STR(table.type, "");
	CHECK_EQ(table.parts.count, 0);
	CHECK(partition_find(&table, 1) == NULL);
	partition_free(&table);
	image_close(img);
	disk.size = 100;
	img = blob_image(&disk);
	CHECK_EQ(partition_read(img, 512, &table, NULL), 0);
	CHECK_STR(table.type, "");
	partition_free(&table);
	image_close(img);
	blob_free(&disk);
}

/* A chain of EBRs that leads back to its start must end. */
static void logical_partitions_in_a_circle(void)
{
	struct blob disk = mbr_disk(512);
	struct partition_table table;
	struct image *img;

	mbr_entry(&disk, 512, 300, 1, 0x05, 0, 200);
	img = blob_image(&disk);
	CHECK_EQ(partition_read(img, 512, &table, NULL), 0);
	CHECK(table.parts.count >= 4 && table.parts.count < 200);
	partition_free(&table);
	image_close(img);
	blob_free(&disk);
}

static const struct unit_test tests[] = {
	{ "MBR, 512-byte sectors", mbr_512 },
	{ "MBR, 4096-byte sectors", mbr_4096 },
	{ "MBR in a window", mbr_in_a_window },
	{ "GPT, 512-byte sectors", gpt_512 },
	{ "GPT, 4096-byte sectors", gpt_4096 },
	{ "GPT with the wrong sector size", gpt_with_the_wrong_sector_size },
	{ "GPT: longest name is not cut in a character",
	  gpt_longest_name_is_not_cut_in_a_character },
	{ "no table", no_table },
	{ "logical partitions in a circle", logical_partitions_in_a_circle },
};

void suite_partition(void)
{
	SUITE("image/partition", tests);
}
