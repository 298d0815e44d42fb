/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/log2hist.h"

void log2hist_merge(struct log2hist *h, const struct log2hist *from)
{
	unsigned k;

	for (k = 0; k < LOG2HIST_CLASSES; k++) {
		h->count[k] += from->count[k];
		h->sum[k] += from->sum[k];
	}
}
