/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fault: an image with unreadable places, as a failing disk has, for tests. */
#ifndef IMAGE_FAULT_H
#define IMAGE_FAULT_H

#include "image/image.h"

/*
 * Shows `base`, but every read that touches `bad` (bytes) fails with ERR_IO.
 * 0 and *img, which image_close() releases.
 */
int fault_open(struct image *base, struct range bad, struct image **img, struct err *err);

#endif
