/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapfile: what GNU ddrescue could not read of a disk.
 *
 * The format is described in ddrescue's manual, "Mapfile structure": comment
 * lines, a status line, then lines of position, size and a status character.
 */
#ifndef IMAGE_MAPFILE_H
#define IMAGE_MAPFILE_H

#include "base/err.h"
#include "base/range.h"
#include "base/vec.h"

struct mapfile_area {
	struct range at;	/* bytes from the start of the rescued disk */
	char status;		/* '?' not tried, '*' not trimmed, '/' not scraped, '-' bad */
};

VEC_DEFINE(mapfile_areas, struct mapfile_area);

/*
 * Reads a map file and lists the areas that are not finished ('+'), in the
 * order of the file. 0 and *areas (mapfile_areas_free() releases it); ERR_IO
 * when it cannot be read; ERR_USAGE naming the line that is no map.
 */
int mapfile_read(const char *path, struct mapfile_areas *areas, struct err *err);

#endif
