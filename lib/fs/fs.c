/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "fs/backend.h"
#include "fs/fs.h"
#include "fs/probe.h"

/* In the order in which they are tried on an image without any signature. */
static const struct fs_backend *const backends[] = { &ext_backend };
#define BACKENDS (sizeof(backends) / sizeof(backends[0]))

static const struct fs_backend *backend_for(const char *type)
{
	const char *const *name;
	size_t b;

	for (b = 0; b < BACKENDS; b++)
		for (name = backends[b]->types; *name; name++)
			if (!strcmp(*name, type))
				return backends[b];
	return NULL;
}

bool fs_reads(const char *type)
{
	return backend_for(type);
}

/* Without a signature: does any backend find the remains of its superblocks? */
static int open_unsigned(struct image *img, const struct fs_options *options,
			 struct err *err, struct fs **fs)
{
	int ret = ERR_NOT_FOUND;
	size_t b;

	for (b = 0; ret == ERR_NOT_FOUND && b < BACKENDS; b++)
		ret = backends[b]->open(img, options, err, fs);
	if (ret == ERR_NOT_FOUND)
		err_set(err, ret, ERR_NO_PLACE,
			"no filesystem is recognised, nor a backup superblock of one");
	return ret;
}

int fs_open(struct image *img, const struct fs_options *options, struct err *err,
	    struct fs **fs)
{
	const struct fs_backend *backend = NULL;
	struct probe_types types;
	int ret = probe_image(img, &types, err);
	size_t i;

	if (ret)
		return ret;
	for (i = 0; !backend && i < types.count; i++)
		backend = backend_for(types.item[i].name);
	if (backend)
		ret = backend->open(img, options, err, fs);
	else if (types.count)
		ret = err_set(err, ERR_UNSUPPORTED, ERR_NO_PLACE,
			      "holds %s, which this version does not read; it reads ext2, ext3 and ext4",
			      types.item[0].name);
	else if (!options->signed_only)
		ret = open_unsigned(img, options, err, fs);
	else
		ret = err_set(err, ERR_NOT_FOUND, ERR_NO_PLACE, "no filesystem is recognised");
	probe_types_free(&types);
	return ret;
}

void fs_close(struct fs *fs)
{
	if (!fs)
		return;
	volume_free(&fs->volume);
	finding_free(&fs->findings);
	fs->backend->close(fs);
}

bool fs_shard_claim(const struct fs *fs, const struct fs_shard *shard, uint64_t bytes)
{
	if (!shard->claimed || fs->shares_blocks)
		return true;
	return atomic_fetch_add(shard->claimed, bytes) / 2 <= fs->volume.size;
}

/* A host that compresses may store them in less than they are: hence the factor. */
bool fs_shard_claim_node(const struct fs *fs, const struct fs_shard *shard, uint64_t bytes)
{
	if (!shard->nodes || !fs->img->allocated)
		return true;
	return atomic_fetch_add(shard->nodes, bytes) / 4 <= fs->img->allocated;
}

void fs_shard_error(const struct fs_shard *shard, int code, struct err *err)
{
	if (shard->err.code && err)
		*err = shard->err;
	else if (!shard->err.code)
		err_set(err, code, ERR_NO_PLACE, "the walk was given up (%s)", err_name(code));
}

const struct volume *fs_volume(const struct fs *fs)
{
	return &fs->volume;
}

uint64_t fs_root(const struct fs *fs)
{
	return fs->root;
}

const struct findings *fs_findings(const struct fs *fs)
{
	return &fs->findings;
}
