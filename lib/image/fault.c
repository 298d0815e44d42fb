/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "image/fault.h"

struct fault {
	struct image img;
	struct image *base;
	struct range bad;
};

static int fault_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			 struct err *err)
{
	struct fault *f = (struct fault *)img;

	if (len && start < range_end(&f->bad) && f->bad.start < start + len)
		return err_set(err, ERR_IO, start, "cannot read %zu bytes at byte %" PRIu64
			       ": Input/output error", len, start);
	return image_read(f->base, start, buf, len, err);
}

static void fault_close(struct image *img)
{
	free(img);
}

static const struct image_ops fault_ops = {
	.read_at = fault_read_at,
	.close = fault_close,
};

int fault_open(struct image *base, struct range bad, struct image **img, struct err *err)
{
	struct fault *f = calloc(1, sizeof(*f));

	if (!f)
		return err_nomem(err, "a faulty image");
	f->img = *base;
	f->img.ops = &fault_ops;
	f->base = base;
	f->bad = bad;
	*img = &f->img;
	return 0;
}
