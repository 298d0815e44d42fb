/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ext_io: an io_manager of libext2fs that reads through a struct image. */
#ifndef FS_EXT_EXT_IO_H
#define FS_EXT_EXT_IO_H

#include <ext2fs/ext2fs.h>

#include "image/image.h"

/* Room for the text of ext_io_name(). */
#define EXT_IO_NAME 32

/* The manager to give to ext2fs_open2(); writing through it fails with EROFS. */
extern const io_manager ext_io_manager;

/*
 * The "device name" by which ext_io_manager finds img: libext2fs hands a
 * manager nothing but a name. img must outlive the open filesystem.
 */
const char *ext_io_name(struct image *img, char name[EXT_IO_NAME]);

#endif
