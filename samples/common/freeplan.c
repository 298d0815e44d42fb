/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: free space by its histogram, see freeplan.h. A run goes into a random room, with
 * a chance that follows the room's size and the temper of its neighbourhood: some regions of an old volume are
 * fuller than others. Inside a room the runs come in random order, the used blocks between them are cut at random.
 */
#include "freeplan.h"

#include <stdlib.h>

#include "die.h"

#define NEIGHBOURS 24		/* rooms that share one temper */
#define MAX_TRIES 1000000

void freeplan_lengths(struct rnd *r, const struct freeplan_class *c, int longest, uint64_t *out)
{
	uint64_t mean = c->blocks / c->count, sum = 0;
	size_t i, keep = longest ? 1 : 0;

	if (c->blocks < c->lo * c->count || c->blocks > c->hi * c->count)
		die("no %llu runs of %llu to %llu blocks have %llu blocks", (unsigned long long)c->count,
		    (unsigned long long)c->lo, (unsigned long long)c->hi, (unsigned long long)c->blocks);
	for (i = 0; i < c->count; i++) {
		if (i < keep)
			out[i] = c->hi;
		else if (mean - c->lo < c->hi - mean)
			out[i] = rnd_between(r, c->lo, 2 * mean - c->lo);
		else
			out[i] = rnd_between(r, 2 * mean - c->hi, c->hi);
		sum += out[i];
	}
	while (sum != c->blocks) {
		i = keep + (size_t)rnd_below(r, c->count - keep);
		if (sum < c->blocks && out[i] < c->hi) {
			out[i]++;
			sum++;
		} else if (sum > c->blocks && out[i] > c->lo) {
			out[i]--;
			sum--;
		}
	}
}

struct plan {
	struct rnd *r;
	const struct spans *rooms;
	uint64_t *ends;		/* per room: blocks of all rooms up to its end */
	uint64_t *left;		/* per room: blocks not yet given away, plus one */
	unsigned char *temper;	/* per neighbourhood: 1 to 8 eighths */
};

static void plan_init(struct plan *p, struct rnd *r, const struct spans *rooms)
{
	uint64_t sum = 0;
	size_t i;

	p->r = r;
	p->rooms = rooms;
	p->ends = die_realloc(NULL, rooms->n, sizeof(*p->ends));
	p->left = die_realloc(NULL, rooms->n, sizeof(*p->left));
	p->temper = die_realloc(NULL, rooms->n / NEIGHBOURS + 1, 1);
	for (i = 0; i < rooms->n; i++) {
		sum += rooms->v[i].len;
		p->ends[i] = sum;
		p->left[i] = rooms->v[i].len + 1;
	}
	for (i = 0; i <= rooms->n / NEIGHBOURS; i++)
		p->temper[i] = (unsigned char)rnd_between(r, 3, 8);
}

static void plan_free(struct plan *p)
{
	free(p->ends);
	free(p->left);
	free(p->temper);
}

/* The room of a random block. */
static size_t random_room(struct plan *p)
{
	uint64_t at = rnd_below(p->r, p->ends[p->rooms->n - 1]);
	size_t lo = 0, hi = p->rooms->n - 1, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (p->ends[mid] > at)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* A room for a run and the used block beside it. */
static size_t find_room(struct plan *p, uint64_t len)
{
	size_t room;
	int i;

	for (i = 0; i < MAX_TRIES; i++) {
		room = random_room(p);
		if (p->left[room] < len + 1 || rnd_below(p->r, 8) >= p->temper[room / NEIGHBOURS])
			continue;
		p->left[room] -= len + 1;
		return room;
	}
	die("no room for a run of %llu blocks", (unsigned long long)len);
}

/* Groups the lengths by room: from first[room] on in sorted[]. first has one entry more than there are rooms. */
static void sort_by_room(const size_t *room, const uint64_t *lengths, size_t n, size_t rooms, size_t *first,
			 uint64_t *sorted)
{
	size_t i;

	for (i = 0; i <= rooms; i++)
		first[i] = 0;
	for (i = 0; i < n; i++)
		first[room[i]]++;
	for (i = 1; i <= rooms; i++)
		first[i] += first[i - 1];
	for (i = n; i-- > 0;)
		sorted[--first[room[i]]] = lengths[i];
}

static void shuffle(struct rnd *r, uint64_t *v, size_t n)
{
	uint64_t swap;
	size_t i, k;

	for (i = n; i > 1; i--) {
		k = (size_t)rnd_below(r, i);
		swap = v[i - 1];
		v[i - 1] = v[k];
		v[k] = swap;
	}
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Lays the n runs of one room out; slack used blocks go where the random cuts say. */
static void fill_room(struct rnd *r, const struct span *room, uint64_t slack, const uint64_t *v, size_t n,
		      uint64_t *cuts, struct spans *unused, struct spans *used)
{
	uint64_t pos = room->start, before = 0, gap;
	size_t i;

	for (i = 0; i < n; i++)
		cuts[i] = rnd_below(r, slack + 1);
	qsort(cuts, n, sizeof(*cuts), compare);
	for (i = 0; i < n; i++) {
		gap = cuts[i] - before + (i ? 1 : 0);
		before = cuts[i];
		spans_add(used, pos, gap);
		spans_add(unused, pos + gap, v[i]);
		pos += gap + v[i];
	}
	spans_add(used, pos, room->start + room->len - pos);
}

void freeplan_place(struct rnd *r, const struct spans *rooms, const uint64_t *lengths, size_t n, struct spans *unused,
		    struct spans *used)
{
	size_t *room = die_realloc(NULL, n, sizeof(*room));
	size_t *first = die_realloc(NULL, rooms->n + 1, sizeof(*first));
	uint64_t *sorted = die_realloc(NULL, n, sizeof(*sorted));
	uint64_t *cuts = die_realloc(NULL, n, sizeof(*cuts));
	struct plan p;
	uint64_t slack;
	size_t i, count;

	plan_init(&p, r, rooms);
	for (i = 0; i < n; i++)
		room[i] = find_room(&p, lengths[i]);
	sort_by_room(room, lengths, n, rooms->n, first, sorted);
	for (i = 0; i < rooms->n; i++) {
		count = first[i + 1] - first[i];
		/* of n runs only n - 1 need a block between them, hence the one more at the start */
		slack = count ? p.left[i] : 0;
		shuffle(r, sorted + first[i], count);
		fill_room(r, &rooms->v[i], slack, sorted + first[i], count, cuts, unused, used);
	}
	plan_free(&p);
	free(room);
	free(first);
	free(sorted);
	free(cuts);
}
