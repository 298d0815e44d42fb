/* SPDX-License-Identifier: GPL-2.0-or-later */
/* file: an image that is a plain file or a block device, opened O_RDONLY. */
#ifndef IMAGE_FILE_H
#define IMAGE_FILE_H

#include "image/image.h"

/*
 * Opens path read-only. 0 and *img, which image_close() releases; ERR_IO when
 * the system refuses; ERR_UNSUPPORTED when it is neither a plain file nor a
 * block device, or empty.
 */
int file_open(const char *path, struct image **img, struct err *err);

#endif
