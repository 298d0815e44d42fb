/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "model/volume.h"

struct range volume_group(const struct volume *volume, uint64_t index)
{
	struct range group = {
		.start = volume->group_start + index * volume->group_bytes,
		.len = volume->group_bytes,
	};

	if (group.start >= volume->size)
		group.len = 0;
	else if (group.len > volume->size - group.start)
		group.len = volume->size - group.start;
	return group;
}

void volume_free(struct volume *volume)
{
	feature_vec_free(&volume->features);
	memset(volume, 0, sizeof(*volume));
}
