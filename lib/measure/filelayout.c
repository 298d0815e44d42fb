/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/filelayout.h"
#include "measure/mapwalk.h"

/* Where a reader of a block map stands. */
struct reader {
	const struct file *file;
	uint32_t block;
	struct mapwalk map;
	size_t nodes;		/* indirect blocks passed */
};

/*
 * Goes on to a block of the file. Returns where the head may stand without a
 * seek, when it stood at `end`: behind those indirect blocks that are read
 * now and lie right there.
 */
static uint64_t pass_nodes(struct reader *r, uint64_t logical, uint64_t end)
{
	unsigned enter = mapwalk_go(&r->map, logical / r->block);

	for (; enter && r->nodes < r->file->node_count; enter--, r->nodes++)
		if (r->file->nodes[r->nodes].start == end)
			end += r->file->nodes[r->nodes].len;
	return end;
}

/* Reads a record through, and the indirect blocks that come inside it. */
static void pass_record(struct reader *r, const struct extent *record)
{
	uint64_t logical = record->logical / r->block;
	uint64_t end = (record->logical + record->len) / r->block;

	for (; logical < end; logical += mapwalk_left(&r->map, logical))
		pass_nodes(r, logical * r->block, 0);
}

/*
 * From one record to the next; `end` is where the head may stand. extent_seeks()
 * compares the gaps in the file and on the volume; a record that begins where
 * the last one ended is no seek either, whatever the gap in the file.
 */
static void step(struct seeks *seeks, const struct extent *from, const struct extent *to,
		 uint64_t end, uint32_t block)
{
	if (extent_seeks(from, to) && to->physical != end)
		seeks_step(seeks, from->physical + from->len, to->physical, block);
}

/* A gap without records, cut off at the size. Hostile sizes must not wrap the sum. */
static void hole(struct filelayout *f, uint64_t start, uint64_t end, uint64_t size)
{
	end = end < size ? end : size;
	if (start >= end)
		return;
	f->holes++;
	if (__builtin_add_overflow(f->hole_bytes, end - start, &f->hole_bytes))
		f->hole_bytes = UINT64_MAX;
}

static void measure_holes(struct filelayout *f, const struct file *file)
{
	uint64_t end = 0;
	size_t i;

	if (f->inlined || (file->kind != FILE_REGULAR && file->kind != FILE_DIRECTORY))
		return;
	for (i = 0; i < file->record_count; i++) {
		hole(f, end, file->records[i].logical, file->size);
		end = file->records[i].logical + file->records[i].len;
	}
	hole(f, end, UINT64_MAX, file->size);
}

static uint64_t round_down(uint64_t x, uint64_t unit)
{
	return x - x % unit;
}

/* The largest multiple of unit rather than 0 when x is too close to the end of 64 bits. */
static uint64_t round_up(uint64_t x, uint64_t unit)
{
	return x > UINT64_MAX - unit ? round_down(UINT64_MAX, unit)
				     : round_down(x + unit - 1, unit);
}

/* What is allocated behind the last byte; in the units in which allocation is done. */
static void measure_tail(struct filelayout *f, const struct file *file, uint64_t unit)
{
	uint64_t edge = round_up(file->size, unit);
	uint64_t last = file->size ? round_down(file->size - 1, unit) : 0;
	uint64_t done = edge;
	uint64_t from, to;
	size_t i;

	/* the records that reach the last unit of the file are at the end of the list */
	for (i = file->record_count; i > 0; i--)
		if (file->records[i - 1].logical + file->records[i - 1].len <= last)
			break;
	for (; i < file->record_count; i++) {
		from = round_down(file->records[i].logical, unit);
		to = round_up(file->records[i].logical + file->records[i].len, unit);
		if (file->size && from < edge)
			f->slack = edge - file->size;
		from = from < done ? done : from;
		if (to > from) {
			f->beyond += to - from;
			done = to;
		}
	}
}

/* The step from the record before, and from the written one before. */
static void measure_steps(struct filelayout *f, const struct extent *before,
			  const struct extent *written, const struct extent *record,
			  struct reader *reader)
{
	uint64_t end = before ? before->physical + before->len : 0;

	if (reader->file->block_mapped)
		end = pass_nodes(reader, record->logical, end);
	if (before)
		step(&f->seeks, before, record, end, reader->block);
	if (reader->file->block_mapped)
		pass_record(reader, record);
	if (record->unwritten)
		return;
	if (written && written != before)
		end = written->physical + written->len;
	if (written)
		step(&f->read_seeks, written, record, end, reader->block);
	else
		f->read_start = record->physical;
	f->read_end = record->physical + record->len;
}

struct filelayout filelayout_of(const struct file *file, const struct filelayout_units *units)
{
	struct reader reader = { .file = file, .block = units->block,
				 .map = mapwalk_start(units->block / 4) };
	const struct extent *record, *before = NULL, *written = NULL;
	struct filelayout f = { .records = file->record_count };
	size_t i;

	/* a short symlink lies in its inode */
	f.inlined = !f.records && (file->inline_data || (file->kind == FILE_SYMLINK && file->size));
	for (i = 0; i < file->record_count; i++, before = record) {
		record = &file->records[i];
		f.blocks += record->len / units->block;
		f.extents += !before || !extent_continues(before, record);
		measure_steps(&f, before, written, record, &reader);
		if (record->unwritten) {
			f.unwritten += record->len;
		} else {
			f.written += record->len;
			written = record;
		}
	}
	measure_holes(&f, file);
	measure_tail(&f, file, units->cluster);
	return f;
}

uint64_t filelayout_followers(const struct filelayout *f)
{
	return f->blocks ? f->blocks - 1 : 0;
}

double filelayout_score(const struct filelayout *f)
{
	uint64_t all = filelayout_followers(f);

	return all ? 100 * (double)(all - seeks_total(f->seeks)) / (double)all : 100;
}
