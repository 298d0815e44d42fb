/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: the history of the aged volume, see history.h. Only this file and alloc.c decide
 * where things lie.
 */
#include "history.h"

#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "die.h"
#include "groups.h"

#define DAY 86400u
#define MOST 91u		/* per cent in use before a batch of files, which is some per cent itself */
#define SEASON 10u		/* days after which the fullness that is kept changes */

void history_init(struct history *h, ext2_filsys fs, uint64_t seed, unsigned int percent)
{
	uint32_t bits = (uint32_t)fs->cluster_ratio_bits;
	struct spans runs = { 0 };
	size_t i;

	*h = (struct history){ .fs = fs, .rnd = { seed } };
	space_init(&h->space, (ext2fs_blocks_count(fs->super) + (1u << bits) - 1) >> bits);
	groups_free_runs(fs, &runs);
	for (i = 0; i < runs.n; i++)
		space_give(&h->space, runs.v[i].start >> bits, ((runs.v[i].len - 1) >> bits) + 1);
	spans_free(&runs);
	h->want_used = h->space.units * percent / 100;
	h->serial = die_realloc(NULL, household_dirs_count, sizeof(*h->serial));
	for (i = 0; i < household_dirs_count; i++)
		h->serial[i] = 1;
}

static void file_free(struct history_file *f)
{
	free(f->v);
	free(f->nodes);
}

void history_free(struct history *h)
{
	size_t i;

	for (i = 0; i < h->n; i++)
		file_free(&h->files[i]);
	free(h->files);
	free(h->serial);
	space_free(&h->space);
}

static const struct household_kind *kind_of(const struct history_file *f)
{
	return household_dirs[f->dir].kind;
}

static uint64_t used(const struct history *h)
{
	return h->space.units - h->space.unused;
}

/* Where a file goes on: behind its end, or in its directory's part of the volume. */
static uint64_t goal(const struct history *h, const struct history_file *f)
{
	if (f->n)
		return (f->v[f->n - 1].pblk + f->v[f->n - 1].len) >> h->fs->cluster_ratio_bits;
	return h->space.units / household_dirs_count * f->dir;
}

static struct span take(struct history *h, struct history_file *f, uint64_t want)
{
	struct span run = alloc_run(&h->space, goal(h, f), want);

	if (run.len == 0)
		die("the volume is full");
	space_take(&h->space, run.start, run.len);
	f->blocks += run.len << h->fs->cluster_ratio_bits;
	return run;
}

/* Adds blocks to the end of a file's map: to its last extent if they follow, else as an extent of their own. */
static void add_extent(struct history_file *f, uint64_t pblk, uint32_t len, bool unwritten)
{
	struct extree_extent *last = f->n ? &f->v[f->n - 1] : NULL;

	if (last && last->pblk + last->len == pblk && last->lblk + last->len == f->end_blk &&
	    last->unwritten == unwritten && last->len + len < EXTREE_MAX_LEN) {
		last->len += len;
	} else {
		f->v = die_realloc(f->v, f->n + 1, sizeof(*f->v));
		f->v[f->n++] = (struct extree_extent){ (uint32_t)f->end_blk, len, pblk, unwritten };
	}
	f->end_blk += len;
}

/* Appends bytes. The tree's nodes are allocated when the tree needs them, so they lie between the data. */
static void append(struct history *h, struct history_file *f, uint64_t bytes, bool unwritten)
{
	uint32_t bits = (uint32_t)h->fs->cluster_ratio_bits;
	uint64_t need;
	struct span run;

	f->size += bytes;
	f->mtime = h->now + (uint32_t)rnd_below(&h->rnd, DAY);
	while (f->end_blk * h->fs->blocksize < f->size) {
		need = (f->size - f->end_blk * h->fs->blocksize - 1) / h->fs->blocksize + 1;
		need = ((need - 1) >> bits) + 1;
		if (need > 8192u >> bits)
			need = 8192u >> bits;
		run = take(h, f, need);
		add_extent(f, run.start << bits, (uint32_t)(run.len << bits), unwritten);
		while (f->n_nodes < extree_nodes(h->fs, f->n)) {
			f->nodes = die_realloc(f->nodes, f->n_nodes + 1, sizeof(*f->nodes));
			f->nodes[f->n_nodes++] = take(h, f, 1).start << bits;
		}
	}
}

/* Leaves a hole behind the file's end. */
static void skip(struct history *h, struct history_file *f, uint64_t clusters)
{
	f->end_blk += clusters << h->fs->cluster_ratio_bits;
	f->size = f->end_blk * h->fs->blocksize;
}

static void grow(struct history *h, struct history_file *f)
{
	const struct household_kind *k = kind_of(f);

	if (k->holes)
		skip(h, f, rnd_below(&h->rnd, 20));
	append(h, f, rnd_octave(&h->rnd, k->grow_lo, k->grow_hi), k->prealloc && rnd_below(&h->rnd, 4) == 0);
}

/* Deletes file i; the last of the list takes its place. */
static void drop(struct history *h, size_t i)
{
	struct history_file *f = &h->files[i];
	uint32_t bits = (uint32_t)h->fs->cluster_ratio_bits;
	size_t k;

	for (k = 0; k < f->n; k++)
		space_give(&h->space, f->v[k].pblk >> bits, f->v[k].len >> bits);
	for (k = 0; k < f->n_nodes; k++)
		space_give(&h->space, f->nodes[k] >> bits, 1);
	file_free(f);
	*f = h->files[--h->n];
}

static struct history_file *create(struct history *h, size_t dir)
{
	const struct household_kind *k = household_dirs[dir].kind;
	struct history_file *f;
	unsigned int words = 0;

	while (words < 6 && k->words[words])
		words++;
	if (h->n == h->cap) {
		h->cap = h->cap ? 2 * h->cap : 256;
		h->files = die_realloc(h->files, h->cap, sizeof(*h->files));
	}
	f = &h->files[h->n++];
	*f = (struct history_file){ .dir = dir, .crtime = h->now, .mtime = h->now };
	snprintf(f->name, sizeof(f->name), "%s-%04u%s", k->words[rnd_below(&h->rnd, words)], h->serial[dir]++,
		 k->suffix);
	return f;
}

/* Deletes files at random, those of much churn first, until no more than limit clusters are in use. */
static void make_room(struct history *h, uint64_t limit)
{
	size_t i;

	while (used(h) > limit && h->n) {
		i = (size_t)rnd_below(&h->rnd, h->n);
		if (rnd_below(&h->rnd, 8) < kind_of(&h->files[i])->churn)
			drop(h, i);
	}
}

/* Some files of one directory, written in turn, so that their blocks mix. */
static void batch(struct history *h, uint64_t limit)
{
	size_t dir = household_pick((unsigned int)rnd_below(&h->rnd, household_weight()));
	const struct household_kind *k = household_dirs[dir].kind;
	size_t i, count = (size_t)rnd_between(&h->rnd, 1, k->batch), first, busy;
	uint64_t left[32], part;

	make_room(h, limit);
	first = h->n;
	for (i = 0; i < count; i++) {
		create(h, dir);
		left[i] = rnd_octave(&h->rnd, k->lo, k->hi);
	}
	do {
		for (i = busy = 0; i < count; i++) {
			part = k->step && k->step < left[i] ? k->step : left[i];
			append(h, &h->files[first + i], part, false);
			left[i] -= part;
			busy += left[i] != 0;
		}
	} while (busy);
}

static void play_day(struct history *h, unsigned int day, uint64_t limit)
{
	const struct household_kind *k;
	unsigned int batches;
	size_t i;

	for (i = h->n; i-- > 0;) {
		k = kind_of(&h->files[i]);
		if (k->flush_days && day % k->flush_days == 0)
			drop(h, i);
	}
	make_room(h, limit);
	for (i = 0; i < h->n; i++) {
		/* a log is put aside after some weeks, a table lives on */
		k = kind_of(&h->files[i]);
		if (k->grow_hi && h->now - h->files[i].crtime < 40 * DAY)
			grow(h, &h->files[i]);
	}
	for (batches = (unsigned int)rnd_between(&h->rnd, 6, 14); batches; batches--)
		batch(h, limit);
}

void history_play(struct history *h, unsigned int days)
{
	uint64_t limit = h->want_used;
	unsigned int day;

	for (day = 0; day < days; day++) {
		h->now = (uint32_t)h->fs->now - (days - day) * DAY;
		if (day % SEASON == 0)
			limit = h->want_used * rnd_between(&h->rnd, 88, 107) / 100;
		if (limit > h->space.units * MOST / 100)
			limit = h->space.units * MOST / 100;
		play_day(h, day + 1, limit);
	}
	while (used(h) < h->want_used)
		batch(h, h->want_used);
	make_room(h, h->want_used);
}
