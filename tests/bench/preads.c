/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preads IMAGE: reads the descriptors of an ext volume (without meta_bg) and
 * then every stored block bitmap with one plain pread each, in group order.
 * The floor under any program that looks at the same bytes.
 */
#include <endian.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t le32(const uint8_t *p)
{
	uint32_t x;

	memcpy(&x, p, sizeof(x));
	return le32toh(x);
}

static uint16_t le16(const uint8_t *p)
{
	uint16_t x;

	memcpy(&x, p, sizeof(x));
	return le16toh(x);
}

static void must_read(int fd, void *to, size_t len, uint64_t at)
{
	if (pread(fd, to, len, (off_t)at) != (ssize_t)len) {
		perror("preads");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	uint64_t groups, group, blocks, bitmap, read = 0;
	uint32_t size, first, per_group, width;
	uint8_t super[1024], *table, *buffer;
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;

	if (fd < 0) {
		fprintf(stderr, "usage: preads IMAGE\n");
		return 2;
	}
	must_read(fd, super, sizeof(super), 1024);
	size = 1024U << le32(super + 24);
	first = le32(super + 20);
	per_group = le32(super + 32);
	width = le32(super + 96) & 0x80 ? le16(super + 254) : 32;
	blocks = le32(super + 4);
	if (width >= 64)
		blocks |= (uint64_t)le32(super + 336) << 32;
	groups = (blocks - first + per_group - 1) / per_group;
	table = malloc(groups * width);
	buffer = malloc(size);
	if (!table || !buffer)
		return 1;
	must_read(fd, table, groups * width, (uint64_t)(first + 1) * size);
	for (group = 0; group < groups; group++) {
		if (le16(table + group * width + 18) & 2)
			continue;	/* BLOCK_UNINIT: nothing is stored */
		bitmap = le32(table + group * width);
		if (width >= 64)
			bitmap |= (uint64_t)le32(table + group * width + 32) << 32;
		must_read(fd, buffer, size, bitmap * size);
		read++;
	}
	printf("%llu bitmaps\n", (unsigned long long)read);
	free(table);
	free(buffer);
	close(fd);
	return 0;
}
