/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/freegroups.h"

void freegroups_init(struct freegroups *g, uint64_t group_start, uint64_t group_bytes)
{
	*g = (struct freegroups) { .group_start = group_start, .group_bytes = group_bytes };
}

/* The entry of a group, which is not before the last one so far; NULL without memory. */
static struct freegroup *entry(struct freegroups *g, uint64_t index)
{
	const struct freegroup none = { 0 };

	if (!g->groups.count)
		g->first = index;
	while (g->first + g->groups.count <= index)
		if (freegroup_vec_push(&g->groups, none))
			return NULL;
	return &g->groups.item[index - g->first];
}

int freegroups_add(struct freegroups *g, const struct range *run)
{
	uint64_t start = run->start - g->group_start;
	uint64_t end = start + run->len;
	struct freegroup *group;
	uint64_t border, len;

	for (; start < end; start += len) {
		group = entry(g, start / g->group_bytes);
		if (!group)
			return ERR_NOMEM;
		border = (start / g->group_bytes + 1) * g->group_bytes;
		len = (border < end ? border : end) - start;
		group->free += len;
		group->extents++;
		if (len > group->largest)
			group->largest = len;
	}
	return 0;
}

int freegroups_merge(struct freegroups *g, struct freegroups *next)
{
	struct freegroup *to;
	int ret = 0;
	size_t i;

	for (i = 0; !ret && i < next->groups.count; i++) {
		const struct freegroup *from = &next->groups.item[i];

		to = entry(g, next->first + i);
		if (!to) {
			ret = ERR_NOMEM;
			break;
		}
		to->free += from->free;
		to->extents += from->extents;
		if (from->largest > to->largest)
			to->largest = from->largest;
	}
	freegroups_free(next);
	return ret;
}

struct freegroup freegroups_get(const struct freegroups *g, uint64_t index)
{
	const struct freegroup none = { 0 };

	if (index < g->first || index - g->first >= g->groups.count)
		return none;
	return g->groups.item[index - g->first];
}

void freegroups_free(struct freegroups *g)
{
	freegroup_vec_free(&g->groups);
}

static int fold_fork(void *shard, const void *whole)
{
	const struct freegroups *g = whole;

	freegroups_init(shard, g->group_start, g->group_bytes);
	return 0;
}

static int fold_add(void *state, const struct range *run)
{
	return freegroups_add(state, run);
}

static int fold_merge(void *state, void *next)
{
	return freegroups_merge(state, next);
}

static void fold_release(void *state)
{
	freegroups_free(state);
}

const struct fold freegroups_fold = {
	.size = sizeof(struct freegroups),
	.fork = fold_fork,
	.add.range = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};
