/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/checked.h"
#include "image/window.h"

struct window {
	struct image img;
	struct image *base;
	uint64_t start;		/* bytes of base */
};

/* A fault below has its place in bytes of base: make them bytes of the window. */
static int window_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			  struct err *err)
{
	struct window *w = (struct window *)img;
	int ret = image_read(w->base, w->start + start, buf, len, err);

	if (ret && err && err->place != ERR_NO_PLACE)
		err->place -= w->start;
	return ret;
}

static void window_prefetch(struct image *img, uint64_t start, uint64_t len)
{
	struct window *w = (struct window *)img;

	image_prefetch(w->base, w->start + start, len);
}

static void window_close(struct image *img)
{
	free(img);
}

static const struct image_ops window_ops = {
	.read_at = window_read_at,
	.prefetch = window_prefetch,
	.close = window_close,
};

int window_open(struct image *base, struct range part, struct image **img,
		struct err *err)
{
	struct window *w;

	if (!checked_within(part.start, part.len, base->size) || !part.len)
		return err_set(err, ERR_USAGE, part.start,
			       "%" PRIu64 " bytes at byte %" PRIu64
			       " are no part of the image (%" PRIu64 " bytes)", part.len,
			       part.start, base->size);
	w = calloc(1, sizeof(*w));
	if (!w)
		return err_nomem(err, "a window");
	w->img = (struct image) {
		.ops = &window_ops, .name = base->name, .size = part.len,
		.sector_size = base->sector_size, .allocated = base->allocated,
		.device_start = base->device_start + part.start,
		.fd = base->fd, .fd_start = base->fd_start + part.start,
	};
	w->base = base;
	w->start = part.start;
	*img = &w->img;
	return 0;
}
