/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "fs/ext/ext_io.h"

static errcode_t ext_io_open(const char *name, int flags, io_channel *channel)
{
	io_channel io;
	void *img;

	if (flags & IO_FLAG_RW)
		return EROFS;
	if (sscanf(name, "image %p", &img) != 1)
		return EXT2_ET_BAD_DEVICE_NAME;
	io = calloc(1, sizeof(*io));
	if (!io)
		return EXT2_ET_NO_MEMORY;
	io->name = strdup(name);
	if (!io->name) {
		free(io);
		return EXT2_ET_NO_MEMORY;
	}
	io->magic = EXT2_ET_MAGIC_IO_CHANNEL;
	io->manager = ext_io_manager;
	io->block_size = 1024;
	io->refcount = 1;
	io->private_data = img;
	*channel = io;
	return 0;
}

static errcode_t ext_io_close(io_channel channel)
{
	if (--channel->refcount > 0)
		return 0;
	free(channel->name);
	free(channel);
	return 0;
}

static errcode_t ext_io_set_blksize(io_channel channel, int size)
{
	channel->block_size = size;
	return 0;
}

/* A negative count is a number of bytes; a read past the end gives zeros there. */
static errcode_t ext_io_read_blk64(io_channel channel, unsigned long long block,
				   int count, void *data)
{
	struct image *img = channel->private_data;
	size_t len = count < 0 ? (size_t)-(long)count
			       : (size_t)count * (size_t)channel->block_size;
	uint64_t start;
	int ret;

	if (!checked_mul(block, (uint64_t)channel->block_size, &start))
		return EXT2_ET_SHORT_READ;
	ret = image_read(img, start, data, len, NULL);
	if (!ret)
		return 0;
	memset(data, 0, len);
	if (ret != ERR_TRUNCATED)
		return EIO;
	if (start < img->size)
		image_read(img, start, data, (size_t)(img->size - start), NULL);
	return EXT2_ET_SHORT_READ;
}

static errcode_t ext_io_read_blk(io_channel channel, unsigned long block, int count,
				 void *data)
{
	return ext_io_read_blk64(channel, block, count, data);
}

static errcode_t ext_io_write_blk64(io_channel channel, unsigned long long block,
				    int count, const void *data)
{
	(void)channel, (void)block, (void)count, (void)data;
	return EROFS;
}

static errcode_t ext_io_write_blk(io_channel channel, unsigned long block, int count,
				  const void *data)
{
	return ext_io_write_blk64(channel, block, count, data);
}

static errcode_t ext_io_flush(io_channel channel)
{
	(void)channel;
	return 0;
}

/* libext2fs sets options of its own (offset, cache); none applies here. */
static errcode_t ext_io_set_option(io_channel channel, const char *option, const char *arg)
{
	(void)channel, (void)option, (void)arg;
	return 0;
}

static const struct struct_io_manager manager = {
	.magic = EXT2_ET_MAGIC_IO_MANAGER,
	.name = "fsatlas image",
	.open = ext_io_open,
	.close = ext_io_close,
	.set_blksize = ext_io_set_blksize,
	.read_blk = ext_io_read_blk,
	.write_blk = ext_io_write_blk,
	.flush = ext_io_flush,
	.set_option = ext_io_set_option,
	.read_blk64 = ext_io_read_blk64,
	.write_blk64 = ext_io_write_blk64,
};

/* libext2fs takes a pointer to non-const, but never writes through it. */
const io_manager ext_io_manager = (io_manager)&manager;

const char *ext_io_name(struct image *img, char name[EXT_IO_NAME])
{
	snprintf(name, EXT_IO_NAME, "image %p", (void *)img);
	return name;
}
