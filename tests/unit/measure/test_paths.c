/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The index of paths: against a plain search over all names, in shards, and with damage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/paths.h"
#include "suites.h"
#include "support.h"

#define ROOT 2

struct link {
	uint64_t directory, inode;
	enum file_kind kind;
	char text[12];
};

VEC_DEFINE(link_vec, struct link);

static struct name name_of(const struct link *l)
{
	return (struct name) {
		.directory = l->directory, .inode = l->inode, .kind = l->kind,
		.text = l->text, .len = strlen(l->text),
	};
}

static void add(struct paths *p, uint64_t directory, uint64_t inode, enum file_kind kind,
		const char *text)
{
	const struct name name = { .directory = directory, .inode = inode, .kind = kind,
				   .text = text, .len = strlen(text) };

	CHECK_FATAL(paths_add(p, &name) == 0);
}

/* All paths, joined by a blank. */
struct joined {
	char text[4000];
	size_t calls;
};

static int join(void *ctx, const char *text, size_t len)
{
	struct joined *j = ctx;
	size_t have = strlen(j->text);

	CHECK_EQ(strlen(text), len);
	snprintf(j->text + have, sizeof(j->text) - have, "%s%s", have ? " " : "", text);
	j->calls++;
	return 0;
}

static struct joined paths_of(const struct paths *p, uint64_t inode)
{
	struct joined j = { .calls = 0 };

	CHECK_EQ(paths_each(p, inode, join, &j), 0);
	return j;
}

static void small_tree(struct paths *p)
{
	add(p, ROOT, 11, FILE_DIRECTORY, "lost+found");
	add(p, ROOT, 20, FILE_DIRECTORY, "home");
	add(p, ROOT, 12, FILE_REGULAR, "z");
	add(p, 20, 21, FILE_DIRECTORY, "ann");
	add(p, 20, 12, FILE_REGULAR, "link");
	add(p, 21, 12, FILE_REGULAR, "b");
	add(p, 21, 12, FILE_REGULAR, "a");
	add(p, 21, 13, FILE_REGULAR, "mail");
	add(p, 21, 22, FILE_UNKNOWN, "what");
	add(p, 22, 14, FILE_REGULAR, "deep");
}

static void every_path_of_an_inode(void)
{
	struct paths p;

	paths_init(&p, ROOT, NULL, 0);
	small_tree(&p);
	paths_finish(&p);
	CHECK_STR(paths_of(&p, ROOT).text, "/");
	CHECK_STR(paths_of(&p, 11).text, "/lost+found");
	CHECK_STR(paths_of(&p, 21).text, "/home/ann");
	CHECK_STR(paths_of(&p, 13).text, "/home/ann/mail");
	CHECK_STR(paths_of(&p, 14).text, "/home/ann/what/deep");
	CHECK_STR(paths_of(&p, 12).text, "/home/ann/a /home/ann/b /home/link /z");
	CHECK_EQ(paths_of(&p, 15).calls, 0);
	CHECK_EQ(paths_of(&p, 0).calls, 0);
	CHECK_EQ(paths_of(&p, UINT64_MAX).calls, 0);
	paths_free(&p);
	paths_free(&p);
}

/* Only what was asked for is kept, and what leads to it. */
static void wanted_inodes(void)
{
	static const uint64_t wanted[] = { 12, 14, 99 };
	struct paths p;

	paths_init(&p, ROOT, wanted, 3);
	small_tree(&p);
	paths_finish(&p);
	CHECK_EQ(p.entries.count, 9);	/* all but the mail */
	CHECK_STR(paths_of(&p, 12).text, "/home/ann/a /home/ann/b /home/link /z");
	CHECK_STR(paths_of(&p, 14).text, "/home/ann/what/deep");
	CHECK_EQ(paths_of(&p, 13).calls, 0);
	paths_free(&p);
	paths_init(&p, ROOT, wanted, 0);	/* a list, and nothing on it */
	small_tree(&p);
	paths_finish(&p);
	CHECK_EQ(p.entries.count, 4);
	paths_free(&p);
}

static void nothing_at_all(void)
{
	struct paths p;

	paths_init(&p, ROOT, NULL, 0);
	paths_finish(&p);
	CHECK_STR(paths_of(&p, ROOT).text, "/");
	CHECK_EQ(paths_of(&p, 12).calls, 0);
	paths_free(&p);
}

static void orphans_and_circles(void)
{
	struct paths p;

	paths_init(&p, ROOT, NULL, 0);
	add(&p, ROOT, 10, FILE_DIRECTORY, "good");
	add(&p, 70, 71, FILE_DIRECTORY, "b");		/* nobody names 70 */
	add(&p, 71, 72, FILE_REGULAR, "c");
	add(&p, 10, 72, FILE_REGULAR, "c");
	add(&p, 80, 80, FILE_DIRECTORY, "self");	/* in itself */
	add(&p, 80, 81, FILE_REGULAR, "f");
	add(&p, 92, 90, FILE_DIRECTORY, "x");		/* 90 in 92 in 91 in 90 */
	add(&p, 90, 91, FILE_DIRECTORY, "y");
	add(&p, 91, 92, FILE_DIRECTORY, "z");
	add(&p, 92, 93, FILE_DIRECTORY, "in");		/* below the circle */
	add(&p, 93, 94, FILE_REGULAR, "f");
	add(&p, ROOT, 100, FILE_DIRECTORY, "two");	/* a directory with two entries */
	add(&p, 10, 100, FILE_DIRECTORY, "three");
	add(&p, 100, 101, FILE_REGULAR, "f");
	add(&p, 100, ROOT, FILE_DIRECTORY, "up");	/* names the root */
	paths_finish(&p);
	CHECK_STR(paths_of(&p, 71).text, "<70>/b");
	CHECK_STR(paths_of(&p, 72).text, "/good/c <70>/b/c");
	CHECK_EQ(paths_of(&p, 70).calls, 0);
	CHECK_STR(paths_of(&p, 80).text, "<80>/self");
	CHECK_STR(paths_of(&p, 81).text, "<80>/self/f");
	CHECK_STR(paths_of(&p, 90).text, "<90>/y/z/x");
	CHECK_STR(paths_of(&p, 91).text, "<91>/z/x/y");
	CHECK_STR(paths_of(&p, 94).text, "<92>/x/y/z/in/f");
	CHECK_STR(paths_of(&p, 100).text, "/good/three /two");
	CHECK_STR(paths_of(&p, 101).text, "/two/f");
	CHECK_STR(paths_of(&p, ROOT).text, "/");
	paths_free(&p);
}

/* Circles and chains of every small length, entered at every distance. */
static void circles_of_every_size(void)
{
	size_t tail, size, i, slashes;
	struct joined j;
	struct paths p;

	for (tail = 0; tail < 12; tail++)
		for (size = 1; size < 20; size++) {
			paths_init(&p, ROOT, NULL, 0);
			for (i = 0; i < size; i++)
				add(&p, 100 + (i + 1) % size, 100 + i, FILE_DIRECTORY, "c");
			for (i = 0; i < tail; i++)
				add(&p, i ? 199 + i : 100, 200 + i, FILE_DIRECTORY, "t");
			paths_finish(&p);
			j = paths_of(&p, tail ? 199 + tail : 100);
			CHECK_EQ(j.calls, 1);
			CHECK(j.text[0] == '<');
			for (slashes = i = 0; j.text[i]; i++)
				slashes += j.text[i] == '/';
			CHECK_EQ(slashes, tail + size);	/* each directory once */
			paths_free(&p);
		}
}

static void a_path_that_is_too_long(void)
{
	char name[256], buffer[PATHS_ROOM];
	struct paths p;
	uint64_t i;

	memset(name, 'n', 255);
	name[255] = '\0';
	paths_init(&p, ROOT, NULL, 0);
	for (i = 0; i < 200; i++)
		add(&p, i ? 99 + i : ROOT, 100 + i, FILE_DIRECTORY, name);
	for (i = 0; i < 50000; i++)	/* and with names of one byte, in a circle */
		add(&p, i ? 999 + i : 50999, 1000 + i, FILE_DIRECTORY, "c");
	paths_finish(&p);
	CHECK_EQ(paths_first(&p, 162, buffer, sizeof(buffer)), 0);
	CHECK_EQ(strlen(buffer), 63 * 256);
	CHECK(buffer[0] == '/');
	CHECK_EQ(paths_first(&p, 299, buffer, sizeof(buffer)), 0);
	CHECK_HAS(buffer, "<236>/nnn");
	CHECK_EQ(strlen(buffer), 5 + 63 * 256);
	CHECK_EQ(paths_first(&p, 30000, buffer, sizeof(buffer)), 0);
	CHECK(buffer[0] == '<');
	CHECK(strlen(buffer) < PATHS_ROOM);
	CHECK(strlen(buffer) > PATHS_ROOM - 100);
	paths_free(&p);
}

static int stop(void *ctx, const char *text, size_t len)
{
	(void)text, (void)len;
	return ++*(int *)ctx == 2 ? 42 : 0;
}

static void first_and_stop(void)
{
	char buffer[40];
	struct paths p;
	int calls = 0;

	paths_init(&p, ROOT, NULL, 0);
	small_tree(&p);
	paths_finish(&p);
	CHECK_EQ(paths_first(&p, 12, buffer, sizeof(buffer)), 0);
	CHECK_STR(buffer, "/home/ann/a");
	CHECK_EQ(paths_first(&p, 12, buffer, 12), 0);
	CHECK_STR(buffer, "/home/ann/a");
	CHECK_EQ(paths_first(&p, 12, buffer, 6), 0);
	CHECK_STR(buffer, "/home");
	CHECK_EQ(paths_first(&p, 12, buffer, 1), 0);
	CHECK_STR(buffer, "");
	CHECK_EQ(paths_first(&p, ROOT, buffer, 40), 0);
	CHECK_STR(buffer, "/");
	CHECK_EQ(paths_first(&p, 1234, buffer, 40), ERR_NOT_FOUND);
	CHECK_STR(buffer, "");
	CHECK_EQ(paths_each(&p, 12, stop, &calls), 42);
	CHECK_EQ(calls, 2);
	paths_free(&p);
}

/* Encrypted names may hold any byte. */
static int take_bytes(void *ctx, const char *text, size_t len)
{
	*(bool *)ctx = len == 4 && !memcmp(text, "/a\0/", 5);
	return 0;
}

static void names_of_any_bytes(void)
{
	const struct name name = { .directory = ROOT, .inode = 12, .text = "a\0/", .len = 3,
				   .kind = FILE_REGULAR };
	bool same = false;
	struct paths p;

	paths_init(&p, ROOT, NULL, 0);
	CHECK_EQ(paths_add(&p, &name), 0);
	paths_finish(&p);
	CHECK_EQ(paths_each(&p, 12, take_bytes, &same), 0);
	CHECK(same);
	paths_free(&p);
}

/* More than is sorted: still each path once, in an order that stays. */
static void very_many_links(void)
{
	char name[256];
	struct paths p;
	int calls = -1000000;
	uint64_t i;

	memset(name, 'n', 255);
	name[255] = '\0';
	paths_init(&p, ROOT, NULL, 0);
	for (i = 0; i < 60; i++)
		add(&p, i ? 99 + i : ROOT, 100 + i, FILE_DIRECTORY, name);
	for (i = 0; i < 6000; i++)
		add(&p, 159, 12, FILE_REGULAR, "f");
	paths_finish(&p);
	CHECK_EQ(paths_each(&p, 12, stop, &calls), 0);
	CHECK_EQ(calls, -1000000 + 6000);
	paths_free(&p);
}

/* A random tree of 300 directories, some hard links, a few orphans. */
static struct link_vec random_names(struct prng *p)
{
	struct link_vec names = { 0 };
	struct link l;
	uint64_t i;

	for (i = 0; i < 1500; i++) {
		l.kind = i < 300 ? FILE_DIRECTORY : FILE_REGULAR;
		l.directory = 100 + prng_below(p, i < 300 ? i + 1 : 300);
		if (l.directory == 100 && prng_below(p, 20))
			l.directory = ROOT;
		l.inode = i < 300 ? 101 + i : 1000 + prng_below(p, 1000);
		snprintf(l.text, sizeof(l.text), "%c%llu", (char)('a' + prng_below(p, 26)),
			 (unsigned long long)i);
		CHECK_FATAL(link_vec_push(&names, l) == 0);
	}
	return names;
}

/* One path, by searching all names for each step up. */
static void plain_path(const struct link_vec *names, const struct link *l, char *path)
{
	char longer[4000];
	size_t i = 0;

	snprintf(path, 4000, "/%s", l->text);
	while (l->directory != ROOT) {
		for (i = 0; i < names->count && names->item[i].inode != l->directory; i++)
			;
		if (i == names->count)
			break;
		l = &names->item[i];
		snprintf(longer, sizeof(longer), "/%s%.3900s", l->text, path);
		strcpy(path, longer);
	}
	if (l->directory != ROOT) {
		snprintf(longer, sizeof(longer), "<%llu>%.3900s", (unsigned long long)l->directory,
			 path);
		strcpy(path, longer);
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void plain_paths(const struct link_vec *names, uint64_t inode, struct joined *j)
{
	char *found[64], path[4000];
	size_t i, count = 0;

	for (i = 0; i < names->count; i++)
		if (names->item[i].inode == inode && count < 64) {
			plain_path(names, &names->item[i], path);
			found[count++] = strdup(path);
		}
	qsort(found, count, sizeof(found[0]), by_text);
	for (i = 0; i < count; i++) {
		join(j, found[i], strlen(found[i]));
		free(found[i]);
	}
}

/* Folds in shards cut at random, some of them empty. */
static void fold_in_shards(struct prng *p, const struct link_vec *names, struct paths *whole)
{
	uint64_t most = 1 + prng_below(p, 3) * 200;
	size_t i, end;
	void *shard;

	for (i = 0; i < names->count; i = end) {
		end = i + prng_below(p, most + 1);
		if (end > names->count)
			end = names->count;
		shard = malloc(paths_fold.size);
		CHECK_FATAL(shard && paths_fold.fork(shard, whole) == 0);
		for (; i < end; i++) {
			const struct name name = name_of(&names->item[i]);

			CHECK_FATAL(paths_fold.add.name(shard, &name) == 0);
		}
		CHECK_FATAL(paths_fold.merge(whole, shard) == 0);
		free(shard);
	}
	paths_finish(whole);
}

static void like_a_plain_search(void)
{
	uint64_t inode, seed;

	for (seed = 0; seed < 6; seed++) {
		struct prng p = prng_start(seed);
		struct link_vec names = random_names(&p);
		struct paths index;
		bool ok = true;

		paths_init(&index, ROOT, NULL, 0);
		fold_in_shards(&p, &names, &index);
		CHECK_EQ(index.entries.count, 1500);
		for (inode = 90; ok && inode < 2010; inode++) {
			struct joined plain = { .calls = 0 };
			struct joined ours = paths_of(&index, inode);

			plain_paths(&names, inode, &plain);
			ok = CHECK_STR(ours.text, plain.text) && CHECK_EQ(ours.calls, plain.calls);
		}
		CHECK_SEED(&p, ok);
		paths_free(&index);
		link_vec_free(&names);
	}
}

/* A shard that is dropped is released. */
static void release_a_shard(void)
{
	struct paths whole, shard;

	paths_init(&whole, ROOT, NULL, 0);
	CHECK_EQ(paths_fold.fork(&shard, &whole), 0);
	small_tree(&shard);
	paths_fold.release(&shard);
	CHECK_EQ(shard.entries.count, 0);
	paths_free(&whole);
}

static void memory_for_a_name(void)
{
	CHECK_EQ(sizeof(struct path_entry), 24);
}

static const struct unit_test tests[] = {
	{ "every path of an inode", every_path_of_an_inode },
	{ "wanted inodes", wanted_inodes },
	{ "nothing at all", nothing_at_all },
	{ "orphans and circles", orphans_and_circles },
	{ "circles of every size", circles_of_every_size },
	{ "a path that is too long", a_path_that_is_too_long },
	{ "first and stop", first_and_stop },
	{ "names of any bytes", names_of_any_bytes },
	{ "very many links", very_many_links },
	{ "like a plain search", like_a_plain_search },
	{ "release a shard", release_a_shard },
	{ "memory for a name", memory_for_a_name },
};

void suite_paths(void)
{
	SUITE("measure/paths", tests);
}
