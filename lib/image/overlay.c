/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/vec.h"
#include "image/overlay.h"

struct patch {
	struct range at;	/* bytes of the image */
	char *data;		/* owned */
};

VEC_DEFINE(patches, struct patch);

struct overlay {
	struct image img;
	struct image *base;
	struct patches patches;		/* in order of arrival; the last one wins */
};

static void patch_apply(const struct patch *p, uint64_t start, char *buf, size_t len)
{
	uint64_t from = p->at.start > start ? p->at.start : start;
	uint64_t end = start + len;
	uint64_t to = range_end(&p->at) < end ? range_end(&p->at) : end;

	if (from < to)
		memcpy(buf + (from - start), p->data + (from - p->at.start), to - from);
}

static int overlay_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			   struct err *err)
{
	struct overlay *o = (struct overlay *)img;
	int ret = image_read(o->base, start, buf, len, err);
	size_t i;

	for (i = 0; !ret && i < o->patches.count; i++)
		patch_apply(&o->patches.item[i], start, buf, len);
	return ret;
}

static void overlay_prefetch(struct image *img, uint64_t start, uint64_t len)
{
	image_prefetch(((struct overlay *)img)->base, start, len);
}

static void overlay_close(struct image *img)
{
	struct overlay *o = (struct overlay *)img;
	size_t i;

	for (i = 0; i < o->patches.count; i++)
		free(o->patches.item[i].data);
	patches_free(&o->patches);
	free(o);
}

static const struct image_ops overlay_ops = {
	.read_at = overlay_read_at,
	.prefetch = overlay_prefetch,
	.close = overlay_close,
};

int overlay_open(struct image *base, struct image **img, struct err *err)
{
	struct overlay *o = calloc(1, sizeof(*o));

	if (!o)
		return err_nomem(err, "an overlay");
	o->img = *base;
	o->img.ops = &overlay_ops;
	o->img.fd = -1;		/* no descriptor shows the replaced bytes */
	o->base = base;
	*img = &o->img;
	return 0;
}

int overlay_replace(struct image *img, uint64_t start, const void *data, size_t len,
		    struct err *err)
{
	struct overlay *o = (struct overlay *)img;
	struct patch patch = { .at = { start, len } };

	if (!checked_within(start, len, img->size))
		return err_set(err, ERR_TRUNCATED, start, "cannot replace %zu bytes at byte %"
			       PRIu64 ": past the end of the image", len, start);
	patch.data = malloc(len ? len : 1);
	if (!patch.data)
		return err_nomem(err, "replaced bytes");
	memcpy(patch.data, data, len);
	if (patches_push(&o->patches, patch)) {
		free(patch.data);
		return err_nomem(err, "replaced bytes");
	}
	return 0;
}
