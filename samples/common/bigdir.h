/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Directories of many names, written block by block; the library's link call reads the whole directory each time.
 */
#ifndef SAMPLES_BIGDIR_H
#define SAMPLES_BIGDIR_H

#include "place.h"

/*
 * Makes a directory of count empty files whose names have min to max bytes (at least 5, at most 255). Its blocks are
 * taken in runs of run blocks with a free block in between; the entries are in no hash order, there is no index.
 */
void bigdir_make(struct place *place, const char *path, uint32_t count, uint32_t min, uint32_t max, uint32_t run);

#endif
