/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory: a buffer as an image, for tests and fuzzing. */
#ifndef IMAGE_MEMORY_H
#define IMAGE_MEMORY_H

#include "image/image.h"

/*
 * Copies size bytes into an anonymous file in memory, so that libraries which
 * ask for a descriptor can read it too. 0 and *img, which image_close()
 * releases.
 */
int memory_open(const void *data, size_t size, struct image **img, struct err *err);

#endif
