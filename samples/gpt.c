/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gpt IMAGE SECTOR DISKGUID FIRST:COUNT:TYPEGUID:GUID:NAME...: writes a GUID partition table for sectors of any
 * size into an existing image, which sfdisk cannot do for a plain file. FIRST and COUNT are in sectors.
 *
 * Written are the protective MBR, the header at LBA 1 with 128 entries behind it, and their copies at the end.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/die.h"

#define ENTRIES 128u
#define ENTRY_SIZE 128u
#define TABLE_SIZE (ENTRIES * ENTRY_SIZE)
#define HEADER_SIZE 92u
#define NAME_MAX_CHARS 36

struct disk {
	int fd;
	uint32_t sector;		/* bytes */
	uint64_t sectors;
	uint64_t table_sectors;
	unsigned char guid[16];
	unsigned char table[TABLE_SIZE];
};

static void put_le(unsigned char *p, uint64_t v, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i++)
		p[i] = (unsigned char)(v >> (8 * i));
}

/* The CRC of Ethernet and zip. */
static uint32_t crc32(const unsigned char *p, size_t n)
{
	uint32_t crc = UINT32_MAX;
	int bit;

	while (n--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

/* The first three fields of a GUID are stored with their low byte first, the rest as written. */
static void parse_guid(const char *text, unsigned char *out)
{
	static const unsigned char place[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	char hex[3] = "";
	size_t i;

	for (i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10) {
			if (*text++ != '-')
				die("not a GUID");
		}
		if (!isxdigit((unsigned char)text[0]) || !isxdigit((unsigned char)text[1]))
			die("not a GUID");
		memcpy(hex, text, 2);
		out[place[i]] = (unsigned char)strtoul(hex, NULL, 16);
		text += 2;
	}
	if (*text)
		die("a GUID is too long");
}

static void write_at(const struct disk *d, const void *buf, size_t n, uint64_t lba)
{
	if (pwrite(d->fd, buf, n, (off_t)(lba * d->sector)) != (ssize_t)n)
		die("cannot write sector %llu", (unsigned long long)lba);
}

static void write_protective_mbr(const struct disk *d)
{
	unsigned char mbr[512] = { 0 }, *part = mbr + 446;
	uint64_t n = d->sectors - 1;

	put_le(part + 1, 0x000200, 3);			/* first sector in CHS */
	part[4] = 0xee;
	put_le(part + 5, 0xffffff, 3);
	put_le(part + 8, 1, 4);
	put_le(part + 12, n > UINT32_MAX ? UINT32_MAX : n, 4);
	put_le(mbr + 510, 0xaa55, 2);
	write_at(d, mbr, sizeof(mbr), 0);
}

static void write_header(const struct disk *d, uint64_t at, uint64_t other, uint64_t table)
{
	unsigned char h[HEADER_SIZE] = "EFI PART";

	put_le(h + 8, 0x00010000, 4);
	put_le(h + 12, HEADER_SIZE, 4);
	put_le(h + 24, at, 8);
	put_le(h + 32, other, 8);
	put_le(h + 40, 2 + d->table_sectors, 8);
	put_le(h + 48, d->sectors - d->table_sectors - 2, 8);
	memcpy(h + 56, d->guid, 16);
	put_le(h + 72, table, 8);
	put_le(h + 80, ENTRIES, 4);
	put_le(h + 84, ENTRY_SIZE, 4);
	put_le(h + 88, crc32(d->table, TABLE_SIZE), 4);
	put_le(h + 16, crc32(h, HEADER_SIZE), 4);
	write_at(d, h, HEADER_SIZE, at);
	write_at(d, d->table, TABLE_SIZE, table);
}

/* Cuts the next field off at the colon. */
static char *field(char **rest)
{
	char *p = strsep(rest, ":");

	if (!p)
		die("a partition is FIRST:COUNT:TYPEGUID:GUID:NAME");
	return p;
}

static void add_partition(struct disk *d, unsigned char *entry, char *text)
{
	uint64_t first = die_number(field(&text), 2 + d->table_sectors, d->sectors, "FIRST");
	uint64_t count = die_number(field(&text), 1, d->sectors, "COUNT");
	const char *name;
	size_t i;

	if (first + count > d->sectors - d->table_sectors - 1)
		die("the partition reaches into the table's copy");
	parse_guid(field(&text), entry);
	parse_guid(field(&text), entry + 16);
	put_le(entry + 32, first, 8);
	put_le(entry + 40, first + count - 1, 8);
	name = field(&text);
	for (i = 0; i < NAME_MAX_CHARS && name[i]; i++)
		put_le(entry + 56 + 2 * i, (unsigned char)name[i], 2);
}

static void open_disk(struct disk *d, const char *path, const char *sector, const char *guid)
{
	struct stat st;

	d->fd = open(path, O_RDWR | O_CLOEXEC);
	if (d->fd < 0 || fstat(d->fd, &st) < 0)
		die("%s: cannot open", path);
	d->sector = (uint32_t)die_number(sector, 512, 65536, "SECTOR");
	d->sectors = (uint64_t)st.st_size / d->sector;
	d->table_sectors = (TABLE_SIZE + d->sector - 1) / d->sector;
	if (d->sectors < 2 * d->table_sectors + 4)
		die("%s: too small", path);
	parse_guid(guid, d->guid);
}

int main(int argc, char **argv)
{
	struct disk d = { 0 };
	uint64_t last;
	int i;

	if (argc < 4 || argc - 4 > (int)ENTRIES)
		die("usage: gpt IMAGE SECTOR DISKGUID FIRST:COUNT:TYPEGUID:GUID:NAME...");
	open_disk(&d, argv[1], argv[2], argv[3]);
	for (i = 4; i < argc; i++)
		add_partition(&d, d.table + ENTRY_SIZE * (unsigned int)(i - 4), argv[i]);
	last = d.sectors - 1;
	write_protective_mbr(&d);
	write_header(&d, 1, last, 2);
	write_header(&d, last, 1, last - d.table_sectors);
	if (close(d.fd) < 0)
		die("%s: cannot write", argv[1]);
	return 0;
}
