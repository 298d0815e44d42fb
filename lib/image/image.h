/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * image: a readable run of bytes, whatever is behind it.
 *
 * Byte sources stack: a window or an overlay is an image over an image. Each
 * source is a file of its own (file.c, window.c, memory.c, overlay.c,
 * fault.c) with one constructor. Nothing here can write: writing is another
 * type, which lib/apply brings.
 *
 * Lifetimes nest: the image below must outlive the one above, which does not
 * close it. image_read() may be called from several threads at once.
 */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/range.h"

struct image;

struct image_ops {
	/* Reads exactly len bytes inside the image; 0 or an err_code. */
	int (*read_at)(struct image *img, uint64_t start, void *buf, size_t len,
		       struct err *err);
	/* Says that the range will be read soon. NULL when it would not help. */
	void (*prefetch)(struct image *img, uint64_t start, uint64_t len);
	/* Releases the image, not the one below. */
	void (*close)(struct image *img);
};

struct image {
	const struct image_ops *ops;
	const char *name;	/* for messages; lives as long as the image */
	uint64_t size;		/* bytes */
	uint64_t allocated;	/* bytes of it that are not holes, 0: not known */
	uint32_t sector_size;	/* logical sector, bytes; 512 for plain files */
	uint64_t device_start;	/* where the image begins on its whole device, bytes */
	int fd;			/* a descriptor that shows these bytes, or -1 */
	uint64_t fd_start;	/* where the image begins in fd, bytes */
};

/*
 * Reads len bytes at start (bytes from the start of the image) into buf.
 * 0; ERR_TRUNCATED when the range is not wholly inside the image; ERR_IO when
 * the system fails. The fault's place is in bytes of this image.
 */
int image_read(struct image *img, uint64_t start, void *buf, size_t len,
	       struct err *err);

/* Tells the system that the range will be read soon; never fails. */
void image_prefetch(struct image *img, uint64_t start, uint64_t len);

/* Releases an image; NULL is fine. */
void image_close(struct image *img);

#endif
