/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a path to an inode, one component after the other.
 *
 * A path begins at the root ("/a/b") or at an inode ("<12>", "<12>/a/b").
 * Slashes may be repeated, and one at the end asks for a directory. "." stays;
 * ".." goes back one component of the path, which is the parent directory, since
 * symlinks are not followed; "/.." is "/", and "<12>/.." is refused, since nothing
 * here knows the parents of an inode. Names are compared byte by byte, also in
 * directories that ignore case, and encrypted ones as they lie on disk.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fs/backend.h"
#include "fs/fs.h"

/* The longest name of a directory entry, bytes. */
#define NAME_LONGEST 255
/* How much of a path is shown in an error. */
#define SHOWN 160

VEC_DEFINE(inode_stack, uint64_t);

struct lookup {
	struct fs *fs;
	const char *path;
	bool from_root;			/* else from an inode number */
	uint64_t here;			/* where it stands */
	struct inode_stack above;	/* where it stood before, from the start */
	struct err *err;
};

struct search {
	const char *text;
	size_t len;
	uint64_t inode;		/* out */
};

static int take_match(void *ctx, const struct name *name)
{
	struct search *s = ctx;

	if (name->len != s->len || memcmp(name->text, s->text, s->len))
		return 0;
	s->inode = name->inode;
	return 1;
}

static int take_kind(void *ctx, const struct file *file)
{
	*(enum file_kind *)ctx = file->kind;
	return 0;
}

/* The path up to `end`, without its slashes there: how much of it to show. */
static int shown(const struct lookup *l, const char *end)
{
	while (end - l->path > 1 && end[-1] == '/')
		end--;
	return (int)(end - l->path < SHOWN ? end - l->path : SHOWN);
}

/* Where the lookup stands, which the path calls l->path up to `end`, must be a directory. */
static int need_directory(struct lookup *l, const char *end)
{
	enum file_kind kind = FILE_UNKNOWN;
	int ret = fs_file(l->fs, l->here, take_kind, &kind, l->err);

	if (ret == ERR_NOT_FOUND)
		return err_set(l->err, ret, ERR_NO_PLACE, "'%.*s' is inode %" PRIu64
			       ", which is not in use", shown(l, end), l->path, l->here);
	if (ret)
		return ret;
	if (kind == FILE_DIRECTORY)
		return 0;
	return err_set(l->err, ERR_NOT_FOUND, ERR_NO_PLACE, "'%.*s' is not a directory (%s)",
		       shown(l, end), l->path, file_kind_name(kind));
}

static int go_back(struct lookup *l)
{
	if (l->above.count)
		l->here = l->above.item[--l->above.count];
	else if (!l->from_root)
		return err_set(l->err, ERR_USAGE, ERR_NO_PLACE,
			       "'%.*s' goes back beyond the inode that it starts from",
			       SHOWN, l->path);
	return 0;
}

/* Goes to the entry `name` of the directory where the lookup stands. */
static int go_to(struct lookup *l, const char *name, size_t len)
{
	struct search s = { .text = name, .len = len };
	int ret;

	if (len > NAME_LONGEST)
		return err_set(l->err, ERR_USAGE, ERR_NO_PLACE,
			       "'%.*s...' has %zu bytes; the longest name has %d",
			       SHOWN, name, len, NAME_LONGEST);
	ret = fs_each_entry(l->fs, l->here, take_match, &s, l->err);
	if (ret < 0)
		return ret;
	if (!ret)
		return err_set(l->err, ERR_NOT_FOUND, ERR_NO_PLACE, "there is no '%.*s' in '%.*s'",
			       (int)len, name, shown(l, name), l->path);
	if (inode_stack_push(&l->above, l->here))
		return err_nomem(l->err, "a path");
	l->here = s.inode;
	return 0;
}

static int step(struct lookup *l, const char *name, size_t len)
{
	int ret = need_directory(l, name);

	if (ret)
		return ret;
	if (len == 1 && name[0] == '.')
		return 0;
	if (len == 2 && name[0] == '.' && name[1] == '.')
		return go_back(l);
	return go_to(l, name, len);
}

/* Reads "<12>"; the first byte after it, or NULL when it is none. */
static const char *read_number(const char *path, uint64_t *inode)
{
	char *end;

	/* strtoull() would also take blanks and signs */
	if (path[0] != '<' || !isdigit((unsigned char)path[1]))
		return NULL;
	errno = 0;
	*inode = strtoull(path + 1, &end, 10);
	return !errno && end[0] == '>' && (!end[1] || end[1] == '/') ? end + 1 : NULL;
}

/* Puts the lookup at its start; *rest is what remains of the path. */
static int start(struct lookup *l, const char **rest)
{
	const char *after = l->path;

	l->here = l->fs->root;
	l->from_root = l->path[0] == '/';
	if (!l->from_root)
		after = read_number(l->path, &l->here);
	if (!after)
		return err_set(l->err, ERR_USAGE, ERR_NO_PLACE, "'%.*s' is not a path inside the volume: "
			       "that begins with a slash, or is an inode number like <12>",
			       SHOWN, l->path);
	*rest = after;
	return 0;
}

int fs_lookup(struct fs *fs, const char *path, uint64_t *inode, struct err *err)
{
	struct lookup l = { .fs = fs, .path = path, .err = err };
	const char *at = path;
	size_t len;
	int ret = start(&l, &at);

	while (!ret && *at) {
		at += strspn(at, "/");
		len = strcspn(at, "/");
		if (len)
			ret = step(&l, at, len);
		else if (at - path > 1)		/* a slash at the end, not "/" itself */
			ret = need_directory(&l, at);
		at += len;
	}
	if (!ret)
		*inode = l.here;
	inode_stack_free(&l.above);
	return ret;
}
