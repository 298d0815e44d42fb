/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "image/memory.h"

struct memory {
	struct image img;
	char *data;
};

static int memory_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			  struct err *err)
{
	struct memory *m = (struct memory *)img;

	(void)err;
	if (len)
		memcpy(buf, m->data + start, len);
	return 0;
}

static void memory_close(struct image *img)
{
	struct memory *m = (struct memory *)img;

	if (m->data)
		munmap(m->data, m->img.size);
	if (m->img.fd >= 0)
		close(m->img.fd);
	free(m);
}

static const struct image_ops memory_ops = {
	.read_at = memory_read_at,
	.close = memory_close,
};

int memory_open(const void *data, size_t size, struct image **img, struct err *err)
{
	struct memory *m = calloc(1, sizeof(*m));
	void *map;

	if (!m)
		return err_nomem(err, "an image in memory");
	m->img = (struct image) {
		.ops = &memory_ops, .name = "memory", .size = size, .sector_size = 512,
	};
	m->img.fd = memfd_create("image", MFD_CLOEXEC);
	if (m->img.fd < 0 || ftruncate(m->img.fd, (off_t)size))
		goto fail;
	map = size ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, m->img.fd, 0) : NULL;
	if (map == MAP_FAILED)
		goto fail;
	m->data = map;
	if (size)
		memcpy(m->data, data, size);
	*img = &m->img;
	return 0;
fail:
	err_set(err, ERR_NOMEM, ERR_NO_PLACE, "no memory for an image of %zu bytes: %s",
		size, strerror(errno));
	memory_close(&m->img);
	return ERR_NOMEM;
}
