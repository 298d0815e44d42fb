/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: taking free blocks, see place.h.
 */
#include "place.h"

#include <errno.h>

#include "die.h"

blk64_t place_take(struct place *p, blk64_t len)
{
	blk64_t last = ext2fs_blocks_count(p->fs->super) - 1, end = 0;
	errcode_t err;

	for (;; p->cursor = end) {
		die_on(ext2fs_find_first_zero_block_bitmap2(p->fs->block_map, p->cursor, last, &p->cursor),
		       "looking for free blocks");
		err = ext2fs_find_first_set_block_bitmap2(p->fs->block_map, p->cursor, last, &end);
		if (err == ENOENT)
			end = last + 1;
		else
			die_on(err, "looking for used blocks");
		if (end - p->cursor >= len)
			break;
	}
	ext2fs_mark_block_bitmap_range2(p->fs->block_map, p->cursor, (unsigned int)len);
	p->cursor += len;
	return p->cursor - len;
}

blk64_t place_near(struct place *p, blk64_t goal)
{
	struct place near = { p->fs, goal };

	return place_take(&near, 1);
}
