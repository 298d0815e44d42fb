/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plant IMAGE SECONDS: puts files of given shapes into a fresh filesystem, as a recipe on standard input says.
 * SECONDS is the time that new inodes get. Contents stay holes. A line is a command; words are separated by one
 * blank, and \xHH in a word is that byte; # begins a comment line. A path begins with a slash. Blocks of a file's
 * extent tree are taken when the next file begins, so "at" and "skip" for a file stand behind its own line.
 *
 *   at BLOCK | skip BLOCKS           where the next blocks are taken: at a block, or that many further
 *   file PATH SIZE                   a file with an extent tree; its blocks follow in lines x, u and r
 *   mapped PATH SIZE                 a file with a block map; as above
 *   x LBLK LEN | u LBLK LEN          LEN blocks in one piece, written or unwritten, as the logical blocks from LBLK
 *   r LBLK LEN                       LEN blocks in one piece, in reverse order
 *   every LBLK COUNT STEP GAP        COUNT records of one block, each STEP logical blocks on, GAP blocks in between
 *   k LBLK LEN                       LEN blocks as the kernel lays out a mapped file: indirect blocks among them
 *   inline PATH SIZE                 a file in its inode
 *   dir PATH | bigdir PATH COUNT MIN MAX RUN    see common/newnode.h, common/bigdir.h
 *   symlink PATH TARGET | link PATH OLD | special PATH TYPE MAJOR MINOR
 *   owner PATH UID GID | project PATH ID | flags PATH NUMBER
 *   times PATH ATIME MTIME CTIME CRTIME
 *   xattr PATH NAME SIZE | share PATH OTHER
 *   delete PATH keep|clear
 *   mmp                              multiple mount protection, clean
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ext2fs/ext2fs.h>

#include "common/bigdir.h"
#include "common/die.h"
#include "common/editnode.h"
#include "common/extree.h"
#include "common/groups.h"
#include "common/newnode.h"
#include "common/place.h"

#define MAX_WORDS 7
#define MMP_INTERVAL 5		/* seconds, as mke2fs has it */

struct plant {
	struct place place;
	struct newnode file;		/* the one that is being made, if path */
	char *path;
	uint64_t size;
	bool extents;
	struct extree_extent *map;
	size_t n, cap;
};

static uint64_t number(const char *text)
{
	return die_number(text, 0, UINT64_MAX, "recipe");
}

static uint32_t small(const char *text)
{
	return (uint32_t)die_number(text, 0, UINT32_MAX, "recipe");
}

static int64_t seconds(const char *text)
{
	return text[0] == '-' ? -(int64_t)small(text + 1) : (int64_t)die_number(text, 0, INT64_MAX, "recipe");
}

static ext2_ino_t find(struct plant *p, const char *path)
{
	return newnode_find(p->place.fs, path);
}

static void finish_file(struct plant *p)
{
	if (!p->path)
		return;
	newnode_map(&p->place, &p->file, p->size, p->map, p->n, p->extents);
	newnode_enter(p->place.fs, p->path, p->file.ino, LINUX_S_IFREG);
	free(p->path);
	p->path = NULL;
}

static void start_file(struct plant *p, char **w, bool extents)
{
	p->file = newnode_start(p->place.fs, LINUX_S_IFREG | 0644);
	p->path = strdup(w[1]);
	if (!p->path)
		die("out of memory");
	p->size = number(w[2]);
	p->extents = extents;
	p->n = 0;
}

static void add_record(struct plant *p, uint64_t lblk, uint64_t len, uint64_t pblk, bool unwritten)
{
	if (p->n == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 64;
		p->map = die_realloc(p->map, p->cap, sizeof(*p->map));
	}
	p->map[p->n++] = (struct extree_extent){ (uint32_t)lblk, (uint32_t)len, pblk, unwritten };
}

/* One piece, in as many records as it needs. */
static void piece(struct plant *p, char **w, bool unwritten)
{
	uint64_t lblk = number(w[1]), len = number(w[2]), pblk, part;
	uint64_t max = EXTREE_MAX_LEN - (unwritten ? 1 : 0);

	for (pblk = place_take(&p->place, len); len; len -= part, lblk += part, pblk += part) {
		part = len < max ? len : max;
		add_record(p, lblk, part, pblk, unwritten);
	}
}

static void cmd_at(struct plant *p, char **w)
{
	p->place.cursor = number(w[1]);
}

static void cmd_skip(struct plant *p, char **w)
{
	p->place.cursor += number(w[1]);
}

static void cmd_file(struct plant *p, char **w)
{
	start_file(p, w, true);
}

static void cmd_mapped(struct plant *p, char **w)
{
	start_file(p, w, false);
}

static void cmd_x(struct plant *p, char **w)
{
	piece(p, w, false);
}

static void cmd_u(struct plant *p, char **w)
{
	piece(p, w, true);
}

static void cmd_r(struct plant *p, char **w)
{
	uint64_t i, len = number(w[2]), first = place_take(&p->place, len);

	for (i = 0; i < len; i++)
		add_record(p, number(w[1]) + i, 1, first + len - 1 - i, false);
}

static void cmd_every(struct plant *p, char **w)
{
	uint64_t i, lblk = number(w[1]), count = number(w[2]), step = number(w[3]), gap = number(w[4]);

	for (i = 0; i < count; i++) {
		add_record(p, lblk + i * step, 1, place_take(&p->place, 1), false);
		p->place.cursor += gap;
	}
}

/* How many indirect blocks stand in front of a logical block, which is the first that they map. */
static uint64_t indirect_before(uint64_t lblk, uint64_t per)
{
	uint64_t at = lblk - EXT2_NDIR_BLOCKS;

	if (lblk < EXT2_NDIR_BLOCKS || at % per)
		return 0;
	if (at < per || (at - per) % (per * per))
		return 1;
	at -= per;
	return at == per * per ? 3 : 2;
}

static void cmd_k(struct plant *p, char **w)
{
	uint64_t lblk = number(w[1]), end = lblk + number(w[2]), next, gap, pblk, per = p->place.fs->blocksize / 4;

	for (; lblk < end; lblk = next) {
		for (next = lblk + 1; next < end && !indirect_before(next, per);)
			next++;
		gap = indirect_before(lblk, per);
		pblk = place_take(&p->place, gap + next - lblk);
		if (gap)
			ext2fs_unmark_block_bitmap_range2(p->place.fs->block_map, pblk, (unsigned int)gap);
		add_record(p, lblk, next - lblk, pblk + gap, false);
	}
}

static void cmd_inline(struct plant *p, char **w)
{
	newnode_inline(p->place.fs, w[1], number(w[2]));
}

static void cmd_dir(struct plant *p, char **w)
{
	newnode_dir(p->place.fs, w[1]);
}

static void cmd_bigdir(struct plant *p, char **w)
{
	bigdir_make(&p->place, w[1], small(w[2]), small(w[3]), small(w[4]), small(w[5]));
}

static void cmd_symlink(struct plant *p, char **w)
{
	newnode_symlink(p->place.fs, w[1], w[2]);
}

static void cmd_link(struct plant *p, char **w)
{
	ext2_ino_t ino = find(p, w[2]);

	newnode_count(p->place.fs, ino, +1);
	newnode_enter(p->place.fs, w[1], ino, LINUX_S_IFREG);
}

static void cmd_special(struct plant *p, char **w)
{
	newnode_special(p->place.fs, w[1], w[2][0], small(w[3]), small(w[4]));
}

static void cmd_owner(struct plant *p, char **w)
{
	editnode_owner(p->place.fs, find(p, w[1]), small(w[2]), small(w[3]));
}

static void cmd_project(struct plant *p, char **w)
{
	editnode_project(p->place.fs, find(p, w[1]), small(w[2]));
}

static void cmd_flags(struct plant *p, char **w)
{
	editnode_flags(p->place.fs, find(p, w[1]), small(w[2]));
}

static void cmd_times(struct plant *p, char **w)
{
	struct editnode_times t = { seconds(w[2]), seconds(w[3]), seconds(w[4]), seconds(w[5]), 123456789 };

	editnode_times(p->place.fs, find(p, w[1]), &t);
}

static void cmd_xattr(struct plant *p, char **w)
{
	editnode_xattr(p->place.fs, find(p, w[1]), w[2], number(w[3]));
}

static void cmd_share(struct plant *p, char **w)
{
	editnode_share(p->place.fs, find(p, w[1]), find(p, w[2]));
}

static void cmd_delete(struct plant *p, char **w)
{
	editnode_delete(p->place.fs, w[1], strcmp(w[2], "keep") == 0);
}

/* The library would write the host's name and the image's path into the block. */
static void cmd_mmp(struct plant *p, char **w)
{
	ext2_filsys fs = p->place.fs;
	struct mmp_struct *mmp = die_realloc(NULL, 1, fs->blocksize);
	blk64_t block = place_take(&p->place, 1);

	(void)w;
	memset(mmp, 0, fs->blocksize);
	mmp->mmp_magic = ext2fs_cpu_to_le32(EXT4_MMP_MAGIC);
	mmp->mmp_seq = ext2fs_cpu_to_le32(EXT4_MMP_SEQ_CLEAN);
	mmp->mmp_check_interval = ext2fs_cpu_to_le16(MMP_INTERVAL);
	ext2fs_set_feature_mmp(fs->super);
	fs->super->s_mmp_block = block;
	fs->super->s_mmp_update_interval = MMP_INTERVAL;
	die_on(ext2fs_mmp_csum_set(fs, mmp), "MMP checksum");
	die_on(io_channel_write_blk64(fs->io, block, 1, mmp), "writing the MMP block");
	fs->flags |= EXT2_FLAG_SKIP_MMP;
	free(mmp);
}

static const struct command {
	const char *name;
	int words;			/* that follow */
	bool of_file;			/* the file that is being made goes on */
	void (*run)(struct plant *p, char **w);
} commands[] = {
	{ "x", 2, true, cmd_x }, { "u", 2, true, cmd_u }, { "r", 2, true, cmd_r },
	{ "every", 4, true, cmd_every }, { "k", 2, true, cmd_k },
	{ "at", 1, true, cmd_at }, { "skip", 1, true, cmd_skip },
	{ "file", 2, false, cmd_file }, { "mapped", 2, false, cmd_mapped }, { "inline", 2, false, cmd_inline },
	{ "dir", 1, false, cmd_dir }, { "bigdir", 5, false, cmd_bigdir },
	{ "symlink", 2, false, cmd_symlink }, { "link", 2, false, cmd_link }, { "special", 4, false, cmd_special },
	{ "owner", 3, false, cmd_owner }, { "project", 2, false, cmd_project }, { "flags", 2, false, cmd_flags },
	{ "times", 5, false, cmd_times }, { "xattr", 3, false, cmd_xattr }, { "share", 2, false, cmd_share },
	{ "delete", 2, false, cmd_delete }, { "mmp", 0, false, cmd_mmp },
};

static unsigned int hex(char c)
{
	return (unsigned int)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

/* Replaces \xHH in place. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++, to++) {
		if (s[0] == '\\' && s[1] == 'x' && isxdigit((unsigned char)s[2]) && isxdigit((unsigned char)s[3])) {
			*to = (char)(hex(s[2]) << 4 | hex(s[3]));
			s += 3;
		} else {
			*to = *s;
		}
	}
	*to = 0;
}

static void run_line(struct plant *p, char *line)
{
	char *words[MAX_WORDS + 1], *rest;
	size_t i;
	int n = 0;

	for (words[0] = strtok_r(line, " \n", &rest); n < MAX_WORDS && words[n]; words[n] = strtok_r(NULL, " \n", &rest))
		unescape(words[n++]);
	if (n == 0 || words[0][0] == '#')
		return;
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		if (strcmp(commands[i].name, words[0]) == 0)
			break;
	}
	if (i == sizeof(commands) / sizeof(*commands) || commands[i].words != n - 1)
		die("recipe: there is no command '%s' with %d words", words[0], n - 1);
	if (!commands[i].of_file)
		finish_file(p);
	commands[i].run(p, words);
}

int main(int argc, char **argv)
{
	struct plant p = { 0 };
	char *line = NULL;
	size_t cap = 0;

	if (argc != 3)
		die("usage: plant IMAGE SECONDS < RECIPE");
	p.place.fs = groups_open(argv[1], (time_t)die_number(argv[2], 1, INT32_MAX, "SECONDS"));
	p.place.cursor = p.place.fs->super->s_first_data_block;
	while (getline(&line, &cap, stdin) > 0)
		run_line(&p, line);
	if (ferror(stdin))
		die("recipe: %s", strerror(errno));
	finish_file(&p);
	groups_recount(p.place.fs);
	groups_close(p.place.fs);
	free(p.map);
	free(line);
	return 0;
}
