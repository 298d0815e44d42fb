/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "image/file.h"

struct file {
	struct image img;
	char name[];
};

static int file_read_at(struct image *img, uint64_t start, void *buf, size_t len,
			struct err *err)
{
	char *to = buf;
	ssize_t got;

	while (len) {
		got = pread(img->fd, to, len, (off_t)start);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, ERR_IO, start, "cannot read %zu bytes at byte %"
				       PRIu64 ": %s", len, start, strerror(errno));
		if (!got)
			return err_set(err, ERR_TRUNCATED, start,
				       "the image ended at byte %" PRIu64
				       " while it was being read", start);
		to += got;
		start += (uint64_t)got;
		len -= (size_t)got;
	}
	return 0;
}

static void file_prefetch(struct image *img, uint64_t start, uint64_t len)
{
	posix_fadvise(img->fd, (off_t)start, (off_t)len, POSIX_FADV_WILLNEED);
}

static void file_close(struct image *img)
{
	close(img->fd);
	free(img);
}

static const struct image_ops file_ops = {
	.read_at = file_read_at,
	.prefetch = file_prefetch,
	.close = file_close,
};

/* A partition's device knows where it begins: sysfs counts units of 512 bytes. */
static uint64_t partition_start(dev_t device)
{
	unsigned long long start = 0;
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/start", major(device), minor(device));
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%llu", &start) != 1)
		start = 0;
	fclose(file);
	return start * 512;
}

/* Fills in size and sector size; refuses what has no bytes of its own. */
static int measure(struct image *img, struct err *err)
{
	struct stat st;
	int sector;

	if (fstat(img->fd, &st))
		return err_set(err, ERR_IO, ERR_NO_PLACE, "cannot examine: %s", strerror(errno));
	if (S_ISBLK(st.st_mode)) {
		if (ioctl(img->fd, BLKGETSIZE64, &img->size) ||
		    ioctl(img->fd, BLKSSZGET, &sector))
			return err_set(err, ERR_IO, ERR_NO_PLACE,
				       "cannot ask the device for its size: %s", strerror(errno));
		img->sector_size = (uint32_t)sector;
		img->device_start = partition_start(st.st_rdev);
	} else if (S_ISREG(st.st_mode)) {
		img->size = (uint64_t)st.st_size;
		img->allocated = (uint64_t)st.st_blocks * 512;
	} else {
		return err_set(err, ERR_UNSUPPORTED, ERR_NO_PLACE,
			       "is %s; give a filesystem image or a block device",
			       S_ISDIR(st.st_mode) ? "a directory" : "no plain file");
	}
	if (!img->size)
		return err_set(err, ERR_UNSUPPORTED, ERR_NO_PLACE,
			       "is empty; give a filesystem image or a block device");
	return 0;
}

int file_open(const char *path, struct image **img, struct err *err)
{
	struct file *file = calloc(1, sizeof(*file) + strlen(path) + 1);
	int ret;

	if (!file)
		return err_nomem(err, "an open file");
	strcpy(file->name, path);
	file->img = (struct image) {
		.ops = &file_ops, .name = file->name, .sector_size = 512,
	};
	/* O_NONBLOCK: opening a FIFO must not wait for a writer */
	file->img.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->img.fd < 0) {
		ret = err_set(err, ERR_IO, ERR_NO_PLACE, "cannot open: %s", strerror(errno));
		free(file);
		return ret;
	}
	ret = measure(&file->img, err);
	if (ret) {
		file_close(&file->img);
		return ret;
	}
	*img = &file->img;
	return 0;
}
