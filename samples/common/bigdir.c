/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: directories of many names, see bigdir.h.
 */
#include "bigdir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "newnode.h"

struct bigdir {
	struct place *place;
	struct newnode node;
	struct extree_extent *map;
	size_t extents;
	uint32_t blocks, run;
	char *buf;			/* the block that is being filled */
	uint32_t usable;		/* its bytes without the checksum */
	uint32_t pos;			/* where the next entry begins */
	uint32_t last;			/* where the last one does */
};

static struct ext2_dir_entry *entry_at(struct bigdir *d, uint32_t pos)
{
	return (struct ext2_dir_entry *)(void *)(d->buf + pos);
}

/* The block's last entry reaches to its end; then it goes to disk as the next block of the directory. */
static void flush(struct bigdir *d)
{
	ext2_filsys fs = d->place->fs;
	struct extree_extent *e;
	uint64_t pblk;

	die_on(ext2fs_set_rec_len(fs, d->usable - d->last, entry_at(d, d->last)), "a directory entry");
	if (d->usable < fs->blocksize)
		ext2fs_initialize_dirent_tail(fs, EXT2_DIRENT_TAIL(d->buf, fs->blocksize));
	if (d->blocks % d->run == 0 && d->blocks)
		d->place->cursor++;
	pblk = place_take(d->place, 1);
	die_on(ext2fs_write_dir_block4(fs, pblk, d->buf, 0, d->node.ino), "writing a directory block");
	e = d->extents ? &d->map[d->extents - 1] : NULL;
	if (e && e->pblk + e->len == pblk) {
		e->len++;
	} else {
		d->map = die_realloc(d->map, d->extents + 1, sizeof(*d->map));
		d->map[d->extents++] = (struct extree_extent){ .lblk = d->blocks, .len = 1, .pblk = pblk };
	}
	d->blocks++;
	memset(d->buf, 0, fs->blocksize);
	d->pos = d->last = 0;
}

static void add(struct bigdir *d, const char *name, size_t len, ext2_ino_t ino, int type)
{
	uint32_t size = (uint32_t)(len + 8 + 3) & ~3u;
	struct ext2_dir_entry *e;

	if (d->pos + size > d->usable)
		flush(d);
	e = entry_at(d, d->pos);
	e->inode = ino;
	die_on(ext2fs_set_rec_len(d->place->fs, size, e), "a directory entry");
	ext2fs_dirent_set_name_len(e, (int)len);
	ext2fs_dirent_set_file_type(e, type);
	memcpy(e->name, name, len);
	d->last = d->pos;
	d->pos += size;
}

/* Five digits and letters; the lengths go up and down in a fixed pattern. */
static void add_file(struct bigdir *d, uint32_t number, uint32_t min, uint32_t max)
{
	struct newnode node = newnode_start(d->place->fs, LINUX_S_IFREG | 0644);
	uint32_t i, len = min + number * 37 % (max - min + 1);
	char name[EXT2_NAME_LEN + 1];

	snprintf(name, sizeof(name), "%05u", number);
	for (i = 5; i < len; i++)
		name[i] = (char)('a' + (number + i * i) % 26);
	newnode_map(d->place, &node, 0, NULL, 0, ext2fs_has_feature_extents(d->place->fs->super));
	add(d, name, len, node.ino, EXT2_FT_REG_FILE);
}

void bigdir_make(struct place *place, const char *path, uint32_t count, uint32_t min, uint32_t max, uint32_t run)
{
	ext2_filsys fs = place->fs;
	struct bigdir d = { .place = place, .run = run };
	const char *name;
	uint32_t i;

	if (min < 5 || max > EXT2_NAME_LEN || min > max || run == 0)
		die("%s: names of %u to %u bytes", path, min, max);
	d.node = newnode_start(fs, LINUX_S_IFDIR | 0755);
	d.buf = die_realloc(NULL, 1, fs->blocksize);
	memset(d.buf, 0, fs->blocksize);
	d.usable = fs->blocksize;
	if (ext2fs_has_feature_metadata_csum(fs->super))
		d.usable -= (uint32_t)sizeof(struct ext2_dir_entry_tail);
	newnode_write(fs, &d.node);	/* its generation is a part of the blocks' checksums */
	add(&d, ".", 1, d.node.ino, EXT2_FT_DIR);
	add(&d, "..", 2, newnode_parent(fs, path, &name), EXT2_FT_DIR);
	for (i = 1; i <= count; i++)
		add_file(&d, i, min, max);
	flush(&d);
	newnode_map(place, &d.node, (uint64_t)d.blocks * fs->blocksize, d.map, d.extents,
		    ext2fs_has_feature_extents(fs->super));
	newnode_enter(fs, path, d.node.ino, LINUX_S_IFDIR);
	free(d.map);
	free(d.buf);
}
