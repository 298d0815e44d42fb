/* SPDX-License-Identifier: GPL-2.0-or-later */
/* probe: what libblkid says is in an image. */
#ifndef FS_PROBE_H
#define FS_PROBE_H

#include "base/vec.h"
#include "image/image.h"

struct probe_type {
	char name[32];		/* libblkid's name: "ext4", "xfs", "swap", "crypto_LUKS" */
};

VEC_DEFINE(probe_types, struct probe_type);

/*
 * Lists the types whose signatures are in the image: filesystems alone, or,
 * when there is none, whatever else there is (swap, RAID, LVM, LUKS). 0 and
 * *types (probe_types_free() releases it; empty when nothing is recognised or
 * the image has no descriptor), or ERR_IO, ERR_NOMEM.
 */
int probe_image(struct image *img, struct probe_types *types, struct err *err);

#endif
