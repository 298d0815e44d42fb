/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * overlay: an image in which some ranges are replaced in memory.
 *
 * The image below is never changed. A later replacement covers an earlier one.
 */
#ifndef IMAGE_OVERLAY_H
#define IMAGE_OVERLAY_H

#include "image/image.h"

/* An overlay that replaces nothing yet. 0 and *img, which image_close() releases. */
int overlay_open(struct image *base, struct image **img, struct err *err);

/*
 * Lets reads of [start, start + len) see a copy of `data` from now on. The
 * range must lie inside the image (ERR_TRUNCATED otherwise). Not to be called
 * while other threads read. img comes from overlay_open().
 */
int overlay_replace(struct image *img, uint64_t start, const void *data, size_t len,
		    struct err *err);

#endif
