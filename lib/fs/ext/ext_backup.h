/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_backup: finds a backup superblock when the primary one is unusable. */
#ifndef FS_EXT_EXT_BACKUP_H
#define FS_EXT_EXT_BACKUP_H

#include "fs/ext/ext_super.h"

/*
 * Looks first where mke2fs puts backups for each block and cluster size, then
 * through the start of the image. A find counts only when its numbers are
 * sound, its checksum is right and it lies where a group of its own volume
 * begins, so that an image stored inside the volume is not taken for it.
 * 0 and *super, or ERR_NOT_FOUND; read errors on the way count as nothing found.
 */
int ext_backup_find(struct image *img, struct ext_super *super);

#endif
