/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preads bitmaps|inodes IMAGE: reads the descriptors of an ext volume (without
 * meta_bg) and then every stored block bitmap with one plain pread each, in group
 * order; or the inode tables as far as they were ever used, 256 KiB at a time.
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

struct volume {
	int fd;
	uint64_t groups;
	uint32_t size, width, inodes, inode_size;
	uint8_t *table;		/* descriptors */
};

static void open_volume(struct volume *v, const char *path)
{
	uint64_t blocks;
	uint32_t first, per_group;
	uint8_t super[1024];

	v->fd = open(path, O_RDONLY);
	if (v->fd < 0) {
		perror(path);
		exit(1);
	}
	must_read(v->fd, super, sizeof(super), 1024);
	v->size = 1024U << le32(super + 24);
	first = le32(super + 20);
	per_group = le32(super + 32);
	v->inodes = le32(super + 40);
	v->inode_size = le16(super + 88);
	v->width = le32(super + 96) & 0x80 ? le16(super + 254) : 32;
	blocks = le32(super + 4);
	if (v->width >= 64)
		blocks |= (uint64_t)le32(super + 336) << 32;
	v->groups = (blocks - first + per_group - 1) / per_group;
	v->table = malloc(v->groups * v->width);
	if (!v->table)
		exit(1);
	must_read(v->fd, v->table, v->groups * v->width, (uint64_t)(first + 1) * v->size);
}

/* A block number of a descriptor, low and high word. */
static uint64_t place(const struct volume *v, const uint8_t *descriptor, int low, int high)
{
	uint64_t blk = le32(descriptor + low);

	if (v->width >= 64)
		blk |= (uint64_t)le32(descriptor + high) << 32;
	return blk * v->size;
}

static uint64_t read_bitmaps(const struct volume *v)
{
	uint8_t *buffer = malloc(v->size);
	uint64_t group, bytes = 0;

	if (!buffer)
		exit(1);
	for (group = 0; group < v->groups; group++) {
		const uint8_t *d = v->table + group * v->width;

		if (le16(d + 18) & 2)
			continue;	/* BLOCK_UNINIT: nothing is stored */
		must_read(v->fd, buffer, v->size, place(v, d, 0, 32));
		bytes += v->size;
	}
	free(buffer);
	return bytes;
}

static uint64_t read_inodes(const struct volume *v)
{
	const size_t piece = 256 << 10;
	uint8_t *buffer = malloc(piece);
	uint64_t group, bytes = 0, left, at;

	if (!buffer)
		exit(1);
	for (group = 0; group < v->groups; group++) {
		const uint8_t *d = v->table + group * v->width;

		if (le16(d + 18) & 1)
			continue;	/* INODE_UNINIT */
		at = place(v, d, 8, 40);
		left = (uint64_t)(v->inodes - le16(d + 28)) * v->inode_size;
		for (; left; left -= left < piece ? left : piece, at += piece) {
			must_read(v->fd, buffer, left < piece ? left : piece, at);
			bytes += left < piece ? left : piece;
		}
	}
	free(buffer);
	return bytes;
}

int main(int argc, char **argv)
{
	struct volume v;
	uint64_t bytes;

	if (argc != 3) {
		fprintf(stderr, "usage: preads bitmaps|inodes IMAGE\n");
		return 2;
	}
	open_volume(&v, argv[2]);
	bytes = strcmp(argv[1], "inodes") ? read_bitmaps(&v) : read_inodes(&v);
	printf("%llu bytes\n", (unsigned long long)bytes);
	free(v.table);
	close(v.fd);
	return 0;
}
