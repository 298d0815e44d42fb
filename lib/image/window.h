/* SPDX-License-Identifier: GPL-2.0-or-later */
/* window: a part of an image, such as a partition, as an image of its own. */
#ifndef IMAGE_WINDOW_H
#define IMAGE_WINDOW_H

#include "image/image.h"

/*
 * Shows the part of `base` that lies in `part` (bytes of base), which must be
 * inside base: ERR_USAGE otherwise. 0 and *img, which image_close() releases.
 */
int window_open(struct image *base, struct range part, struct image **img,
		struct err *err);

#endif
