/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walks of fs.h: one shard that is the whole volume, or many in parallel. */
#include <string.h>

#include "fs/backend.h"
#include "fs/fs.h"
#include "fs/parallel.h"

/* Ends a walk on the caller's thread: its findings and its error go home. */
static int end_walk(struct fs *fs, struct fs_shard *shard, int ret, struct err *err)
{
	if (ret < 0)
		fs_shard_error(shard, ret, err);
	if (finding_move(&fs->findings, &shard->findings))
		return err_nomem(err, "findings");
	return ret;
}

int fs_each_free(struct fs *fs, fs_free_fn *fn, void *ctx, struct err *err)
{
	atomic_uint_fast64_t done = 0;
	struct fs_shard shard = { .groups = fs->volume.groups, .done = &done };
	int ret = fs->backend->each_free(fs, &shard, fn, ctx);

	ret = end_walk(fs, &shard, ret, err);
	if (!ret && fs->backend->check_free(fs, shard.free))
		return err_nomem(err, "findings");
	return ret;
}

static int walk_free(struct fs *fs, struct fs_shard *shard, const struct fold *fold,
		     void *state, const void *how)
{
	(void)how;
	return fs->backend->each_free(fs, shard, fold->add.range, state);
}

int fs_fold_free(struct fs *fs, const struct fold *fold, void *state,
		 const struct fs_walk_options *options, struct err *err)
{
	uint64_t free_bytes;
	int ret = parallel_fold(fs, walk_free, NULL, fold, state, options, &free_bytes, err);

	if (!ret && fs->backend->check_free(fs, free_bytes))
		return err_nomem(err, "findings");
	return ret;
}

int fs_each_file(struct fs *fs, const struct fs_file_options *options, fs_file_fn *fn,
		 void *ctx, struct err *err)
{
	atomic_uint_fast64_t done = 0, claimed = 0, nodes = 0;
	struct fs_shard shard = {
		.groups = fs->volume.groups, .done = &done, .claimed = &claimed,
		.nodes = &nodes,
	};

	return end_walk(fs, &shard, fs->backend->each_file(fs, &shard, options, fn, ctx), err);
}

static int walk_files(struct fs *fs, struct fs_shard *shard, const struct fold *fold,
		      void *state, const void *how)
{
	return fs->backend->each_file(fs, shard, how, fold->add.file, state);
}

int fs_fold_files(struct fs *fs, const struct fs_file_options *options,
		  const struct fold *fold, void *state, const struct fs_walk_options *walk,
		  struct err *err)
{
	uint64_t unused;

	return parallel_fold(fs, walk_files, options, fold, state, walk, &unused, err);
}

int fs_file(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx, struct err *err)
{
	return fs->backend->one_file(fs, inode, fn, ctx, err);
}

/* From a file of a walk to the entries of those that are directories. */
struct entries {
	struct fs *fs;
	struct fs_shard *shard;		/* takes findings and errors */
	fs_name_fn *fn;
	void *ctx;
};

static int entries_of(void *ctx, const struct file *file)
{
	struct entries *e = ctx;

	if (file->kind != FILE_DIRECTORY || file->deleted)
		return 0;
	return e->fs->backend->each_entry(e->fs, file, &e->shard->findings, e->fn, e->ctx,
					  &e->shard->err);
}

static int walk_names(struct fs *fs, struct fs_shard *shard, const struct fold *fold,
		      void *state, const void *how)
{
	const struct fs_file_options options = { .directories_only = true };
	struct entries e = { .fs = fs, .shard = shard, .fn = fold->add.name, .ctx = state };

	(void)how;
	return fs->backend->each_file(fs, shard, &options, entries_of, &e);
}

int fs_fold_names(struct fs *fs, const struct fold *fold, void *state,
		  const struct fs_walk_options *walk, struct err *err)
{
	uint64_t unused;

	return parallel_fold(fs, walk_names, NULL, fold, state, walk, &unused, err);
}

static int only_directory(void *ctx, const struct file *file)
{
	struct entries *e = ctx;

	if (file->kind != FILE_DIRECTORY)
		return err_set(&e->shard->err, ERR_NOT_FOUND, file->inode_place,
			       "inode %llu is no directory", (unsigned long long)file->inode);
	return entries_of(e, file);
}

int fs_each_entry(struct fs *fs, uint64_t directory, fs_name_fn *fn, void *ctx,
		  struct err *err)
{
	struct fs_shard shard = { .groups = 0 };
	struct entries e = { .fs = fs, .shard = &shard, .fn = fn, .ctx = ctx };
	int ret = fs->backend->one_file(fs, directory, only_directory, &e, err);

	/* the fault may lie in the inode (err) or in the entries (the shard's) */
	if (ret < 0 && !shard.err.code && err)
		shard.err = *err;
	return end_walk(fs, &shard, ret, err);
}
