/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "image/inuse.h"

/* Where in the mount table a block device is mounted; proc(5), mountinfo. */
static bool mounted_at(dev_t device, char where[INUSE_TEXT])
{
	FILE *table = fopen("/proc/self/mountinfo", "re");
	unsigned major_number, minor_number;
	char line[4096], point[256];
	bool found = false;

	if (!table)
		return false;
	while (!found && fgets(line, sizeof(line), table)) {
		if (sscanf(line, "%*u %*u %u:%u %*s %255s", &major_number, &minor_number,
			   point) != 3)
			continue;
		found = makedev(major_number, minor_number) == device;
	}
	fclose(table);
	if (found)
		snprintf(where, INUSE_TEXT, "mounted at %s", point);
	return found;
}

static bool same_file(const char *path, const struct stat *st)
{
	struct stat other;

	return !stat(path, &other) && other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

/* Which loop device shows a plain file: /sys/block/loopN/loop/backing_file. */
static bool attached_to(const struct stat *st, char where[INUSE_TEXT])
{
	DIR *blocks = opendir("/sys/block");
	char path[300], backing[4096];
	struct dirent *entry;
	bool found = false;
	FILE *file;

	if (!blocks)
		return false;
	while (!found && (entry = readdir(blocks))) {
		if (strncmp(entry->d_name, "loop", 4))
			continue;
		snprintf(path, sizeof(path), "/sys/block/%s/loop/backing_file", entry->d_name);
		file = fopen(path, "re");
		if (!file)
			continue;
		if (fgets(backing, sizeof(backing), file)) {
			backing[strcspn(backing, "\n")] = '\0';
			found = same_file(backing, st);
		}
		fclose(file);
		if (found)
			snprintf(where, INUSE_TEXT, "attached to /dev/%.32s", entry->d_name);
	}
	closedir(blocks);
	return found;
}

bool inuse_check(const struct image *img, char how[INUSE_TEXT])
{
	struct stat st;

	if (img->fd < 0 || fstat(img->fd, &st))
		return false;
	if (S_ISBLK(st.st_mode))
		return mounted_at(st.st_rdev, how);
	return attached_to(&st, how);
}
