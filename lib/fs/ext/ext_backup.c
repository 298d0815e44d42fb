/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/checked.h"
#include "fs/ext/ext_backup.h"

/* How much of the image is searched when no usual place holds a backup. */
#define SEARCH_BYTES (UINT64_C(256) << 20)
#define SEARCH_STEP (UINT64_C(1) << 20)

/* Offset of s_magic in a superblock, and its value. */
#define MAGIC_PLACE 56
#define MAGIC 0xEF53

/* Groups that hold backups: 1 and the powers of 3, 5 and 7 (sparse_super). */
static const uint32_t backup_groups[] = { 1, 3, 5, 7, 9, 25, 27, 49, 81 };
#define BACKUP_GROUPS (sizeof(backup_groups) / sizeof(backup_groups[0]))

/* Old mke2fs left the group number 0 in every copy. */
static bool is_backup(struct image *img, uint64_t place, struct ext_super *s)
{
	uint64_t group_bytes, start, group;

	if (ext_super_read(img, place, s, NULL) || !s->groups || !s->checksum_ok)
		return false;
	group_bytes = (uint64_t)s->blocks_per_group * s->block_bytes;
	start = (uint64_t)s->first_data_blk * s->block_bytes;
	if (place < start + group_bytes || (place - start) % group_bytes)
		return false;
	group = (place - start) / group_bytes;
	return group < s->groups && (s->group == group || !s->group);
}

/* The places where mke2fs puts backups: 8 x block size clusters a group. */
static bool find_usual(struct image *img, struct ext_super *s)
{
	uint64_t block, cluster, place;
	size_t g;

	for (g = 0; g < BACKUP_GROUPS; g++)
		for (block = 1024; block <= 65536; block *= 2)
			for (cluster = block; cluster <= block * 256; cluster *= 2) {
				place = 8 * block * cluster * backup_groups[g];
				if (is_backup(img, place, s))
					return true;
				if (block == 1024 && cluster == block &&
				    is_backup(img, place + 1024, s))
					return true;
			}
	return false;
}

/* Tries each multiple of 1024 bytes that carries the magic number. */
static bool find_anywhere(struct image *img, struct ext_super *s)
{
	uint64_t end = img->size < SEARCH_BYTES ? img->size : SEARCH_BYTES;
	uint8_t *chunk = malloc(SEARCH_STEP);
	bool found = false;
	uint64_t start, at;
	size_t len;

	for (start = 0; chunk && !found && start < end; start += SEARCH_STEP) {
		len = (size_t)(end - start < SEARCH_STEP ? end - start : SEARCH_STEP);
		if (image_read(img, start, chunk, len, NULL))
			continue;
		for (at = 0; !found && at + EXT_SUPER_BYTES <= len; at += 1024)
			found = bytes_le16(chunk + at + MAGIC_PLACE) == MAGIC &&
				is_backup(img, start + at, s);
	}
	free(chunk);
	return found;
}

int ext_backup_find(struct image *img, struct ext_super *super)
{
	return find_usual(img, super) || find_anywhere(img, super) ? 0 : ERR_NOT_FOUND;
}
