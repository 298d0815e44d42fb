/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The directories of the aged volume and the kinds of files that live in them.
 */
#ifndef SAMPLES_HOUSEHOLD_H
#define SAMPLES_HOUSEHOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct household_kind {
	const char *words[6];		/* a file's name is a word, a number and the suffix */
	const char *suffix;
	unsigned int lo, hi;		/* a new file has 2^lo to 2^hi bytes */
	unsigned int grow_lo, grow_hi;	/* if not 0, it grows each day by 2^grow_lo to 2^grow_hi bytes */
	unsigned int batch;		/* up to so many files are written in turn */
	unsigned int step;		/* bytes each of them gets at its turn; 0 all at once */
	unsigned int churn;		/* 0 never deleted for space, 8 most readily */
	unsigned int flush_days;	/* if not 0, all of the kind are deleted every so many days */
	bool holes;			/* written here and there, the rest are holes */
	bool prealloc;			/* some of it is allocated but not yet written */
};

struct household_dir {
	const char *path;		/* parents stand before their children */
	const struct household_kind *kind;	/* NULL: no files of its own */
	unsigned int weight;		/* chance that a new batch of files goes here */
	uint16_t uid;
};

extern const struct household_dir household_dirs[];
extern const size_t household_dirs_count;

/* Sum of all weights. */
unsigned int household_weight(void);

/* The directory at place at of the weights laid side by side; at is less than their sum. */
size_t household_pick(unsigned int at);

#endif
