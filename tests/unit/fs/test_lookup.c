/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths over a filesystem made up here: each form that resolves, each that is refused. */
#include <stdio.h>
#include <string.h>

#include "fs/backend.h"
#include "suites.h"
#include "support.h"

#define ROOT 2
#define NAME_255_LEN 255

static char name_255[NAME_255_LEN + 1];

/* The whole filesystem: who holds what. */
static const struct entry {
	uint64_t directory, inode;
	enum file_kind kind;
	const char *text;
} entries[] = {
	{ ROOT, 10, FILE_DIRECTORY, "a" },
	{ ROOT, 11, FILE_REGULAR, "file" },
	{ ROOT, 12, FILE_SYMLINK, "link" },
	{ ROOT, 14, FILE_DIRECTORY, "..." },
	{ ROOT, 15, FILE_DIRECTORY, "A" },
	{ ROOT, 99, FILE_REGULAR, "gone" },	/* the inode is not in use */
	{ 10, 20, FILE_DIRECTORY, "b" },
	{ 10, 11, FILE_REGULAR, "b c" },
	{ 20, 30, FILE_REGULAR, "c" },
	{ 20, 31, FILE_REGULAR, "cc" },
	{ 20, 32, FILE_REGULAR, name_255 },
	{ 20, 33, FILE_REGULAR, "<12>" },
	{ 15, 40, FILE_DIRECTORY, "loop" },
	{ 40, 15, FILE_DIRECTORY, "loop" },	/* a circle */
	{ 14, 60, FILE_DIRECTORY, "broken" },
};
#define ENTRIES (sizeof(entries) / sizeof(entries[0]))

static int one_file(struct fs *fs, uint64_t inode, fs_file_fn *fn, void *ctx, struct err *err)
{
	struct file file = { .inode = inode, .kind = FILE_DIRECTORY };
	bool known = inode == ROOT;
	size_t i;

	(void)fs;
	for (i = 0; !known && i < ENTRIES; i++)
		if (entries[i].inode == inode && inode != 99) {
			file.kind = entries[i].kind;
			known = true;
		}
	if (!known)
		return err_set(err, ERR_NOT_FOUND, ERR_NO_PLACE, "no such inode");
	return fn(ctx, &file);
}

static int each_entry(struct fs *fs, const struct file *dir, struct findings *findings,
		      fs_name_fn *fn, void *ctx, struct err *err)
{
	size_t i;
	int ret = 0;

	(void)fs, (void)findings;
	if (dir->inode == 60)
		return err_set(err, ERR_IO, 4711, "the disk is gone");
	for (i = 0; !ret && i < ENTRIES; i++) {
		const struct name name = {
			.directory = dir->inode, .inode = entries[i].inode,
			.text = entries[i].text, .len = strlen(entries[i].text),
			.kind = FILE_UNKNOWN,	/* a lookup must not rely on it */
		};

		if (entries[i].directory == dir->inode)
			ret = fn(ctx, &name);
	}
	return ret;
}

static const struct fs_backend backend = {
	.name = "made up", .one_file = one_file, .each_entry = each_entry,
};

static int look(const char *path, uint64_t *inode, struct err *err)
{
	struct fs fs = { .backend = &backend, .root = ROOT };
	int ret;

	memset(name_255, 'n', NAME_255_LEN);
	ret = fs_lookup(&fs, path, inode, err);
	finding_free(&fs.findings);
	return ret;
}

static void paths_that_resolve(void)
{
	static const struct {
		const char *path;
		uint64_t inode;
	} good[] = {
		{ "/", ROOT }, { "//", ROOT }, { "/.", ROOT }, { "/..", ROOT }, { "/../../", ROOT },
		{ "/a", 10 }, { "/a/", 10 }, { "//a///", 10 }, { "/a/.", 10 }, { "/A", 15 },
		{ "/file", 11 }, { "/link", 12 }, { "/...", 14 }, { "/gone", 99 },
		{ "/a/b", 20 }, { "/a//b/", 20 }, { "/a/b c", 11 }, { "/a/b/c", 30 },
		{ "/a/b/cc", 31 }, { "/a/./b/../b/c", 30 }, { "/a/b/../../a/b/c", 30 },
		{ "/../a/b/..", 10 }, { "/a/b/<12>", 33 },
		{ "/A/loop/loop/loop", 40 }, { "/A/loop/loop/..", 40 },
		{ "<12>", 12 }, { "<99>", 99 }, { "<2>", ROOT }, { "<0>", 0 },
		{ "<18446744073709551615>", UINT64_MAX },
		{ "<10>/b/c", 30 }, { "<10>/", 10 }, { "<2>/a/b", 20 }, { "<10>//b/../b/c", 30 },
		{ "<10>/.", 10 },
	};
	struct err err = ERR_INIT;
	uint64_t inode;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		inode = 0;
		CHECK_STR(look(good[i].path, &inode, &err) ? err.text : "", "");
		if (!CHECK_EQ(inode, good[i].inode))
			printf(" [%s] ", good[i].path);
	}
}

static void paths_that_do_not(void)
{
	static const struct {
		const char *path;
		int code;
		const char *text;
	} bad[] = {
		{ "/x", ERR_NOT_FOUND, "there is no 'x' in '/'" },
		{ "//x/", ERR_NOT_FOUND, "there is no 'x' in '/'" },
		{ "/a/b/x", ERR_NOT_FOUND, "there is no 'x' in '/a/b'" },
		{ "/a//b//x/y", ERR_NOT_FOUND, "there is no 'x' in '/a//b'" },
		{ "/a/b/C", ERR_NOT_FOUND, "there is no 'C' in '/a/b'" },
		{ "/a/b/cc ", ERR_NOT_FOUND, "there is no 'cc ' in '/a/b'" },
		{ "<10>/x", ERR_NOT_FOUND, "there is no 'x' in '<10>'" },
		{ "/file/x", ERR_NOT_FOUND, "'/file' is not a directory (regular)" },
		{ "/file/", ERR_NOT_FOUND, "'/file' is not a directory (regular)" },
		{ "/file/.", ERR_NOT_FOUND, "'/file' is not a directory (regular)" },
		{ "/file/..", ERR_NOT_FOUND, "'/file' is not a directory (regular)" },
		{ "/link/x", ERR_NOT_FOUND, "'/link' is not a directory (symlink)" },
		{ "<12>/x", ERR_NOT_FOUND, "'<12>' is not a directory (symlink)" },
		{ "/gone/x", ERR_NOT_FOUND, "'/gone' is inode 99, which is not in use" },
		{ "<77>/x", ERR_NOT_FOUND, "'<77>' is inode 77, which is not in use" },
		{ "/.../broken/x", ERR_IO, "the disk is gone" },
		{ "<10>/..", ERR_USAGE, "'<10>/..' goes back beyond the inode" },
		{ "", ERR_USAGE, "'' is not a path" },
		{ "a/b", ERR_USAGE, "'a/b' is not a path inside the volume" },
		{ "<12", ERR_USAGE, "'<12' is not a path" },
		{ "<>", ERR_USAGE, "is not a path" },
		{ "<-1>", ERR_USAGE, "is not a path" },
		{ "< 1>", ERR_USAGE, "is not a path" },
		{ "<12>x", ERR_USAGE, "is not a path" },
		{ "<0x2>", ERR_USAGE, "is not a path" },
		{ "<18446744073709551616>", ERR_USAGE, "is not a path" },
	};
	uint64_t inode;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct err err = ERR_INIT;

		inode = 4711;
		CHECK_EQ(look(bad[i].path, &inode, &err), bad[i].code);
		CHECK_EQ(err.code, bad[i].code);
		CHECK_HAS(err.text, bad[i].text);
		CHECK_EQ(inode, 4711);
	}
}

static void long_names(void)
{
	char path[6000] = "/a/b/";
	struct err err = ERR_INIT;
	uint64_t inode = 0;
	size_t i;

	memset(path + 5, 'n', NAME_255_LEN);
	CHECK_EQ(look(path, &inode, &err), 0);
	CHECK_EQ(inode, 32);
	path[5 + NAME_255_LEN] = 'n';
	CHECK_EQ(look(path, &inode, &err), ERR_USAGE);
	CHECK_HAS(err.text, "has 256 bytes; the longest name has 255");
	/* far down, and then a name that is missing: all is said, cut as it may be */
	for (i = 0; i < 1000; i++)
		memcpy(path + 1 + 5 * i, i ? "loop/" : "A////", 5);
	strcpy(path + 1 + 5 * 1000, "missing");
	CHECK_EQ(look(path, &inode, &err), ERR_NOT_FOUND);
	CHECK_HAS(err.text, "there is no 'missing' in '/A////loop");
	CHECK(strlen(err.text) < sizeof(err.text) - 1);
	path[5001] = '\0';
	CHECK_EQ(look(path, &inode, &err), 0);
	CHECK_EQ(inode, 40);
}

static const struct unit_test tests[] = {
	{ "paths that resolve", paths_that_resolve },
	{ "paths that do not", paths_that_do_not },
	{ "long names", long_names },
};

void suite_fs_lookup(void)
{
	SUITE("fs/lookup", tests);
}
