/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdarg.h>
#include <stdio.h>

#include "base/err.h"

int err_set(struct err *err, int code, uint64_t place, const char *fmt, ...)
{
	va_list args;

	if (!err)
		return code;
	err->code = code;
	err->place = place;
	va_start(args, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return code;
}

int err_nomem(struct err *err, const char *what)
{
	return err_set(err, ERR_NOMEM, ERR_NO_PLACE, "no memory for %s", what);
}

const char *err_name(int code)
{
	switch (code) {
	case ERR_IO: return "io";
	case ERR_NOMEM: return "memory";
	case ERR_USAGE: return "usage";
	case ERR_UNSUPPORTED: return "unsupported";
	case ERR_DAMAGED: return "damaged";
	case ERR_NOT_FOUND: return "not_found";
	case ERR_TRUNCATED: return "truncated";
	default: return code ? "unknown" : "none";
	}
}
