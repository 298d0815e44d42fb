/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jtime IMAGE SECONDS: gives the commit blocks in a filesystem's journal fixed times, five seconds apart, and
 * mends their checksums. debugfs stamps the transactions that it writes with the time of day, so two builds of
 * one image would differ.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ext2fs/ext2fs.h>

#include "common/die.h"

#define JOURNAL_MAGIC 0xc03b3998u
#define TYPE_COMMIT 2u
#define TYPE_SUPER_V2 4u
#define INCOMPAT_CSUM_V2 0x08u
#define INCOMPAT_CSUM_V3 0x10u
#define AT_INCOMPAT 40		/* in the journal's superblock */
#define AT_UUID 48
#define AT_CHECKSUM 16		/* in a commit block */
#define AT_SECONDS 48
#define AT_NANOSECONDS 56
#define STEP 5u			/* seconds between commits */

struct journal {
	ext2_filsys fs;
	ext2_ino_t ino;
	unsigned char *buf;	/* one block */
	int checksums;
	uint32_t seed;
};

static uint32_t get_be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put_be32(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)(v >> 24);
	p[1] = (unsigned char)(v >> 16);
	p[2] = (unsigned char)(v >> 8);
	p[3] = (unsigned char)v;
}

/* Reads a block of the journal into j->buf and returns its place, or 0 if there is none. */
static blk64_t read_block(struct journal *j, blk64_t lblk)
{
	blk64_t pblk = 0;

	die_on(ext2fs_bmap2(j->fs, j->ino, NULL, NULL, 0, lblk, NULL, &pblk), "mapping the journal");
	if (pblk)
		die_on(io_channel_read_blk64(j->fs->io, pblk, 1, j->buf), "reading the journal");
	return pblk;
}

static void read_super(struct journal *j)
{
	uint32_t incompat;

	if (!read_block(j, 0) || get_be32(j->buf) != JOURNAL_MAGIC || get_be32(j->buf + 4) != TYPE_SUPER_V2)
		die("the journal has no superblock of version 2");
	incompat = get_be32(j->buf + AT_INCOMPAT);
	j->checksums = (incompat & (INCOMPAT_CSUM_V2 | INCOMPAT_CSUM_V3)) != 0;
	j->seed = ext2fs_crc32c_le(UINT32_MAX, j->buf + AT_UUID, 16);
}

static void set_time(struct journal *j, blk64_t pblk, uint32_t seconds)
{
	put_be32(j->buf + AT_SECONDS, 0);
	put_be32(j->buf + AT_SECONDS + 4, seconds);
	put_be32(j->buf + AT_NANOSECONDS, 0);
	if (j->checksums) {
		put_be32(j->buf + AT_CHECKSUM, 0);
		put_be32(j->buf + AT_CHECKSUM, ext2fs_crc32c_le(j->seed, j->buf, j->fs->blocksize));
	}
	die_on(io_channel_write_blk64(j->fs->io, pblk, 1, j->buf), "writing the journal");
}

int main(int argc, char **argv)
{
	struct journal j = { 0 };
	struct ext2_inode inode;
	uint32_t seconds;
	blk64_t i, n, pblk;

	if (argc != 3)
		die("usage: jtime IMAGE SECONDS");
	seconds = (uint32_t)die_number(argv[2], 1, INT32_MAX, "SECONDS");
	initialize_ext2_error_table();
	die_on(ext2fs_open2(argv[1], "", EXT2_FLAG_RW | EXT2_FLAG_64BITS, 0, 0, unix_io_manager, &j.fs), argv[1]);
	j.ino = j.fs->super->s_journal_inum;
	j.buf = die_realloc(NULL, 1, j.fs->blocksize);
	die_on(ext2fs_read_inode(j.fs, j.ino, &inode), "reading the journal's inode");
	read_super(&j);
	n = EXT2_I_SIZE(&inode) / j.fs->blocksize;
	for (i = 1; i < n; i++) {
		pblk = read_block(&j, i);
		if (pblk && get_be32(j.buf) == JOURNAL_MAGIC && get_be32(j.buf + 4) == TYPE_COMMIT) {
			set_time(&j, pblk, seconds);
			seconds += STEP;
		}
	}
	free(j.buf);
	/* nothing but journal blocks has changed: no superblock is written */
	die_on(ext2fs_close_free(&j.fs), "closing");
	return 0;
}
