/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "image/mapfile.h"
#include "suites.h"
#include "support.h"

static int read_text(const char *text, struct mapfile_areas *areas, struct err *err)
{
	char path[PATH_ROOM];
	FILE *file = fopen(support_path("map", path), "w");

	CHECK_FATAL(file != NULL);
	fputs(text, file);
	fclose(file);
	return mapfile_read(path, areas, err);
}

static void areas_in_order(void)
{
	struct mapfile_areas areas;
	struct err err = ERR_INIT;

	CHECK_EQ(read_text("# comment\n0x100 ?\n0 0x200 +\n0x200\t512\t-\n1024 0x10 *\n"
			   "0x410 0x1 /\n\n0x411 0xFF ?\n", &areas, &err), 0);
	CHECK_EQ(areas.count, 4);
	CHECK_EQ(areas.item[0].at.start, 0x200);
	CHECK_EQ(areas.item[0].at.len, 512);
	CHECK_EQ(areas.item[0].status, '-');
	CHECK_EQ(areas.item[1].at.start, 1024);
	CHECK_EQ(areas.item[1].status, '*');
	CHECK_EQ(areas.item[2].status, '/');
	CHECK_EQ(areas.item[3].at.start, 0x411);
	CHECK_EQ(areas.item[3].status, '?');
	mapfile_areas_free(&areas);
}

static void what_is_no_map(void)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "", "is no ddrescue map file" },
		{ "# only a comment\n", "is no ddrescue map file" },
		{ "hello\n", "line 1 " },
		{ "0x0 +\n0x0 0x10\n", "line 2 " },
		{ "0x0 +\n0x0 0x10 x\n", "line 2 " },
		{ "0x0 +\n0x0 0x10 - more\n", "line 2 " },
		{ "0x0 +\n-1 0x10 -\n", "line 2 " },
		{ "0x0 +\n0xFFFFFFFFFFFFFFFF 0x10 -\n", "line 2 " },
		{ "0x0 +\n0x1FFFFFFFFFFFFFFFF 0x10 -\n", "line 2 " },
	};
	struct mapfile_areas areas;
	struct err err;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		err = (struct err) ERR_INIT;
		CHECK_EQ(read_text(bad[i].text, &areas, &err), ERR_USAGE);
		CHECK_HAS(err.text, bad[i].says);
		CHECK_EQ(areas.count, 0);
	}
	err = (struct err) ERR_INIT;
	CHECK_EQ(mapfile_read("/nonexistent/map", &areas, &err), ERR_IO);
	CHECK_HAS(err.text, "No such file");
}

static const struct unit_test tests[] = {
	{ "areas in order", areas_in_order },
	{ "what is no map", what_is_no_map },
};

void suite_mapfile(void)
{
	SUITE("image/mapfile", tests);
}
