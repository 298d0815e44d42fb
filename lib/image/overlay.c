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
	struct patches patches;		/* ascending, never overlapping */
};

/* Index of the first patch that ends after `place`. */
static size_t first_after(const struct patches *patches, uint64_t place)
{
	size_t low = 0, high = patches->count, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (range_end(&patches->item[mid].at) <= place)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* What is replaced is not read below: it may be unreadable there. */
static int overlay_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			   struct err *err)
{
	struct overlay *o = (struct overlay *)img;
	uint64_t end = start + len, until;
	const struct patch *patch;
	size_t i = first_after(&o->patches, start);
	char *to = buf;
	int ret = 0;

	for (; !ret && start < end; to += until - start, start = until) {
		patch = i < o->patches.count ? &o->patches.item[i] : NULL;
		if (patch && patch->at.start <= start) {
			until = range_end(&patch->at) < end ? range_end(&patch->at) : end;
			memcpy(to, patch->data + (start - patch->at.start), until - start);
			i++;
		} else {
			until = patch && patch->at.start < end ? patch->at.start : end;
			ret = image_read(o->base, start, to, until - start, err);
		}
	}
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

/* Inserts a patch at an index; takes its data over. */
static int insert(struct patches *patches, size_t index, struct patch patch)
{
	struct patch *at;

	if (patches_push(patches, patch))
		return ERR_NOMEM;
	at = &patches->item[index];
	memmove(at + 1, at, (patches->count - 1 - index) * sizeof(*at));
	*at = patch;
	return 0;
}

/* A copy of `len` bytes as a patch at `start`; data NULL without memory. */
static struct patch make_patch(uint64_t start, const void *data, size_t len)
{
	struct patch patch = { .at = { start, len }, .data = malloc(len) };

	if (patch.data)
		memcpy(patch.data, data, len);
	return patch;
}

/*
 * Takes [start, end) out of the patches: one that reaches past the end is cut,
 * with its tail as a patch of its own.
 */
static int remove_range(struct patches *patches, uint64_t start, uint64_t end)
{
	size_t i = first_after(patches, start);
	struct patch *p, tail;

	while (i < patches->count && patches->item[i].at.start < end) {
		p = &patches->item[i];
		if (range_end(&p->at) > end) {
			tail = make_patch(end, p->data + (end - p->at.start),
					  range_end(&p->at) - end);
			if (!tail.data || insert(patches, i + 1, tail)) {
				free(tail.data);
				return ERR_NOMEM;
			}
			p = &patches->item[i];
		}
		if (p->at.start < start) {
			p->at.len = start - p->at.start;
			i++;
			continue;
		}
		free(p->data);
		memmove(p, p + 1, (patches->count - 1 - i) * sizeof(*p));
		patches->count--;
	}
	return 0;
}

int overlay_replace(struct image *img, uint64_t start, const void *data, size_t len,
		    struct err *err)
{
	struct overlay *o = (struct overlay *)img;
	struct patch patch;

	if (!checked_within(start, len, img->size))
		return err_set(err, ERR_TRUNCATED, start, "cannot replace %zu bytes at byte %"
			       PRIu64 ": past the end of the image", len, start);
	if (!len)
		return 0;
	patch = make_patch(start, data, len);
	if (!patch.data || remove_range(&o->patches, start, start + len) ||
	    insert(&o->patches, first_after(&o->patches, start), patch)) {
		free(patch.data);
		return err_nomem(err, "replaced bytes");
	}
	return 0;
}
