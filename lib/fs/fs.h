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

/* How far a walk has come; called about five times a second, on the caller's thread. */
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

#endif
