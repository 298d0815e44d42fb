/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raid5 IMAGE SECONDS: fills the fresh 4 TB ext4 of the RAID5 case until its free extents are exactly those that
 * were measured on the real volume.
 *
 * The free runs are drawn from the measured histogram and spread over the groups; every other block belongs to a
 * file: some dozens of long takes of a video archive, and a hundred frames of 6229688 bytes with the two extents
 * that the faster kernel gave each of them. Metadata are written, contents stay holes of the sparse image.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/die.h"
#include "common/freeplan.h"
#include "common/fsnode.h"
#include "common/groups.h"

#define BLOCKS UINT64_C(976761344)
#define FREE_BLOCKS UINT64_C(235345984)
#define LONGEST 24837u		/* 99348 KB */
#define CLASSES 15
#define TAKES 64
#define FRAMES 100
#define FRAME_SIZE 6229688u
#define FRAME_HEAD 1024u	/* blocks of a frame's first extent */
#define FRAME_TAIL 497u

/* Free extents of 1 block, 2 to 3, 4 to 7 and so on: count and blocks. */
static const uint64_t measured[CLASSES][2] = {
	{ 1858, 1858 },	     { 3415, 8534 },	   { 9952, 54324 },	 { 23884, 288848 },  { 27901, 658130 },
	{ 25761, 1211519 },  { 35863, 3376274 },   { 48643, 9416851 },	 { 150311, 60704033 }, { 244895, 148283666 },
	{ 3970, 5508499 },   { 187, 551835 },	   { 302, 1765912 },	 { 282, 2727162 },   { 42, 788539 },
};

struct archive {
	ext2_filsys fs;
	struct rnd rnd;
	uint32_t now;
	ext2_ino_t take[TAKES];
	ext2_ino_t frame[FRAMES];
};

/* Directories and empty files first, so that what they occupy is no longer free when the free runs are laid out. */
static void make_names(struct archive *a)
{
	dgrp_t step = a->fs->group_desc_count / (TAKES + 1);
	ext2_ino_t top, dir = 0;
	char name[40];
	int i;

	top = fsnode_mkdir(a->fs, 0, 0, "archive");
	for (i = 0; i < TAKES; i++) {
		if (i % 8 == 0) {
			snprintf(name, sizeof(name), "reel-%02d", i / 8 + 1);
			dir = fsnode_mkdir(a->fs, top, step * (dgrp_t)i, name);
		}
		a->take[i] = fsnode_alloc(a->fs, step * (dgrp_t)i);
		snprintf(name, sizeof(name), "take-%02d.mov", i + 1);
		fsnode_link(a->fs, dir, name, a->take[i]);
	}
	dir = fsnode_mkdir(a->fs, 0, step * TAKES, "frames");
	for (i = 0; i < FRAMES; i++) {
		a->frame[i] = fsnode_alloc(a->fs, step * TAKES);
		snprintf(name, sizeof(name), "frame-%04d", i + 1);
		fsnode_link(a->fs, dir, name, a->frame[i]);
	}
}

/* All lengths of the measured histogram, longest first, as freeplan_place wants them. Returns their number. */
static size_t draw_lengths(struct rnd *r, uint64_t **out)
{
	struct freeplan_class c;
	uint64_t sum = 0;
	size_t n = 0, k;
	int i;

	for (i = 0; i < CLASSES; i++)
		n += measured[i][0];
	*out = die_realloc(NULL, n, sizeof(**out));
	for (i = CLASSES, k = 0; i-- > 0; k += c.count) {
		c.lo = UINT64_C(1) << i;
		c.hi = i == CLASSES - 1 ? LONGEST : 2 * c.lo - 1;
		c.count = measured[i][0];
		c.blocks = measured[i][1];
		freeplan_lengths(r, &c, i == CLASSES - 1, *out + k);
		sum += c.blocks;
	}
	if (sum != FREE_BLOCKS)
		die("the histogram has %llu free blocks", (unsigned long long)sum);
	return n;
}

/* The used runs, cut into lengths that an extent can have; ascending, file offsets not yet set. */
static struct extree_extent *cut_extents(const struct spans *used, size_t *n)
{
	struct extree_extent *v = NULL;
	uint64_t pos, left;
	size_t i, cap = 0;
	uint32_t len;

	*n = 0;
	for (i = 0; i < used->n; i++) {
		pos = used->v[i].start;
		for (left = used->v[i].len; left; left -= len, pos += len) {
			len = left < EXTREE_MAX_LEN ? (uint32_t)left : EXTREE_MAX_LEN;
			if (*n == cap) {
				cap = cap ? 2 * cap : 1024;
				v = die_realloc(v, cap, sizeof(*v));
			}
			v[(*n)++] = (struct extree_extent){ .len = len, .pblk = pos };
		}
	}
	return v;
}

/* Takes the first blocks of the first extent from v[*i] on that has more than len. Returns where they start. */
static uint64_t carve(struct extree_extent *v, size_t n, size_t *i, uint32_t len)
{
	uint64_t pblk;

	while (*i < n && v[*i].len <= len)
		(*i)++;
	if (*i == n)
		die("no used run of more than %u blocks is left", len);
	pblk = v[*i].pblk;
	v[*i].pblk += len;
	v[*i].len -= len;
	(*i)++;
	return pblk;
}

static void write_file(struct archive *a, ext2_ino_t ino, uint64_t size, struct extree_extent *v, size_t n,
		       const uint64_t *nodes)
{
	uint32_t age = (uint32_t)rnd_below(&a->rnd, 300 * 86400);
	struct fsnode_file f = { .size = size, .blocks = extree_nodes(a->fs, n), .extents = v, .n = n, .nodes = nodes,
				 .uid = 1000, .links = 1 };
	uint64_t lblk = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		v[i].lblk = (uint32_t)lblk;
		lblk += v[i].len;
	}
	f.blocks += lblk;
	if (f.size == 0)
		f.size = lblk * a->fs->blocksize;
	f.generation = (uint32_t)rnd_next(&a->rnd);
	f.crtime = f.mtime = f.atime = a->now - age;
	fsnode_write(a->fs, ino, &f);
}

static void write_frames(struct archive *a, struct extree_extent *v, size_t n)
{
	struct extree_extent two[2];
	size_t i, at;

	for (i = 0; i < FRAMES; i++) {
		at = n / FRAMES * i;
		two[0] = (struct extree_extent){ .len = FRAME_HEAD, .pblk = carve(v, n, &at, FRAME_HEAD) };
		two[1] = (struct extree_extent){ .len = FRAME_TAIL, .pblk = carve(v, n, &at, FRAME_TAIL) };
		write_file(a, a->frame[i], FRAME_SIZE, two, 2, NULL);
	}
}

/* Shares the extents among the takes, a random part of them to each; the tree's nodes are carved out as well. */
static void write_takes(struct archive *a, struct extree_extent *v, size_t n)
{
	size_t share = n / TAKES, from = 0, to, at, i, k, count;
	uint64_t *nodes, pblk;

	for (i = 0; i < TAKES; i++, from = to) {
		to = i == TAKES - 1 ? n : share * (i + 1) - (size_t)rnd_below(&a->rnd, share / 2);
		count = extree_nodes(a->fs, to - from);
		nodes = die_realloc(NULL, count, sizeof(*nodes));
		at = from;
		pblk = carve(v, to, &at, (uint32_t)count);
		for (k = 0; k < count; k++)
			nodes[k] = pblk + k;
		write_file(a, a->take[i], 0, v + from, to - from, nodes);
		free(nodes);
	}
}

static void fill(struct archive *a)
{
	struct spans rooms = { 0 }, unused = { 0 }, used = { 0 };
	struct extree_extent *v;
	uint64_t *lengths;
	size_t i, n;

	make_names(a);
	groups_free_runs(a->fs, &rooms);
	n = draw_lengths(&a->rnd, &lengths);
	freeplan_place(&a->rnd, &rooms, lengths, n, &unused, &used);
	for (i = 0; i < used.n; i++)
		ext2fs_mark_block_bitmap_range2(a->fs->block_map, used.v[i].start, (unsigned int)used.v[i].len);
	v = cut_extents(&used, &n);
	write_frames(a, v, n);
	write_takes(a, v, n);
	groups_recount(a->fs);
	free(v);
	free(lengths);
	spans_free(&rooms);
	spans_free(&unused);
	spans_free(&used);
}

int main(int argc, char **argv)
{
	struct archive a = { .rnd = { 2010 } };

	if (argc != 3)
		die("usage: raid5 IMAGE SECONDS");
	a.now = (uint32_t)die_number(argv[2], 1, UINT32_MAX, "SECONDS");
	a.fs = groups_open(argv[1], a.now);
	if (ext2fs_blocks_count(a.fs->super) != BLOCKS || a.fs->blocksize != 4096)
		die("%s: not %llu blocks of 4096 bytes", argv[1], (unsigned long long)BLOCKS);
	fill(&a);
	if (ext2fs_free_blocks_count(a.fs->super) != FREE_BLOCKS)
		die("%llu blocks are free", (unsigned long long)ext2fs_free_blocks_count(a.fs->super));
	groups_close(a.fs);
	return 0;
}
