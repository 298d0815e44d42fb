/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inuse: is somebody writing to these bytes while we read them? */
#ifndef IMAGE_INUSE_H
#define IMAGE_INUSE_H

#include <stdbool.h>

#include "image/image.h"

/* Room for the text of inuse_check(). */
#define INUSE_TEXT 512

/*
 * True when a file or device opened by file_open() is mounted, or backs a loop
 * device; `how` then says so: "mounted at /srv", "attached to /dev/loop3".
 * When the system does not tell, the answer is false.
 */
bool inuse_check(const struct image *img, char how[INUSE_TEXT]);

#endif
