/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: the extent tree of a file, from the leaves up to the root, see extree.h.
 */
#include "extree.h"

#include <stdlib.h>
#include <string.h>
#include <ext2fs/ext3_extents.h>

#include "die.h"

#define ROOT_ENTRIES 4u			/* i_block holds a header and four entries */

struct builder {
	ext2_filsys fs;
	ext2_ino_t ino;
	const uint64_t *nodes;		/* the next node block to use */
	char *buf;			/* one block */
};

/* Both kinds of entries and the header are 12 bytes each. */
static size_t per_node(const struct struct_ext2_filsys *fs)
{
	return (fs->blocksize - sizeof(struct ext3_extent_header)) / sizeof(struct ext3_extent);
}

size_t extree_nodes(const struct struct_ext2_filsys *fs, size_t n)
{
	size_t sum = 0;

	while (n > ROOT_ENTRIES) {
		n = (n + per_node(fs) - 1) / per_node(fs);
		sum += n;
	}
	return sum;
}

static void put_leaf(struct ext3_extent *e, const struct extree_extent *x)
{
	if (x->len == 0 || x->len > EXTREE_MAX_LEN - (x->unwritten ? 1 : 0))
		die("an extent of %u blocks", x->len);
	e->ee_block = ext2fs_cpu_to_le32(x->lblk);
	e->ee_len = ext2fs_cpu_to_le16((uint16_t)(x->len + (x->unwritten ? EXTREE_MAX_LEN : 0)));
	e->ee_start = ext2fs_cpu_to_le32((uint32_t)x->pblk);
	e->ee_start_hi = ext2fs_cpu_to_le16((uint16_t)(x->pblk >> 32));
}

static void put_index(struct ext3_extent_idx *e, const struct extree_extent *x)
{
	e->ei_block = ext2fs_cpu_to_le32(x->lblk);
	e->ei_leaf = ext2fs_cpu_to_le32((uint32_t)x->pblk);
	e->ei_leaf_hi = ext2fs_cpu_to_le16((uint16_t)(x->pblk >> 32));
	e->ei_unused = 0;
}

/* One node: header and n entries; depth 0 is a leaf, above it x->pblk is the child's block. */
static void fill_node(void *node, size_t max, unsigned int depth, const struct extree_extent *x, size_t n)
{
	struct ext3_extent_header *eh = node;
	size_t i;

	eh->eh_magic = ext2fs_cpu_to_le16(EXT3_EXT_MAGIC);
	eh->eh_entries = ext2fs_cpu_to_le16((uint16_t)n);
	eh->eh_max = ext2fs_cpu_to_le16((uint16_t)max);
	eh->eh_depth = ext2fs_cpu_to_le16((uint16_t)depth);
	eh->eh_generation = 0;
	for (i = 0; i < n; i++) {
		if (depth == 0)
			put_leaf((struct ext3_extent *)(eh + 1) + i, &x[i]);
		else
			put_index((struct ext3_extent_idx *)(eh + 1) + i, &x[i]);
	}
}

static void write_node(struct builder *b, unsigned int depth, const struct extree_extent *x, size_t n)
{
	memset(b->buf, 0, b->fs->blocksize);
	fill_node(b->buf, per_node(b->fs), depth, x, n);
	die_on(ext2fs_extent_block_csum_set(b->fs, b->ino, (struct ext3_extent_header *)(void *)b->buf),
	       "extent block checksum");
	die_on(io_channel_write_blk64(b->fs->io, *b->nodes++, 1, b->buf), "writing an extent block");
}

/* Writes the n entries of one level into nodes; up[] becomes the entries of the level above. Returns their number. */
static size_t write_level(struct builder *b, unsigned int depth, const struct extree_extent *x, size_t n,
			  struct extree_extent *up)
{
	size_t i, part, count = 0;

	for (i = 0; i < n; i += part) {
		part = n - i < per_node(b->fs) ? n - i : per_node(b->fs);
		/* up may be x itself: the entry written here has been read already */
		struct extree_extent entry = { .lblk = x[i].lblk, .pblk = *b->nodes };

		write_node(b, depth, x + i, part);
		up[count++] = entry;
	}
	return count;
}

void extree_write(ext2_filsys fs, ext2_ino_t ino, struct ext2_inode *inode, const struct extree_extent *v, size_t n,
		  const uint64_t *nodes)
{
	struct builder b = { fs, ino, nodes, die_realloc(NULL, 1, fs->blocksize) };
	struct extree_extent *level = NULL;
	unsigned int depth = 0;

	if (n > ROOT_ENTRIES)
		level = die_realloc(NULL, n / per_node(fs) + 1, sizeof(*level));
	while (n > ROOT_ENTRIES) {
		n = write_level(&b, depth++, v, n, level);
		v = level;
	}
	memset(inode->i_block, 0, sizeof(inode->i_block));
	fill_node(inode->i_block, ROOT_ENTRIES, depth, v, n);
	free(level);
	free(b.buf);
}
