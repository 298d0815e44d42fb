/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The block allocator that the aged sample was written with. It only chooses; the caller marks what it takes.
 */
#ifndef SAMPLES_ALLOC_H
#define SAMPLES_ALLOC_H

#include "space.h"
#include "span.h"

/*
 * Chooses a free run for want units (at least 1), near goal if possible. The run may be shorter than asked for,
 * then the caller asks again for the rest; it has no units only if nothing is free.
 */
struct span alloc_run(const struct space *s, uint64_t goal, uint64_t want);

#endif
