/* SPDX-License-Identifier: GPL-2.0-or-later */
/* backend: what each kind of filesystem implements behind fs.h. */
#ifndef FS_BACKEND_H
#define FS_BACKEND_H

#include <stdatomic.h>

#include "fs/fs.h"

/* A run of groups that one thread walks, and what it brings back. */
struct fs_shard {
	uint64_t first_group, groups;
	uint64_t free;			/* out: free bytes seen */
	struct findings findings;	/* out */
	struct err err;			/* out, with a negative return */
	atomic_uint_fast64_t *done;	/* groups done by all shards; count up */
	atomic_uint_fast64_t *claimed;	/* bytes that the records handed out by all shards
					   claim; NULL: not counted */
	atomic_uint_fast64_t *nodes;	/* bytes of nodes read by all shards; as claimed */
};

/*
 * Adds to what a walk has claimed so far. False when that is more than a sound
 * volume can hold, with room for some damage: the caller then stops following
 * maps, lest a small image with many files on the same blocks takes for ever.
 */
bool fs_shard_claim(const struct fs *fs, const struct fs_shard *shard, uint64_t bytes);

/* The same for a node that is read: all nodes together are data of the image. */
bool fs_shard_claim_node(const struct fs *fs, const struct fs_shard *shard, uint64_t bytes);

struct fs_backend {
	const char *name;
	const char *const *types;	/* libblkid's names, NULL at the end */
	/*
	 * Opens; looks for whatever is left of the superblocks when the primary
	 * one is bad. ERR_NOT_FOUND when nothing of this kind is there.
	 */
	int (*open)(struct image *img, const struct fs_options *options, struct err *err,
		    struct fs **fs);
	void (*close)(struct fs *fs);
	/* Walks the free runs of a shard, ascending. Called on several threads. */
	int (*each_free)(struct fs *fs, struct fs_shard *shard, fs_free_fn *fn, void *ctx);
	/* Walks the inodes of a shard, ascending. Called on several threads. */
	int (*each_file)(struct fs *fs, struct fs_shard *shard,
			 const struct fs_file_options *options, fs_file_fn *fn, void *ctx);
	/* As fs_file(). */
	int (*one_file)(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx,
			struct err *err);
	/*
	 * Walks the entries of a directory that one_file or each_file handed out.
	 * Called on several threads.
	 */
	int (*each_entry)(struct fs *fs, const struct file *directory,
			  struct findings *findings, fs_name_fn *fn, void *ctx, struct err *err);
	/*
	 * Appends the owners that are no files, in any order: superblocks,
	 * descriptors, bitmaps, inode tables. 0 or ERR_NOMEM.
	 */
	int (*metadata)(struct fs *fs, struct owner_vec *owners);
	/* After a whole walk: does the total agree with what the volume claims? */
	int (*check_free)(struct fs *fs, uint64_t free);
};

/* The part of an open filesystem that all backends share; backends embed it first. */
struct fs {
	const struct fs_backend *backend;
	struct image *img;
	struct volume volume;
	struct findings findings;
	uint64_t root;			/* inode of the root directory */
	bool shares_blocks;		/* files may share blocks: that is no damage */
};

/*
 * Copies the error of a shard that ended with `code` into err, which may be
 * NULL; a callback's own code comes without a sentence and gets one.
 */
void fs_shard_error(const struct fs_shard *shard, int code, struct err *err);

extern const struct fs_backend ext_backend;

#endif
