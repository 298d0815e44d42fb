/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_dir: the entries of a directory: from its blocks, or from its inode. */
#ifndef FS_EXT_EXT_DIR_H
#define FS_EXT_EXT_DIR_H

#include "fs/ext/ext.h"
#include "model/file.h"
#include "model/name.h"

/*
 * The each_entry of struct fs_backend: calls fn for each entry in use but "."
 * and "..", in the order in which they lie in the directory (ascending logical
 * block). `dir` must have its records, or say where its inline data lie.
 *
 * What is wrong in the directory becomes a finding, and the rest of it is still
 * walked: after a broken record the rest of that block is left out, since
 * nothing shows where the next record begins; an entry whose numbers or name
 * cannot be right is left out alone. Keeps no state between calls. 0, fn's
 * answer, or ERR_NOMEM.
 */
int ext_dir_entries(struct fs *fs, const struct file *dir, struct findings *findings,
		    fs_name_fn *fn, void *ctx, struct err *err);

#endif
