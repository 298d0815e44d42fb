/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * age [-d DAYS] [-f PERCENT] [-s SEED] IMAGE SECONDS: gives a fresh ext4, with or without bigalloc, the look of a
 * volume that has been lived in. SECONDS is the time of the last day.
 *
 * The directories are made first; then common/history.c plays the days in memory, with common/alloc.c as the
 * allocator; then the files that are left are written: inodes, extent trees, names. Their contents stay holes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/die.h"
#include "common/fsnode.h"
#include "common/groups.h"
#include "common/history.h"

#define LINKED 61		/* every so many files have a second name in srv/backup */

struct age {
	ext2_filsys fs;
	struct history history;
	ext2_ino_t *dirs;	/* inodes of household_dirs */
	size_t backup;		/* which of them is srv/backup */
};

/* Index of the directory that holds path, or -1 for the root. */
static long parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t i, len = slash ? (size_t)(slash - path) : 0;

	for (i = 0; slash && i < household_dirs_count; i++) {
		if (strlen(household_dirs[i].path) == len && memcmp(household_dirs[i].path, path, len) == 0)
			return (long)i;
	}
	return -1;
}

static void make_dirs(struct age *a)
{
	dgrp_t groups = a->fs->group_desc_count;
	const char *path, *slash;
	size_t i, n = household_dirs_count;
	long parent;

	a->dirs = die_realloc(NULL, n, sizeof(*a->dirs));
	for (i = 0; i < n; i++) {
		path = household_dirs[i].path;
		slash = strrchr(path, '/');
		parent = parent_of(path);
		a->dirs[i] = fsnode_mkdir(a->fs, parent < 0 ? 0 : a->dirs[parent], (dgrp_t)(groups * i / n),
					  slash ? slash + 1 : path);
		if (strcmp(path, "srv/backup") == 0)
			a->backup = i;
	}
}

/* The extents without what lies behind the file's end in its last cluster. */
static void trim(const struct age *a, struct history_file *f)
{
	uint64_t end = (f->size + a->fs->blocksize - 1) / a->fs->blocksize;
	struct extree_extent *last;

	if (f->n == 0)
		return;
	last = &f->v[f->n - 1];
	if (last->lblk + last->len > end)
		last->len = (uint32_t)(end - last->lblk);
}

/* The second name has a number in front, for files of different directories may be called alike. */
static void link_backup(struct age *a, const char *name, size_t number, ext2_ino_t ino)
{
	char second[64];

	snprintf(second, sizeof(second), "%zu-%s", number, name);
	fsnode_link(a->fs, a->dirs[a->backup], second, ino);
}

static void write_file(struct age *a, size_t number)
{
	struct history_file *h = &a->history.files[number];
	bool linked = number % LINKED == 0;
	ext2_ino_t ino = fsnode_alloc(a->fs, ext2fs_group_of_ino(a->fs, a->dirs[h->dir]));
	struct fsnode_file f = {
		.size = h->size, .blocks = h->blocks, .nodes = h->nodes,
		.crtime = h->crtime, .mtime = h->mtime, .atime = h->mtime,
		.uid = household_dirs[h->dir].uid, .links = linked ? 2 : 1,
	};

	trim(a, h);
	f.extents = h->v;
	f.n = h->n;
	f.generation = (uint32_t)rnd_next(&a->history.rnd);
	fsnode_write(a->fs, ino, &f);
	fsnode_link(a->fs, a->dirs[h->dir], h->name, ino);
	if (linked)
		link_backup(a, h->name, number, ino);
}

/* The history's map becomes the filesystem's. */
static void mark_used(struct age *a)
{
	const struct space *s = &a->history.space;
	uint64_t i;

	for (i = a->fs->super->s_first_data_block >> a->fs->cluster_ratio_bits; i < s->units; i++) {
		if (s->used[i])
			ext2fs_mark_block_bitmap2(a->fs->block_map, i << a->fs->cluster_ratio_bits);
	}
}

/* A short target lies in the inode, a long one in a block of its own. */
static void make_symlinks(struct age *a)
{
	static const char deep[] = "../../home/jonas/src/game/levels/../../../../anna/documents/letters/../taxes";

	die_on(ext2fs_symlink(a->fs, a->dirs[1], 0, "latest", "documents/letters"), "making a symlink");
	die_on(ext2fs_symlink(a->fs, a->dirs[a->backup], 0, "taxes", deep), "making a symlink");
}

static void age(struct age *a, unsigned int days)
{
	struct history *h = &a->history;
	size_t i;

	history_play(h, days);
	mark_used(a);
	for (i = 0; i < h->n; i++)
		write_file(a, i);
	make_symlinks(a);
	groups_recount(a->fs);
}

int main(int argc, char **argv)
{
	unsigned int days = 300, percent = 85;
	uint64_t seed = 1;
	struct age a = { 0 };
	int c;

	while ((c = getopt(argc, argv, "d:f:s:")) != -1) {
		if (c == 'd')
			days = (unsigned int)die_number(optarg, 1, 3000, "DAYS");
		else if (c == 'f')
			percent = (unsigned int)die_number(optarg, 1, 88, "PERCENT");
		else if (c == 's')
			seed = die_number(optarg, 0, UINT64_MAX, "SEED");
		else
			return 2;
	}
	if (argc - optind != 2)
		die("usage: age [-d DAYS] [-f PERCENT] [-s SEED] IMAGE SECONDS");
	a.fs = groups_open(argv[optind], (time_t)die_number(argv[optind + 1], 1, INT32_MAX, "SECONDS"));
	make_dirs(&a);
	history_init(&a.history, a.fs, seed, percent);
	age(&a, days);
	groups_close(a.fs);
	history_free(&a.history);
	free(a.dirs);
	return 0;
}
