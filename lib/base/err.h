/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * err: what went wrong, where, in one sentence.
 *
 * Functions of the library return 0 when all is good and a negative
 * err_code when they cannot go on. The sentence is written once, where the
 * fault is seen, into a struct err that the caller owns; only cmd/ prints it.
 * Positive returns are never errors: a callback stopped a walk.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdint.h>

enum err_code {
	ERR_IO = -1,		/* the operating system refused a read or an open */
	ERR_NOMEM = -2,		/* no memory */
	ERR_USAGE = -3,		/* the command line must change: by itself, or for this image */
	ERR_UNSUPPORTED = -4,	/* recognised, but not something we read */
	ERR_DAMAGED = -5,	/* the image contradicts itself so that we cannot go on */
	ERR_NOT_FOUND = -6,	/* nothing we recognise is there */
	ERR_TRUNCATED = -7,	/* a read would go past the end of the image */
};

/* Marks a fault that has no position in the image. */
#define ERR_NO_PLACE UINT64_MAX

struct err {
	int code;		/* 0, or an err_code */
	uint64_t place;		/* bytes from the start of the image, or ERR_NO_PLACE */
	char text[512];		/* one sentence, no newline */
};

/* A struct err before anything happened. */
#define ERR_INIT { .code = 0, .place = ERR_NO_PLACE, .text = "" }

/*
 * Records a fault and returns its code, so that callers can write
 * `return err_set(err, ERR_DAMAGED, place, "...")`. place is in bytes from the
 * start of the image or ERR_NO_PLACE. err may be NULL: then only the code
 * travels. An earlier fault in the same struct is replaced.
 */
int err_set(struct err *err, int code, uint64_t place, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Shorthand for the commonest fault without a place: no memory for `what`. */
int err_nomem(struct err *err, const char *what);

/* Name of a code for machines: "io", "damaged", ... Never NULL. */
const char *err_name(int code);

#endif
