/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fold: an analysis that takes the items of a walk one by one.
 *
 * A walk may be cut into shards that run on several threads. Each shard folds
 * into a state of its own, made by fork; merge then joins the states of
 * neighbouring shards, in the order of the walk:
 *
 *     whole.init
 *     a = fork(whole)   b = fork(whole)
 *     a.add a.add       b.add b.add b.add      (two threads)
 *     whole.merge(a)    whole.merge(b)
 *     whole.finish
 *
 * Each analysis has its own typed init, finish and free beside these.
 */
#ifndef MODEL_FOLD_H
#define MODEL_FOLD_H

#include <stddef.h>

#include "base/range.h"
#include "model/file.h"
#include "model/name.h"

struct fold {
	size_t size;	/* of one state, bytes */
	/* Makes `shard` an empty state with the settings of `whole`. 0 or ERR_NOMEM. */
	int (*fork)(void *shard, const void *whole);
	/* Takes one item of the walk; 0 goes on, anything else stops the walk. */
	union {
		int (*range)(void *state, const struct range *item);	/* free runs */
		int (*file)(void *state, const struct file *item);
		int (*name)(void *state, const struct name *item);
	} add;
	/* Adds the state of the shard that follows; `next` is released. 0 or ERR_NOMEM. */
	int (*merge)(void *state, void *next);
	/* Releases a state that was not merged. */
	void (*release)(void *state);
};

#endif
