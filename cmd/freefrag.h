/* SPDX-License-Identifier: GPL-2.0-or-later */
/* freefrag: the result of the command and its printer in e2freefrag's words. */
#ifndef CMD_FREEFRAG_H
#define CMD_FREEFRAG_H

#include <stdio.h>

#include "measure/freegroups.h"
#include "measure/freehist.h"
#include "model/volume.h"

/*
 * Prints what e2freefrag 1.47.0 prints, byte for byte, for the volume in the
 * image `name`. Where its arithmetic is off we are right: free blocks come
 * from the bitmaps, bigalloc clusters count once, and the number of chunks is
 * not one too many when they divide the volume evenly.
 */
void freefrag_text(FILE *out, const char *name, const struct volume *volume,
		   const struct freehist *hist);

#endif
