/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "cmd/freefrag.h"

/*
 * The rows of the peer's histogram: row r > 0 holds extents of 2^(r-1) up to
 * 2^r blocks, and the last one all that are larger.
 */
#define ROWS 32

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? (double)part * 100 / (double)whole : 0;
}

static void print_chunks(FILE *out, const struct volume *v, const struct freehist *h)
{
	uint64_t chunk = h->options.chunk;
	uint64_t total = checked_div_up(v->size, chunk);

	fprintf(out, "\nChunksize: %" PRIu64 " bytes (%" PRIu64 " blocks)\n", chunk,
		chunk / v->block_bytes);
	fprintf(out, "Total chunks: %" PRIu64 "\nFree chunks: %" PRIu64 " (%0.1f%%)\n", total,
		h->chunks, percent(h->chunks, total));
}

/* The upper bound stays in the unit of the lower one: 512K... 1024K-. */
static void print_row(FILE *out, unsigned row, const struct volume *v, uint64_t extents,
		      uint64_t bytes, uint64_t all)
{
	static const char units[] = "KMGTPE";
	uint64_t start = (uint64_t)v->block_bytes / 1024 << (row - 1);
	size_t unit = 0;
	char end[32];

	for (; start >= 1024; unit++)
		start /= 1024;
	if (row == ROWS - 1)
		strcpy(end, "max ");
	else
		snprintf(end, sizeof(end), "%5" PRIu64 "%c-", 2 * start, units[unit]);
	fprintf(out, "%5" PRIu64 "%c...%7s  :  %12" PRIu64 "  %12" PRIu64 "  %6.2f%%\n", start,
		units[unit], end, extents, bytes / v->block_bytes, percent(bytes, all));
}

static void print_histogram(FILE *out, const struct volume *v, const struct freehist *h)
{
	unsigned class = log2hist_class(v->block_bytes);
	uint64_t extents, bytes;
	unsigned row;

	fprintf(out, "\nHISTOGRAM OF FREE EXTENT SIZES:\n");
	fprintf(out, "%s :  %12s  %12s  %7s\n", "Extent Size Range", "Free extents",
		"Free Blocks", "Percent");
	for (row = 1; row < ROWS; row++, class++) {
		extents = h->hist.count[class];
		bytes = h->hist.sum[class];
		while (row == ROWS - 1 && ++class < LOG2HIST_CLASSES) {
			extents += h->hist.count[class];
			bytes += h->hist.sum[class];
		}
		if (extents)
			print_row(out, row, v, extents, bytes, h->bytes);
	}
}

void freefrag_text(FILE *out, const char *name, const struct volume *v,
		   const struct freehist *h)
{
	uint64_t blocks = v->size / v->block_bytes;
	uint64_t free_blocks = h->bytes / v->block_bytes;
	uint64_t kib = v->block_bytes / 1024;

	fprintf(out, "Device: %s\nBlocksize: %" PRIu32 " bytes\n", name, v->block_bytes);
	fprintf(out, "Total blocks: %" PRIu64 "\nFree blocks: %" PRIu64 " (%0.1f%%)\n", blocks,
		free_blocks, percent(free_blocks, blocks));
	if (h->options.chunk)
		print_chunks(out, v, h);
	/* the blank after the first KB is the peer's */
	fprintf(out, "\nMin. free extent: %" PRIu64 " KB \nMax. free extent: %" PRIu64
		" KB\nAvg. free extent: %" PRIu64 " KB\nNum. free extent: %" PRIu64 "\n",
		h->shortest / 1024, h->longest.len / 1024,
		freehist_mean(h) / v->block_bytes * kib, h->extents);
	print_histogram(out, v, h);
}
