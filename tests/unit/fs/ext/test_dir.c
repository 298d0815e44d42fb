/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Directories of every layout: each entry is libext2fs' entry, and nothing is found wrong. */
#include <stdio.h>
#include <string.h>

#include "fs/ext/dirs.h"
#include "suites.h"

#define MIB (UINT64_C(1) << 20)

struct layout {
	struct fsimage image;
	unsigned names;
	bool index;
	const char *kinds;	/* what must be among the directories: i with a hash tree, l inline,
				   r inline with a rest in an attribute */
};

static const struct layout layouts[] = {
	{ { "ext2-1k", 8 * MIB, "-t ext2 -b 1024 -O ^dir_index -N 512", "" }, 700, false, "" },
	{ { "no-kinds", 8 * MIB, "-t ext2 -b 1024 -O ^filetype,^dir_index -N 512", "" }, 700, false, "" },
	{ { "no-kinds-tree", 8 * MIB, "-t ext2 -b 1024 -O ^filetype -N 512", "" }, 700, true, "i" },
	{ { "rev0", 8 * MIB, "-t ext2 -r 0 -O none -b 1024 -N 512", "" }, 700, false, "" },
	{ { "ext3-4k", 16 * MIB, "-t ext3 -b 4096 -J size=4 -N 512", "" }, 5000, true, "i" },
	{ { "ext4-4k", 16 * MIB, "-t ext4 -b 4096 -J size=4 -N 512", "" }, 5000, true, "i" },
	{ { "ext4-linear", 16 * MIB, "-t ext4 -b 4096 -O ^dir_index -J size=4 -N 512", "" }, 2000,
	  false, "" },
	{ { "ext4-1k", 16 * MIB, "-t ext4 -b 1024 -J size=1 -N 512", "" }, 5000, true, "i" },
	{ { "large-dir", 16 * MIB, "-t ext4 -b 1024 -O large_dir -J size=1 -N 512", "" }, 2000,
	  true, "i" },
	{ { "csum-seed", 16 * MIB, "-t ext4 -b 1024 -O metadata_csum_seed -J size=1 -N 512", "" },
	  700, true, "i" },
	{ { "ext4-64k", 64 * MIB, "-t ext4 -b 65536 -O ^has_journal -N 1024", "" }, 5000, true, "i" },
	{ { "64k-linear", 64 * MIB, "-t ext4 -b 65536 -O ^has_journal,^dir_index -N 1024", "" },
	  5000, false, "" },
	{ { "inline", 16 * MIB, "-t ext4 -b 4096 -O inline_data -I 512 -J size=4 -N 512", "" },
	  1500, true, "ilr" },
	{ { "inline-256", 16 * MIB, "-t ext4 -b 1024 -O inline_data -J size=1 -N 512", "" }, 300,
	  true, "ilr" },
	{ { "casefold", 16 * MIB, "-t ext4 -b 4096 -O casefold -E encoding=utf8 -J size=4 -N 512",
	    "" }, 1500, true, "i" },
	{ { "bigalloc", 64 * MIB, "-t ext4 -b 4096 -O bigalloc -C 65536 -J size=4 -N 512", "" },
	  1500, true, "i" },
	{ { "small-inodes", 8 * MIB, "-t ext4 -b 1024 -I 128 -O ^has_journal -N 512", "" }, 700,
	  true, "i" },
};
#define LAYOUTS (sizeof(layouts) / sizeof(layouts[0]))

static const char *const paths[] = {
	"/", "/lost+found", "/many", "/long", "/few", "/holey", "/kinds", "/kinds/directory", "/a",
	"/a/b", "/a/b/c", "/rest",	/* the last one only with inline data */
};
#define PATHS (sizeof(paths) / sizeof(paths[0]))

/* Notes which layouts of a directory were met. */
static void note(const struct dirs *d, const struct file *file, bool seen[256])
{
	uint32_t flags = (uint32_t)get_le(d->bytes.data + file->inode_place + 32, 4);

	seen['i'] |= !!(flags & EXT2_INDEX_FL);
	seen['l'] |= file->inline_data;
	seen['r'] |= file->inline_data && file->size > 60;
}

static bool agrees(const struct layout *layout)
{
	struct entry_list list, expected, walked;
	bool seen[256] = { false }, ok = true;
	const char *kind;
	struct dirs d;
	size_t i;

	dirs_make(&d, &layout->image, layout->names, layout->index);
	dirs_look(&d, 0, 0);
	for (i = 0; i < PATHS - !strchr(layout->kinds, 'l'); i++) {
		ext2_ino_t inode = dirs_inode(&d, paths[i]);
		struct dirs_file f = dirs_file(&d, inode);

		note(&d, &f.file, seen);
		list = dirs_list(&d, &f.file);
		expected = dirs_expected(&d, inode);
		walked = dirs_walk(&d, inode);
		ok = dirs_same(&d, &list, &expected) && ok;
		ok = dirs_same(&d, &walked, &expected) && ok;
		if (!strcmp(paths[i], "/many"))
			ok = CHECK_EQ(list.count, layout->names) && ok;
		if (!strcmp(paths[i], "/kinds"))
			ok = CHECK_EQ(list.count, 7) && ok;
		if (!strcmp(paths[i], "/rest"))
			ok = CHECK_EQ(list.count, 4) && ok;
		entry_list_free(&list);
		entry_list_free(&walked);
		entry_list_free(&expected);
		extent_vec_free(&f.records);
	}
	ok = CHECK(seen['i'] == !!strchr(layout->kinds, 'i')) && ok;
	for (kind = layout->kinds; *kind; kind++)
		ok = CHECK(seen[(unsigned char)*kind]) && ok;
	if (!CHECK_EQ(finding_count(fs_findings(d.fs)), 0)) {
		printf(" %s ", fs_findings(d.fs)->kept.item[0].text);
		ok = false;
	}
	dirs_close(&d);
	return ok;
}

static void every_layout(void)
{
	size_t i;

	for (i = 0; i < LAYOUTS; i++)
		if (!agrees(&layouts[i]))
			printf(" [layout %s] ", layouts[i].image.name);
}

/* Kinds left from when a volume had them mean nothing on one without. */
static void stale_kinds(void)
{
	static const struct fsimage image = { "stale", 8 * MIB, "-t ext2 -b 1024 -N 512", "" };
	struct entry_list list;
	struct dirs_file f;
	struct dirs d;
	size_t i;

	dirs_make(&d, &image, 30, false);
	put_le(d.bytes.data + 1024 + 96, get_le(d.bytes.data + 1024 + 96, 4) & ~2U, 4);
	dirs_look(&d, 0, 0);
	f = dirs_file(&d, dirs_inode(&d, "/kinds"));
	list = dirs_list(&d, &f.file);
	CHECK_EQ(list.count, 7);
	for (i = 0; i < list.count; i++)
		CHECK_EQ(list.item[i].kind, FILE_UNKNOWN);
	CHECK_EQ(finding_count(fs_findings(d.fs)), 0);
	entry_list_free(&list);
	extent_vec_free(&f.records);
	dirs_close(&d);
}

/* An encrypted name may hold any byte, and behind it a hash may lie. */
static void encrypted_names(void)
{
	static const struct fsimage image = { "crypt", 8 * MIB,
		"-t ext4 -b 1024 -O ^metadata_csum,encrypt -J size=1 -N 512", "" };
	struct entry_list list;
	struct dirs_file f;
	struct dirs d;

	dirs_make(&d, &image, 30, false);
	f = dirs_file(&d, dirs_inode(&d, "/many"));
	memcpy(d.bytes.data + f.file.records[0].physical + 24 + 8, "n/\0e", 4);
	f.file.encrypted = true;
	dirs_look(&d, 0, 0);
	list = dirs_list(&d, &f.file);
	CHECK_EQ(list.count, 30);
	CHECK(!memcmp(list.item[0].text, "n/\0e", 4));
	CHECK_EQ(finding_count(fs_findings(d.fs)), 0);
	entry_list_free(&list);
	extent_vec_free(&f.records);
	dirs_close(&d);
}

static int stop_at_third(void *ctx, const struct name *name)
{
	CHECK_EQ(name->directory, 2);
	return ++*(int *)ctx == 3 ? 42 : 0;
}

static void a_callback_stops(void)
{
	static const struct fsimage image = { "stop", 8 * MIB, "-t ext2 -b 1024 -N 512", "" };
	struct err err = ERR_INIT;
	struct dirs_file f;
	struct dirs d;
	int calls = 0;

	dirs_make(&d, &image, 30, false);
	dirs_look(&d, 0, 0);
	f = dirs_file(&d, 2);
	CHECK_EQ(ext_dir_entries(d.fs, &f.file, &d.fs->findings, stop_at_third, &calls, &err), 42);
	CHECK_EQ(calls, 3);
	extent_vec_free(&f.records);
	dirs_close(&d);
}

static const struct unit_test tests[] = {
	{ "every layout", every_layout },
	{ "stale kinds", stale_kinds },
	{ "encrypted names", encrypted_names },
	{ "a callback stops", a_callback_stops },
};

void suite_ext_dir(void)
{
	SUITE("fs/ext/dir", tests);
}
