/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/mapwalk.h"

#define DIRECT_BLOCKS 12

unsigned mapwalk_go(struct mapwalk *m, uint64_t logical)
{
	uint64_t p = m->pointers, number, last = m->entered - 1;
	unsigned count = 1;

	if (logical < DIRECT_BLOCKS)
		return 0;
	/* lowest indirect blocks: 0 alone, 1 to p below the double one, then the triple */
	number = (logical - DIRECT_BLOCKS) / p;
	if (m->entered && number == last)
		return 0;
	if (number > p) {
		if (!m->entered || last <= p)
			count = 3;
		else if ((last - 1) / p != (number - 1) / p)
			count = 2;
	} else if (number && (!m->entered || !last)) {
		count = 2;
	}
	m->entered = number + 1;
	return count;
}

uint64_t mapwalk_left(const struct mapwalk *m, uint64_t logical)
{
	if (logical < DIRECT_BLOCKS)
		return DIRECT_BLOCKS - logical;
	return m->pointers - (logical - DIRECT_BLOCKS) % m->pointers;
}
