/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fs: a filesystem inside an image, whatever its kind.
 *
 * fs_open() recognises the filesystem and picks its backend; the walks then
 * hand out neutral items in bytes of the volume. Reading only.
 */
#ifndef FS_FS_H
#define FS_FS_H

#include <stdbool.h>

#include "base/range.h"
#include "image/image.h"
#include "model/finding.h"
#include "model/fold.h"
#include "model/owner.h"
#include "model/volume.h"

struct fs;

struct fs_options {
	bool describe;		/* only fs_volume() is wanted: no walks, and unknown
				   incompatible features are admitted */
	bool signed_only;	/* do not search for backup superblocks where no
				   signature is found */
};

/* True when the type, by libblkid's name, is one that fs_open() reads. */
bool fs_reads(const char *type);

/*
 * Recognises and opens the filesystem in img. 0 and *fs, which fs_close()
 * releases and which must not outlive img; ERR_NOT_FOUND when there is none;
 * ERR_UNSUPPORTED when it is of a kind, or has a feature, that we do not read;
 * ERR_DAMAGED when its superblocks are beyond use; ERR_IO, ERR_NOMEM.
 */
int fs_open(struct image *img, const struct fs_options *options, struct err *err,
	    struct fs **fs);

/* Releases a filesystem; NULL is fine. */
void fs_close(struct fs *fs);

/* What the filesystem says of itself; valid until fs_close(). */
const struct volume *fs_volume(const struct fs *fs);

/* Inode of the root directory. */
uint64_t fs_root(const struct fs *fs);

/* What contradicts itself, as far as was read; grows with each walk. */
const struct findings *fs_findings(const struct fs *fs);

/*
 * Walk over the free space: one call for each maximal free run, ascending. The
 * run is in bytes of the volume and lives for the call only. 0 goes on,
 * anything else stops the walk, which returns it.
 */
typedef int fs_free_fn(void *ctx, const struct range *run);

/* Walks all free runs on this thread. 0, fn's answer, or an err_code in err. */
int fs_each_free(struct fs *fs, fs_free_fn *fn, void *ctx, struct err *err);

/*
 * How far a walk has come; called about five times a second and at the end, on
 * the caller's thread.
 */
typedef void fs_progress_fn(void *ctx, uint64_t groups_done, uint64_t groups);

struct fs_walk_options {
	unsigned threads;		/* 0: one for each processor */
	fs_progress_fn *progress;	/* or NULL */
	void *progress_ctx;
};

/*
 * Folds all free runs into `state` on several threads; what fs_each_free()
 * with fold->add would give. Items are struct range.
 */
int fs_fold_free(struct fs *fs, const struct fold *fold, void *state,
		 const struct fs_walk_options *options, struct err *err);

/*
 * Walk over the inodes: one call for each that is in use, ascending inode
 * number, with its records. The file and its arrays live for the call only.
 */
typedef int fs_file_fn(void *ctx, const struct file *file);

struct fs_file_options {
	bool deleted;		/* also inodes that were in use once; their records as left */
	bool directories_only;	/* leave all other files out */
};

/* Walks all files on this thread. 0, fn's answer, or an err_code in err. */
int fs_each_file(struct fs *fs, const struct fs_file_options *options, fs_file_fn *fn,
		 void *ctx, struct err *err);

/* Folds all files into `state` on several threads; what fs_each_file() with
 * fold->add.file would give. */
int fs_fold_files(struct fs *fs, const struct fs_file_options *options,
		  const struct fold *fold, void *state, const struct fs_walk_options *walk,
		  struct err *err);

/*
 * Calls fn for one inode. 0, fn's answer, ERR_NOT_FOUND when there is no such
 * inode number or the inode was never used, or another err_code.
 */
int fs_file(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx, struct err *err);

/* Walk over directory entries, in the order in which they lie on the volume. */
typedef int fs_name_fn(void *ctx, const struct name *name);

/* Walks the entries of one directory, "." and ".." left out. */
int fs_each_entry(struct fs *fs, uint64_t directory, fs_name_fn *fn, void *ctx,
		  struct err *err);

/* Folds the entries of all directories, ascending inode of the directory. */
int fs_fold_names(struct fs *fs, const struct fold *fold, void *state,
		  const struct fs_walk_options *walk, struct err *err);

/*
 * Inode of an absolute path inside the volume, of "<N>", or of a path below
 * that, "<N>/a/b". Symlinks are not followed; ".." takes back the component
 * before it. 0 and *inode; ERR_NOT_FOUND naming the component that is missing;
 * ERR_USAGE for a relative path or a name of over 255 bytes.
 */
int fs_lookup(struct fs *fs, const char *path, uint64_t *inode, struct err *err);

/*
 * Walk over the whole volume: each byte exactly once, ascending, neighbours
 * never overlap. Where two owners claim the same bytes the one that begins first
 * has them and a finding names both.
 */
typedef int fs_owner_fn(void *ctx, const struct owner *owner);

/* Walks all owners. 0, fn's answer, or an err_code in err. */
int fs_each_owner(struct fs *fs, const struct fs_walk_options *walk, fs_owner_fn *fn,
		  void *ctx, struct err *err);

#endif
