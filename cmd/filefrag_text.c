/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "cmd/filefrag_text.h"

/* What statfs(2) gives as f_type for all of ext2, ext3 and ext4. */
#define MAGIC "ef53"

static unsigned log_of(uint64_t value, unsigned base)
{
	unsigned log = 0;

	while (value /= base)
		log++;
	return log;
}

static void widen(int *width, uint64_t value)
{
	int needed = (int)log_of(value, 10);

	if (*width < needed)
		*width = needed;
}

void filefrag_text_init(struct filefrag_text *t, FILE *out, const struct volume *volume,
			uint64_t unit)
{
	*t = (struct filefrag_text) {
		.out = out,
		.block = volume->block_bytes,
		.blocks = (volume->size - volume->overhead) / volume->block_bytes,
		.shift = log_of(unit ? unit : volume->block_bytes, 2),
		.logical_width = 8,
		.physical_width = 10,
	};
	widen(&t->physical_width, t->blocks);
}

size_t filefrag_text_flags(unsigned flags, const char *words[FILEFRAG_TEXT_FLAGS])
{
	static const struct {
		enum fiemap_flag flag;
		const char *word;
	} names[FILEFRAG_TEXT_FLAGS] = {
		{ FIEMAP_LAST, "last" }, { FIEMAP_NOT_ALIGNED, "not_aligned" },
		{ FIEMAP_INLINE, "inline" }, { FIEMAP_UNWRITTEN, "unwritten" },
		{ FIEMAP_MERGED, "merged" },
	};
	size_t i, count = 0;

	for (i = 0; i < FILEFRAG_TEXT_FLAGS; i++)
		if (flags & names[i].flag)
			words[count++] = names[i].word;
	return count;
}

static void print_number(const struct filefrag_text *t, int width, uint64_t value)
{
	if (t->hex)
		fprintf(t->out, "%*" PRIx64, width, value);
	else
		fprintf(t->out, "%*" PRIu64, width, value);
}

static void print_range(const struct filefrag_text *t, int width, uint64_t first, uint64_t last)
{
	putc(' ', t->out);
	print_number(t, width, first);
	fputs("..", t->out);
	print_number(t, width, last);
	putc(':', t->out);
}

/*
 * The peer joins what was expected and the words, each with a comma, cuts off
 * the last byte and adds ",eof": without a word that takes a blank away.
 */
static void print_flags(const struct filefrag_text *t, const struct fiemap_row *row,
			unsigned shift)
{
	const char *words[FILEFRAG_TEXT_FLAGS];
	size_t count = filefrag_text_flags(row->flags, words), i;

	putc(' ', t->out);
	if (row->expected) {
		print_number(t, t->physical_width, row->expected >> shift);
		putc(':', t->out);
	} else {
		fprintf(t->out, "%*s", t->physical_width + 1, "");
	}
	for (i = 0; i < count; i++)
		fprintf(t->out, "%c%s", i ? ',' : ' ', words[i]);
	fputs(row->flags & FIEMAP_EOF ? ",eof\n" : "\n", t->out);
}

static void print_row(const struct filefrag_text *t, size_t index, const struct fiemap_row *row)
{
	/* places inside a block are given in bytes */
	unsigned shift = row->flags & FIEMAP_INLINE ? 0 : t->shift;
	uint64_t logical = row->logical >> shift, physical = row->physical >> shift;
	uint64_t more = (row->len - 1) >> shift;

	fprintf(t->out, "%4zu:", index);
	print_range(t, t->logical_width, logical, logical + more);
	print_range(t, t->physical_width, physical, physical + more);
	putc(' ', t->out);
	print_number(t, 6, row->len >> shift);
	putc(':', t->out);
	print_flags(t, row, shift);
}

static void print_rows(const struct filefrag_text *t, const struct fiemap_vec *rows)
{
	size_t i;

	if (!rows->count)
		return;
	fprintf(t->out, " ext: %*s %*s length: %*s flags:\n", 2 * t->logical_width + 3,
		"logical_offset:", 2 * t->physical_width + 3, "physical_offset:",
		t->physical_width + 1, "expected:");
	for (i = 0; i < rows->count; i++)
		print_row(t, i, &rows->item[i]);
}

/*
 * The peer takes a file that is not in extents, so also one inside its inode,
 * for one of ext2, and then says more of the volume, if it is the first.
 */
static void print_volume(const struct filefrag_text *t, const struct file *file)
{
	bool ext2 = (file->kind == FILE_REGULAR || file->kind == FILE_DIRECTORY) &&
		    (file->block_mapped || file->inline_data);

	fputs("Filesystem type is: " MAGIC "\n", t->out);
	if (ext2)
		fprintf(t->out, "Filesystem cylinder groups approximately %" PRIu64 "\n",
			checked_div_up(t->blocks, 8 * (uint64_t)t->block));
}

void filefrag_text_file(struct filefrag_text *t, const char *path, const struct file *file,
			const struct fiemap_vec *rows)
{
	uint64_t blocks = checked_div_up(file->size, t->block);
	uint64_t found = fiemap_extents_found(rows);

	widen(&t->logical_width, blocks);
	if (t->verbose) {
		if (!t->begun)
			print_volume(t, file);
		/* one block is one, though it is many units */
		fprintf(t->out, "File size of %s is %" PRIu64 " (%" PRIu64 " block%s of %u bytes)\n",
			path, file->size, blocks * t->block >> t->shift, blocks == 1 ? "" : "s",
			1U << t->shift);
		print_rows(t, rows);
	}
	t->begun = true;
	fprintf(t->out, "%s: %" PRIu64 " extent%s found\n", path, found, found == 1 ? "" : "s");
}
