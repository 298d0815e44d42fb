/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "cmd/output.h"
#include "cmd/source.h"
#include "fs/probe.h"
#include "image/file.h"
#include "image/inuse.h"
#include "image/window.h"

/* What one reading of the partition table holds. */
struct choice {
	struct partition_table table;
	const struct partition *only;	/* the first partition that is read */
	unsigned readable;		/* how many partitions are */
	char list[360];			/* "1 (ext4, 64.0 MiB), 2 (swap, 1.0 GiB)" */
};

static void append(char *list, size_t room, const char *text)
{
	size_t used = strlen(list);

	if (used + strlen(text) + 3 < room)
		snprintf(list + used, room - used, "%s%s", used ? ", " : "", text);
}

/*
 * A partition as an image. A disk image that was cut off still shows the
 * partition's beginning; ERR_USAGE when not even that is there.
 */
static int partition_window(struct image *disk, const struct partition *part,
			    struct image **window, struct err *err)
{
	struct range at = part->at;

	if (at.start < disk->size && at.len > disk->size - at.start)
		at.len = disk->size - at.start;
	return window_open(disk, at, window, err);
}

/* Looks into each partition: which hold a filesystem that we read? */
static int survey(struct image *disk, struct choice *choice, struct err *err)
{
	const struct partition *part;
	struct probe_types types;
	struct image *window;
	char size[UNITS_TEXT], text[96];
	size_t i;
	int ret;

	for (i = 0; i < choice->table.parts.count; i++) {
		part = &choice->table.parts.item[i];
		types = (struct probe_types) { 0 };
		window = NULL;
		if (!partition_window(disk, part, &window, NULL)) {
			ret = probe_image(window, &types, err);
			image_close(window);
			if (ret)
				return ret;
		}
		snprintf(text, sizeof(text), "%u (%s, %s)", part->number,
			 types.count ? types.item[0].name : window ? "unknown" : "not in the image",
			 units_format(part->at.len, size));
		append(choice->list, sizeof(choice->list), text);
		if (types.count && fs_reads(types.item[0].name) && !choice->readable++)
			choice->only = part;
		probe_types_free(&types);
	}
	return 0;
}

/*
 * Reads the table with the sector size of the device, then with the other one:
 * an image of a disk with 4096-byte sectors does not say so. The first reading
 * in which a filesystem shows up wins.
 */
static int read_table(struct image *disk, struct choice *choice, struct err *err)
{
	const uint32_t sizes[] = { disk->sector_size, disk->sector_size == 4096 ? 512 : 4096 };
	struct choice next;
	size_t i;
	int ret;

	*choice = (struct choice) { 0 };
	for (i = 0; i < 2 && !choice->readable; i++) {
		next = (struct choice) { 0 };
		ret = partition_read(disk, sizes[i], &next.table, err);
		if (!ret)
			ret = survey(disk, &next, err);
		if (ret) {
			partition_free(&next.table);
			partition_free(&choice->table);
			return ret;
		}
		if (next.readable || (next.table.parts.count && !choice->table.parts.count)) {
			partition_free(&choice->table);
			*choice = next;
		} else {
			partition_free(&next.table);
		}
	}
	return 0;
}

static int open_partition(struct source *s, const struct choice *choice,
			  const struct partition *part, const struct fs_options *options,
			  struct err *err)
{
	s->partition = *part;
	s->origin = part->at.start;
	snprintf(s->table, sizeof(s->table), "%s", choice->table.type);
	if (partition_window(s->disk, part, &s->part, NULL))
		return err_set(err, ERR_DAMAGED, part->at.start, "partition %u begins at byte %"
			       PRIu64 ", past the end of the image (%" PRIu64 " bytes)",
			       part->number, part->at.start, s->disk->size);
	return fs_open(s->part, options, err, &s->fs);
}

/* -p N */
static int open_numbered(struct source *s, const struct common_options *options,
			 const struct fs_options *how, struct err *err)
{
	uint64_t number = options->partition.value;
	const struct partition *part;
	struct choice choice;
	int ret = read_table(s->disk, &choice, err);

	if (ret)
		return ret;
	part = partition_find(&choice.table, number);
	if (part)
		ret = open_partition(s, &choice, part, how, err);
	else if (choice.table.parts.count)
		ret = err_set(err, ERR_USAGE, ERR_NO_PLACE, "-p %" PRIu64
			      ": no such partition; there are %s", number, choice.list);
	else
		ret = err_set(err, ERR_USAGE, ERR_NO_PLACE, "-p %" PRIu64
			      ": the image has no partition table; leave -p out", number);
	partition_free(&choice.table);
	return ret;
}

static const char *table_name(const char *type)
{
	return strcmp(type, "dos") ? "GPT" : "MBR";
}

/* The mark of a GPT stands in the second sector. */
static bool has_gpt(struct image *disk)
{
	char mark[8];

	return (!image_read(disk, 512, mark, sizeof(mark), NULL) &&
		!memcmp(mark, "EFI PART", sizeof(mark))) ||
	       (!image_read(disk, 4096, mark, sizeof(mark), NULL) &&
		!memcmp(mark, "EFI PART", sizeof(mark)));
}

/* No filesystem on the whole image: is there exactly one in its partitions? */
static int open_only(struct source *s, const struct common_options *options,
		     const struct fs_options *how, struct err *err)
{
	struct fs_options deep = *how;
	struct err whole = *err;
	struct choice choice;
	int ret = read_table(s->disk, &choice, err);

	if (ret)
		return ret;
	if (choice.readable == 1) {
		output_note(options, "partition: %u of a disk with %s, at byte %" PRIu64,
			    choice.only->number, table_name(choice.table.type),
			    choice.only->at.start);
		ret = open_partition(s, &choice, choice.only, how, err);
	} else if (choice.readable) {
		ret = err_set(err, ERR_USAGE, ERR_NO_PLACE,
			      "has several filesystems; choose one with -p: %s", choice.list);
	} else if (choice.table.parts.count) {
		ret = err_set(err, ERR_NOT_FOUND, ERR_NO_PLACE,
			      "no partition of this disk (%s) shows a filesystem that is read: %s; -p N searches partition N for a damaged one",
			      table_name(choice.table.type), choice.list);
	} else if (whole.code == ERR_NOT_FOUND) {
		deep.signed_only = false;
		ret = fs_open(s->disk, &deep, err, &s->fs);
		if (ret == ERR_NOT_FOUND && has_gpt(s->disk))
			err_set(err, ret, ERR_NO_PLACE,
				"begins with a GPT that cannot be used, perhaps since the image was cut off; --offset says where a filesystem begins");
	} else {
		*err = whole;
		ret = whole.code;
	}
	partition_free(&choice.table);
	return ret;
}

/* A filesystem on the whole image hides what a table at its beginning may list. */
static void note_table(struct image *disk, const struct common_options *options)
{
	struct choice choice;
	struct err err;
	uint8_t mark[2];

	/* an MBR, also one that protects a GPT, ends in these two bytes */
	if (image_read(disk, 510, mark, sizeof(mark), NULL) || mark[0] != 0x55 ||
	    mark[1] != 0xaa || read_table(disk, &choice, &err))
		return;
	if (choice.readable)
		output_note(options, "warning: the whole image is read as one filesystem, but it also has a partition table: %s; -p N reads one of these",
			    choice.list);
	partition_free(&choice.table);
}

static int open_at_offset(struct source *s, uint64_t offset, const struct fs_options *how,
			  struct err *err)
{
	struct range part = { .start = offset };

	if (offset >= s->disk->size)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "--offset %" PRIu64
			       ": lies past the end of the image (%" PRIu64 " bytes)", offset,
			       s->disk->size);
	part.len = s->disk->size - offset;
	s->origin = offset;
	if (window_open(s->disk, part, &s->part, err))
		return err->code;
	return fs_open(s->part, how, err, &s->fs);
}

int source_open(struct source *s, const char *path, const struct common_options *options,
		bool describe, struct err *err)
{
	struct fs_options how = { .describe = describe };
	char use[INUSE_TEXT];
	int ret;

	*s = (struct source) { 0 };
	if (options->partition.given && options->offset.given)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE,
			       "-p and --offset both say where the filesystem begins; give one");
	ret = file_open(path, &s->disk, err);
	if (ret)
		return ret;
	if (inuse_check(s->disk, use))
		output_note(options, "warning: %s is %s: it may change while it is read, so numbers may not fit together",
			    path, use);
	if (options->offset.given)
		return open_at_offset(s, options->offset.value, &how, err);
	if (options->partition.given)
		return open_numbered(s, options, &how, err);
	how.signed_only = true;
	ret = fs_open(s->disk, &how, err, &s->fs);
	if (!ret)
		note_table(s->disk, options);
	if (ret == ERR_NOT_FOUND || ret == ERR_UNSUPPORTED)
		ret = open_only(s, options, &how, err);
	return ret;
}

void source_close(struct source *s)
{
	fs_close(s->fs);
	image_close(s->part);
	image_close(s->disk);
	*s = (struct source) { 0 };
}
