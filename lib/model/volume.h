/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * volume: what a filesystem says of itself as a whole, in neutral words.
 *
 * All sizes and positions are bytes; whoever needs blocks divides by
 * block_bytes. A group is the filesystem's unit of allocation (block group or
 * allocation group).
 */
#ifndef MODEL_VOLUME_H
#define MODEL_VOLUME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/range.h"
#include "base/vec.h"

/* How far we understand a feature that a volume carries. */
enum feature_class {
	FEATURE_UNDERSTOOD,	/* taken into account in everything we report */
	FEATURE_SHOWN,		/* known by name; it does not change what we report */
	FEATURE_UNKNOWN,	/* a bit that has no name here */
};

struct feature {
	enum feature_class class;
	bool incompatible;	/* must be understood by whoever reads the volume */
	char name[32];
};

VEC_DEFINE(feature_vec, struct feature);

enum volume_journal {
	VOLUME_JOURNAL_NONE,
	VOLUME_JOURNAL_CLEAN,
	VOLUME_JOURNAL_DIRTY,	/* holds changes that are not yet in place */
};

struct volume {
	char type[16];			/* "ext4" */
	char label[64];			/* "" when there is none */
	char uuid[40];			/* lower case, with dashes; "" when there is none */
	uint64_t device_offset;		/* place of the volume on its device */
	uint64_t size;			/* as the superblock claims */
	uint64_t image_size;		/* bytes that are really there */
	uint32_t block_bytes;
	uint32_t cluster_bytes;		/* unit of allocation; block_bytes without bigalloc */
	uint32_t inode_bytes;
	uint64_t inodes;
	uint64_t free_inodes;		/* as the superblock claims */
	uint64_t free;			/* as the superblock claims */
	uint64_t reserved;		/* kept back for root */
	uint64_t overhead;		/* what statfs(2) leaves out of the size: fixed metadata
					   and the journal; 0 when only described */
	uint64_t groups;
	uint64_t group_start;		/* where the first group begins */
	uint64_t group_bytes;		/* length of each group but the last */
	uint64_t stripe_unit;		/* RAID chunk, 0: not set */
	uint64_t stripe_width;		/* data of one full stripe, 0: not set */
	struct feature_vec features;
	enum volume_journal journal;
	bool errors;			/* the kernel noted an error */
	bool not_unmounted;		/* the clean flag is off */
	uint64_t superblock_place;	/* the superblock that was used */
	bool superblock_is_backup;
	int64_t created, mounted, written, checked;	/* seconds of Unix time, 0: never */
	char mounted_at[68];		/* last mount point, or "" */
};

/* Bytes of group `index`, clipped at the end of the volume. */
struct range volume_group(const struct volume *volume, uint64_t index);

/* Releases what the volume owns; it is then empty. */
void volume_free(struct volume *volume);

#endif
