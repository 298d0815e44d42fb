/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layoutverdict: is it worth doing anything about this layout?
 *
 * Two figures decide. Far seeks inside regular files per GiB of their data say
 * how much time a disk loses: at LAYOUTVERDICT_SEEK_US each, 100 a GiB add 12 %
 * to the 10.2 s that a GiB takes at LAYOUTVERDICT_RATE, 800 double it. Extents
 * per file say how many files that touches. The better of the two marks is
 * the verdict: a few huge files of a thousand long extents have many extents
 * and lose no time; a few small files in two pieces on a small volume have many
 * seeks per GiB and matter to nobody.
 */
#ifndef MEASURE_LAYOUTVERDICT_H
#define MEASURE_LAYOUTVERDICT_H

#include <stdbool.h>

#include "measure/layout.h"

/* Below these it is good; or fair; else poor. */
#define LAYOUTVERDICT_GOOD_SEEKS 100	/* far, inside files, per GiB */
#define LAYOUTVERDICT_FAIR_SEEKS 800
#define LAYOUTVERDICT_GOOD_EXTENTS 1.05	/* per file */
#define LAYOUTVERDICT_FAIR_EXTENTS 1.5

/* Flash reads pieces of this length about as fast as one long run; bytes. */
#define LAYOUTVERDICT_FLASH_PIECE (UINT64_C(128) << 10)

/* The disk of the estimates: 8.467 ms for a seek between random places and half
 * a turn of 7200 a minute, 4.167 ms; 100 MiB a second. */
#define LAYOUTVERDICT_SEEK_US 12634
#define LAYOUTVERDICT_RATE (UINT64_C(100) << 20)

enum layoutverdict {
	LAYOUTVERDICT_GOOD,	/* nothing to gain */
	LAYOUTVERDICT_FAIR,	/* a disk gains a little */
	LAYOUTVERDICT_POOR,	/* a disk gains a lot */
};

/* The verdict on a volume; good when it holds no data. */
enum layoutverdict layoutverdict_of(const struct layout *l);

/* "good", "fair" or "poor". */
const char *layoutverdict_name(enum layoutverdict verdict);

/*
 * True when fewer pieces would help on flash, too: the verdict is not good and
 * the files in several pieces have extents shorter than
 * LAYOUTVERDICT_FLASH_PIECE in the mean.
 */
bool layoutverdict_flash_gains(const struct layout *l);

/* Mean length of an extent of the files in several pieces, bytes; 0 without such files. */
uint64_t layoutverdict_mean_piece(const struct layout *l);

/* Seconds that a disk needs for that many bytes and far seeks. */
double layoutverdict_seconds(uint64_t bytes, uint64_t far_seeks);

#endif
