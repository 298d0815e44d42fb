/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_features: the feature bits of an ext superblock by name and class. */
#ifndef FS_EXT_EXT_FEATURES_H
#define FS_EXT_EXT_FEATURES_H

#include "fs/ext/ext_super.h"

/*
 * Appends each feature of the superblock, in the order in which dumpe2fs
 * prints them. Bits without a name are called FEATURE_C9, FEATURE_I21,
 * FEATURE_R30 as e2fsprogs does. 0 or ERR_NOMEM.
 */
int ext_features_list(const struct ext_super *super, struct feature_vec *features);

/*
 * The first feature that a reader must understand and that has no name here,
 * or NULL.
 */
const struct feature *ext_features_unreadable(const struct feature_vec *features);

#endif
