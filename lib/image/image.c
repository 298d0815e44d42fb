/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>

#include "base/checked.h"
#include "image/image.h"

int image_read(struct image *img, uint64_t start, void *buf, size_t len,
	       struct err *err)
{
	if (!checked_within(start, len, img->size))
		return err_set(err, ERR_TRUNCATED, start,
			       "%zu bytes at byte %" PRIu64 " lie past the end of the image (%"
			       PRIu64 " bytes)", len, start, img->size);
	return img->ops->read_at(img, start, buf, len, err);
}

void image_prefetch(struct image *img, uint64_t start, uint64_t len)
{
	if (img->ops->prefetch && checked_within(start, len, img->size))
		img->ops->prefetch(img, start, len);
}

void image_close(struct image *img)
{
	if (img)
		img->ops->close(img);
}
