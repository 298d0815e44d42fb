/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "measure/paths.h"

/* Paths of one inode are gathered and sorted up to this; see paths_each(). */
#define SORTED_BYTES ((size_t)64 << 20)

/* What the fields of struct path_entry hold. */
#define TEXT_MOST ((UINT64_C(1) << 56) - 1)
#define LEN_MOST 255

/* Steps up in which a circle of PATHS_ROOM entries is surely seen. */
#define CLIMB_MOST ((size_t)4 * PATHS_ROOM)

/* "<18446744073709551615>" and its NUL. */
#define NUMBER_ROOM 23

void paths_init(struct paths *p, uint64_t root, const uint64_t *wanted, size_t wanted_count)
{
	*p = (struct paths) { .root = root, .wanted = wanted, .wanted_count = wanted_count };
}

static bool is_wanted(const struct paths *p, uint64_t inode)
{
	size_t low = 0, high = p->wanted_count, mid;

	if (!p->wanted)
		return true;
	while (low < high) {
		mid = low + (high - low) / 2;
		if (p->wanted[mid] < inode)
			low = mid + 1;
		else
			high = mid;
	}
	return low < p->wanted_count && p->wanted[low] == inode;
}

static int text_add(struct paths *p, const char *text, size_t len)
{
	size_t space = p->text_space;
	char *grown;

	if (len > p->text_space - p->text_len) {
		space += space / 2 > len ? space / 2 : len + 4096;
		grown = realloc(p->text, space);
		if (!grown)
			return ERR_NOMEM;
		p->text = grown;
		p->text_space = space;
	}
	if (len)
		memcpy(p->text + p->text_len, text, len);
	p->text_len += len;
	return 0;
}

int paths_add(struct paths *p, const struct name *name)
{
	const struct path_entry entry = {
		.inode = name->inode, .directory = name->directory,
		.text = p->text_len & TEXT_MOST, .len = name->len & LEN_MOST,
	};

	assert(name->len <= LEN_MOST);
	/* an entry without a kind may name a directory */
	if (name->kind != FILE_DIRECTORY && name->kind != FILE_UNKNOWN &&
	    !is_wanted(p, name->inode))
		return 0;
	if (text_add(p, name->text, entry.len))
		return ERR_NOMEM;
	return path_entry_vec_push(&p->entries, entry);
}

/* Moves the names of `next` behind those of p. */
static int append(struct paths *p, const struct paths *next)
{
	const uint64_t shift = p->text_len;
	struct path_entry entry;
	size_t i;
	int ret = text_add(p, next->text, next->text_len);

	for (i = 0; !ret && i < next->entries.count; i++) {
		entry = next->entries.item[i];
		entry.text = (entry.text + shift) & TEXT_MOST;
		ret = path_entry_vec_push(&p->entries, entry);
	}
	return ret;
}

int paths_merge(struct paths *p, struct paths *next)
{
	int ret = 0;

	if (!p->entries.count) {
		paths_free(p);
		p->entries = next->entries;
		p->text = next->text;
		p->text_len = next->text_len;
		p->text_space = next->text_space;
		memset(&next->entries, 0, sizeof(next->entries));
		next->text = NULL;
	} else {
		ret = append(p, next);
	}
	paths_free(next);
	return ret;
}

/* By inode; then in an order that does not depend on the number of shards. */
static int compare_entries(const void *a, const void *b)
{
	const struct path_entry *x = a, *y = b;

	if (x->inode != y->inode)
		return x->inode < y->inode ? -1 : 1;
	if (x->directory != y->directory)
		return x->directory < y->directory ? -1 : 1;
	return x->text < y->text ? -1 : x->text > y->text;
}

void paths_finish(struct paths *p)
{
	struct path_entry *fitting;
	char *text;

	if (!p->entries.count)
		return;
	qsort(p->entries.item, p->entries.count, sizeof(*p->entries.item), compare_entries);
	/* the index may live long: give back what growing left over */
	fitting = realloc(p->entries.item, p->entries.count * sizeof(*fitting));
	if (fitting) {
		p->entries.item = fitting;
		p->entries.space = p->entries.count;
	}
	text = p->text_len ? realloc(p->text, p->text_len) : NULL;
	if (text) {
		p->text = text;
		p->text_space = p->text_len;
	}
}

/* The first entry that names the inode, or the place where it would stand. */
static size_t find(const struct paths *p, uint64_t inode)
{
	size_t low = 0, high = p->entries.count, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (p->entries.item[mid].inode < inode)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The entry that names the directory which holds `e`; NULL at the root and where none does. */
static const struct path_entry *above(const struct paths *p, const struct path_entry *e)
{
	size_t at;

	if (e->directory == p->root)
		return NULL;
	at = find(p, e->directory);
	return at < p->entries.count && p->entries.item[at].inode == e->directory ?
		&p->entries.item[at] : NULL;
}

/*
 * How many entries there are from `e` upwards before the top, or before one
 * comes again (Brent's cycle detection, which sees a circle within three times
 * that many steps). No path has more than PATHS_ROOM entries, so a circle that
 * is larger need not be seen.
 */
static size_t climb_steps(const struct paths *p, const struct path_entry *e)
{
	const struct path_entry *slow = e, *fast = above(p, e);
	size_t power = 1, round = 1, steps = 1;

	for (; fast && fast != slow; round++, steps++) {
		if (steps > CLIMB_MOST)
			return PATHS_ROOM;
		if (round == power) {
			slow = fast;
			power *= 2;
			round = 0;
		}
		fast = above(p, fast);
	}
	if (!fast)
		return steps;
	/* `round` entries make the circle; those before it are counted by two that meet */
	slow = fast = e;
	for (steps = 0; steps < round; steps++)
		fast = above(p, fast);
	for (; slow != fast; steps++) {
		slow = above(p, slow);
		fast = above(p, fast);
	}
	return steps;
}

/*
 * Writes the path of an entry to the end of buffer, which has PATHS_ROOM bytes.
 * Returns where it begins; a NUL ends the buffer.
 */
static char *build(const struct paths *p, const struct path_entry *e, char *buffer)
{
	size_t steps = climb_steps(p, e);
	char *at = &buffer[PATHS_ROOM - 1];
	char number[NUMBER_ROOM];
	uint64_t top;
	int len;

	*at = '\0';
	for (;;) {
		at -= e->len;
		memcpy(at, p->text + e->text, e->len);
		*--at = '/';
		top = e->directory;
		e = above(p, e);
		if (!e || !--steps || (size_t)(at - buffer) < NUMBER_ROOM + 1U + e->len)
			break;
	}
	if (top == p->root)
		return at;
	len = snprintf(number, sizeof(number), "<%" PRIu64 ">", top);
	at -= len;
	memcpy(at, number, (size_t)len);
	return at;
}

/* Gathered paths, each in memory of its own. */
struct gathered {
	char *text;
	size_t len;
};

VEC_DEFINE(gathered_vec, struct gathered);

static int compare_paths(const void *a, const void *b)
{
	const struct gathered *x = a, *y = b;
	int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

	return order ? order : x->len < y->len ? -1 : x->len > y->len;
}

static int gather(struct gathered_vec *all, const char *path, size_t len)
{
	struct gathered one = { .text = malloc(len + 1), .len = len };

	if (!one.text)
		return ERR_NOMEM;
	memcpy(one.text, path, len + 1);
	if (!gathered_vec_push(all, one))
		return 0;
	free(one.text);
	return ERR_NOMEM;
}

static void gathered_release(struct gathered_vec *all)
{
	size_t i;

	for (i = 0; i < all->count; i++)
		free(all->item[i].text);
	gathered_vec_free(all);
}

/* The paths of entries [first, end), in the order of the entries. */
static int each_as_kept(const struct paths *p, size_t first, size_t end, char *buffer,
			paths_fn *fn, void *ctx)
{
	const char *path;
	int ret = 0;

	for (; !ret && first < end; first++) {
		path = build(p, &p->entries.item[first], buffer);
		ret = fn(ctx, path, (size_t)(&buffer[PATHS_ROOM - 1] - path));
	}
	return ret;
}

/* The same in the order of their bytes. */
static int each_sorted(const struct paths *p, size_t first, size_t end, char *buffer,
		       paths_fn *fn, void *ctx)
{
	struct gathered_vec all = { 0 };
	size_t i, len, bytes = 0;
	const char *path;
	int ret = 0;

	for (i = first; !ret && i < end && bytes <= SORTED_BYTES; i++) {
		path = build(p, &p->entries.item[i], buffer);
		len = (size_t)(&buffer[PATHS_ROOM - 1] - path);
		bytes += len + 1 + sizeof(struct gathered);
		ret = gather(&all, path, len);
	}
	if (ret)
		goto out;
	if (bytes > SORTED_BYTES) {
		ret = each_as_kept(p, first, end, buffer, fn, ctx);
		goto out;
	}
	if (all.item)
		qsort(all.item, all.count, sizeof(*all.item), compare_paths);
	for (i = 0; !ret && i < all.count; i++)
		ret = fn(ctx, all.item[i].text, all.item[i].len);
out:
	gathered_release(&all);
	return ret;
}

int paths_each(const struct paths *p, uint64_t inode, paths_fn *fn, void *ctx)
{
	size_t first = find(p, inode), end = first;
	char buffer[PATHS_ROOM];

	if (inode == p->root)
		return fn(ctx, "/", 1);
	while (end < p->entries.count && p->entries.item[end].inode == inode)
		end++;
	return end - first > 1 ? each_sorted(p, first, end, buffer, fn, ctx)
			       : each_as_kept(p, first, end, buffer, fn, ctx);
}

struct first_path {
	char *buffer;
	size_t room;
};

static int take_first(void *ctx, const char *text, size_t len)
{
	struct first_path *f = ctx;

	if (len > f->room - 1)
		len = f->room - 1;
	memcpy(f->buffer, text, len);
	f->buffer[len] = '\0';
	return 1;
}

int paths_first(const struct paths *p, uint64_t inode, char *buffer, size_t room)
{
	struct first_path f = { .buffer = buffer, .room = room };
	int ret;

	buffer[0] = '\0';
	ret = paths_each(p, inode, take_first, &f);
	if (ret < 0)
		return ret;
	return ret ? 0 : ERR_NOT_FOUND;
}

void paths_free(struct paths *p)
{
	path_entry_vec_free(&p->entries);
	free(p->text);
	p->text = NULL;
	p->text_len = p->text_space = 0;
}

static int fold_fork(void *shard, const void *whole)
{
	const struct paths *p = whole;

	paths_init(shard, p->root, p->wanted, p->wanted_count);
	return 0;
}

static int fold_add(void *state, const struct name *name)
{
	return paths_add(state, name);
}

static int fold_merge(void *state, void *next)
{
	return paths_merge(state, next);
}

static void fold_release(void *state)
{
	paths_free(state);
}

const struct fold paths_fold = {
	.size = sizeof(struct paths),
	.fork = fold_fork,
	.add.name = fold_add,
	.merge = fold_merge,
	.release = fold_release,
};
