/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/file.h"

size_t file_extents(const struct file *file)
{
	size_t i, count = file->record_count ? 1 : 0;

	for (i = 1; i < file->record_count; i++)
		count += !extent_continues(&file->records[i - 1], &file->records[i]);
	return count;
}

const char *file_kind_name(enum file_kind kind)
{
	static const char *const names[] = {
		[FILE_REGULAR] = "regular", [FILE_DIRECTORY] = "directory",
		[FILE_SYMLINK] = "symlink", [FILE_CHAR_DEVICE] = "character device",
		[FILE_BLOCK_DEVICE] = "block device", [FILE_FIFO] = "fifo",
		[FILE_SOCKET] = "socket", [FILE_UNKNOWN] = "unknown",
	};

	return names[kind];
}

const char *file_role_name(enum file_role role)
{
	static const char *const names[] = {
		[FILE_PLAIN] = "file", [FILE_JOURNAL] = "journal",
		[FILE_RESIZE] = "resize inode", [FILE_QUOTA] = "quota",
		[FILE_ORPHAN] = "orphan file", [FILE_BAD_BLOCKS] = "bad blocks",
		[FILE_XATTR] = "attribute value", [FILE_SYSTEM] = "system",
	};

	return names[role];
}
