/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/layoutverdict.h"

enum layoutverdict layoutverdict_of(const struct layout *l)
{
	const struct layout_counts all = layout_total(l);
	double seeks = layout_per_gib(l, l->order.inside.far);
	double extents = layout_extents_per_file(&all);

	if (seeks < LAYOUTVERDICT_GOOD_SEEKS || extents < LAYOUTVERDICT_GOOD_EXTENTS)
		return LAYOUTVERDICT_GOOD;
	if (seeks < LAYOUTVERDICT_FAIR_SEEKS || extents < LAYOUTVERDICT_FAIR_EXTENTS)
		return LAYOUTVERDICT_FAIR;
	return LAYOUTVERDICT_POOR;
}

const char *layoutverdict_name(enum layoutverdict verdict)
{
	static const char *const names[] = {
		[LAYOUTVERDICT_GOOD] = "good", [LAYOUTVERDICT_FAIR] = "fair",
		[LAYOUTVERDICT_POOR] = "poor",
	};

	return names[verdict];
}

uint64_t layoutverdict_mean_piece(const struct layout *l)
{
	const struct layout_counts all = layout_total(l);

	return all.several_extents ? all.several_bytes / all.several_extents : 0;
}

bool layoutverdict_flash_gains(const struct layout *l)
{
	return layoutverdict_of(l) != LAYOUTVERDICT_GOOD &&
	       layoutverdict_mean_piece(l) < LAYOUTVERDICT_FLASH_PIECE;
}

double layoutverdict_seconds(uint64_t bytes, uint64_t far_seeks)
{
	return (double)bytes / (double)LAYOUTVERDICT_RATE +
	       (double)far_seeks * LAYOUTVERDICT_SEEK_US / 1e6;
}
