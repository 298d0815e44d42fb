/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: direct and indirect blocks, see blockmap.h.
 */
#include "blockmap.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"

struct mapper {
	struct place *place;
	const struct extree_extent *v;
	size_t n;		/* extents that are not yet mapped entirely */
	uint32_t done;		/* blocks of the first of them that are mapped */
	uint64_t indirect;	/* indirect blocks so far */
};

/* The block for the logical block at, or 0 for a hole. */
static uint32_t next_data(struct mapper *m, uint64_t at)
{
	uint32_t pblk;

	if (m->n == 0 || m->v->lblk + m->done != at)
		return 0;
	pblk = (uint32_t)m->v->pblk + m->done;
	if (++m->done == m->v->len) {
		m->v++;
		m->n--;
		m->done = 0;
	}
	return pblk;
}

/* Maps span blocks from at on through an indirect block of that level; level 0 is the data itself. */
static uint32_t map_level(struct mapper *m, unsigned int level, uint64_t at, uint64_t span)
{
	ext2_filsys fs = m->place->fs;
	uint32_t *entries, i, per = fs->blocksize / 4;
	uint64_t goal, part = span / per;
	blk64_t block;

	if (level == 0)
		return next_data(m, at);
	if (m->n == 0 || m->v->lblk + m->done >= at + span)
		return 0;
	goal = m->v->pblk + m->done;
	block = place_near(m->place, goal > level + fs->super->s_first_data_block ? goal - level : goal);
	m->indirect++;
	entries = die_realloc(NULL, per, sizeof(*entries));
	for (i = 0; i < per; i++)
		entries[i] = ext2fs_cpu_to_le32(map_level(m, level - 1, at + i * part, part));
	die_on(io_channel_write_blk64(fs->io, block, 1, entries), "writing an indirect block");
	free(entries);
	return (uint32_t)block;
}

uint64_t blockmap_write(struct place *place, struct ext2_inode *inode, const struct extree_extent *v, size_t n)
{
	struct mapper m = { .place = place, .v = v, .n = n };
	uint64_t at = EXT2_NDIR_BLOCKS, span = 1;
	uint32_t i, level;

	memset(inode->i_block, 0, sizeof(inode->i_block));
	for (i = 0; i < EXT2_NDIR_BLOCKS; i++)
		inode->i_block[i] = next_data(&m, i);
	for (level = 1; level <= 3; level++, i++) {
		span *= place->fs->blocksize / 4;
		inode->i_block[i] = map_level(&m, level, at, span);
		at += span;
	}
	if (m.n)
		die("a block map cannot hold the logical block %u", m.v->lblk + m.done);
	return m.indirect;
}
