/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Part of the sample generators: the tables of directories and kinds of files, see household.h.
 */
#include "household.h"

static const struct household_kind document = {
	.words = { "report", "letter", "minutes", "budget", "draft", "invoice" }, .suffix = ".odt",
	.lo = 12, .hi = 18, .batch = 2, .churn = 2,
};
static const struct household_kind photo = {
	.words = { "IMG" }, .suffix = ".jpg", .lo = 17, .hi = 20, .batch = 8, .step = 262144, .churn = 1,
};
static const struct household_kind mail = {
	.words = { "msg" }, .suffix = ".eml", .lo = 9, .hi = 15, .batch = 12, .churn = 1,
};
static const struct household_kind music = {
	.words = { "track" }, .suffix = ".ogg", .lo = 20, .hi = 21, .batch = 4, .step = 131072, .churn = 2,
};
static const struct household_kind source = {
	.words = { "buffer", "main", "parse", "util", "screen", "table" }, .suffix = ".c",
	.lo = 8, .hi = 15, .batch = 16, .churn = 1,
};
static const struct household_kind object = {
	.words = { "buffer", "main", "parse", "util", "screen", "table" }, .suffix = ".o",
	.lo = 11, .hi = 17, .batch = 24, .step = 16384, .churn = 6, .flush_days = 17,
};
static const struct household_kind download = {
	.words = { "package", "manual", "setup", "slides" }, .suffix = ".bin",
	.lo = 17, .hi = 22, .batch = 3, .step = 65536, .churn = 8,
};
static const struct household_kind cache = {
	.words = { "page", "thumb", "icon", "font" }, .suffix = ".cache",
	.lo = 9, .hi = 17, .batch = 24, .churn = 8, .flush_days = 73,
};
static const struct household_kind logfile = {
	.words = { "access", "error", "daemon", "kern" }, .suffix = ".log",
	.lo = 8, .hi = 14, .grow_lo = 8, .grow_hi = 16, .batch = 1, .churn = 4,
};
static const struct household_kind table = {
	.words = { "orders", "stock", "people", "log" }, .suffix = ".ibd",
	.lo = 14, .hi = 17, .grow_lo = 12, .grow_hi = 16, .batch = 1, .prealloc = true,
};
static const struct household_kind disk = {
	.words = { "guest" }, .suffix = ".img",
	.lo = 17, .hi = 20, .grow_lo = 14, .grow_hi = 18, .batch = 1, .churn = 1, .holes = true,
};
static const struct household_kind temporary = {
	.words = { "tmp" }, .suffix = "", .lo = 8, .hi = 20, .batch = 6, .step = 32768, .churn = 8, .flush_days = 11,
};

const struct household_dir household_dirs[] = {
	{ "home", NULL, 0, 0 },
	{ "home/anna", &document, 2, 1000 },
	{ "home/anna/documents", &document, 8, 1000 },
	{ "home/anna/documents/letters", &document, 8, 1000 },
	{ "home/anna/documents/taxes", &document, 5, 1000 },
	{ "home/anna/pictures", NULL, 0, 1000 },
	{ "home/anna/pictures/2007-italy", &photo, 2, 1000 },
	{ "home/anna/pictures/2008-garden", &photo, 2, 1000 },
	{ "home/anna/pictures/2009-wedding", &photo, 2, 1000 },
	{ "home/anna/mail", NULL, 0, 1000 },
	{ "home/anna/mail/inbox", &mail, 14, 1000 },
	{ "home/anna/mail/sent", &mail, 8, 1000 },
	{ "home/anna/mail/family", &mail, 5, 1000 },
	{ "home/anna/music", &music, 1, 1000 },
	{ "home/anna/.cache", &cache, 6, 1000 },
	{ "home/jonas", &document, 1, 1001 },
	{ "home/jonas/src", NULL, 0, 1001 },
	{ "home/jonas/src/editor", &source, 5, 1001 },
	{ "home/jonas/src/game", &source, 4, 1001 },
	{ "home/jonas/src/game/levels", &source, 3, 1001 },
	{ "home/jonas/src/build", &object, 6, 1001 },
	{ "home/jonas/.cache", &cache, 6, 1001 },
	{ "home/jonas/downloads", &download, 3, 1001 },
	{ "home/jonas/machines", &disk, 1, 1001 },
	{ "srv", NULL, 0, 0 },
	{ "srv/www", &source, 2, 33 },
	{ "srv/www/images", &photo, 1, 33 },
	{ "srv/backup", NULL, 0, 0 },
	{ "tmp", &temporary, 7, 0 },
	{ "var", NULL, 0, 0 },
	{ "var/cache", NULL, 0, 0 },
	{ "var/cache/apt", &download, 2, 0 },
	{ "var/lib", NULL, 0, 0 },
	{ "var/lib/dpkg", &source, 3, 0 },
	{ "var/lib/mysql", &table, 1, 105 },
	{ "var/log", &logfile, 3, 0 },
	{ "var/log/apache2", &logfile, 2, 33 },
	{ "var/spool", &temporary, 2, 0 },
};

const size_t household_dirs_count = sizeof(household_dirs) / sizeof(household_dirs[0]);

unsigned int household_weight(void)
{
	unsigned int sum = 0;
	size_t i;

	for (i = 0; i < household_dirs_count; i++)
		sum += household_dirs[i].weight;
	return sum;
}

size_t household_pick(unsigned int at)
{
	size_t i = 0;

	while (at >= household_dirs[i].weight)
		at -= household_dirs[i++].weight;
	return i;
}
