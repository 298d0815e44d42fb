/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One walk over all names: paths for the files that are shown, and a reading order. */
#include "cmd/layout.h"

static int names_fork(void *shard, const void *whole)
{
	const struct layout_names *from = whole;
	struct layout_names *n = shard;
	int ret = paths_fold.fork(&n->paths, &from->paths);

	return ret ? ret : dirorder_fold.fork(&n->order, &from->order);
}

static int names_add(void *state, const struct name *name)
{
	struct layout_names *n = state;
	int ret = paths_add(&n->paths, name);

	return ret ? ret : dirorder_add(&n->order, name);
}

static int names_merge(void *state, void *next)
{
	struct layout_names *n = state, *from = next;
	int ret = paths_merge(&n->paths, &from->paths);
	int also = dirorder_merge(&n->order, &from->order);

	return ret ? ret : also;
}

static void names_release(void *state)
{
	struct layout_names *n = state;

	paths_free(&n->paths);
	dirorder_free(&n->order);
}

static const struct fold names_fold = {
	.size = sizeof(struct layout_names),
	.fork = names_fork,
	.add.name = names_add,
	.merge = names_merge,
	.release = names_release,
};

int layout_names_read(struct fs *fs, const struct fs_walk_options *walk,
		      const uint64_t *wanted, size_t count, struct layout_result *result,
		      struct err *err)
{
	int ret;

	paths_init(&result->names.paths, fs_root(fs), wanted, count);
	dirorder_init(&result->names.order);
	ret = fs_fold_names(fs, &names_fold, &result->names, walk, err);
	if (ret)
		return ret;
	paths_finish(&result->names.paths);
	result->has_names = true;
	return 0;
}
