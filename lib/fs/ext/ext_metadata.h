/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_metadata: the fixed parts of an ext volume as owners. */
#ifndef FS_EXT_EXT_METADATA_H
#define FS_EXT_EXT_METADATA_H

#include "fs/ext/ext.h"

/* The metadata of struct fs_backend. */
int ext_metadata_list(struct fs *fs, struct owner_vec *owners);

/*
 * What statfs(2) leaves out of the size of the volume, in bytes: as the
 * superblock notes it, or as the kernel counts it where it does not.
 */
uint64_t ext_metadata_overhead(const struct ext *ext);

#endif
