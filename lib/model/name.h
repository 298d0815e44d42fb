/* SPDX-License-Identifier: GPL-2.0-or-later */
/* name: one entry of a directory, "." and ".." left out. */
#ifndef MODEL_NAME_H
#define MODEL_NAME_H

#include <stddef.h>
#include <stdint.h>

#include "model/file.h"

struct name {
	uint64_t directory;	/* inode of the directory that holds the entry */
	uint64_t inode;		/* what it names */
	enum file_kind kind;	/* as the entry says; FILE_UNKNOWN where it does not */
	const char *text;	/* bytes of the name, no NUL at the end; any byte but NUL and '/'.
				   An encrypted name is shown as its raw bytes, which
				   may be any: len counts */
	size_t len;
	uint64_t place;		/* where the entry lies, bytes of the volume */
};

#endif
