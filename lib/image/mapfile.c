/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "image/mapfile.h"

/* A number as ddrescue writes it: decimal, 0x or octal, then a blank. */
static bool number(const char **text, uint64_t *value)
{
	char *end;

	*text += strspn(*text, " \t");
	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	*value = strtoull(*text, &end, 0);
	if (errno || (*end != ' ' && *end != '\t'))
		return false;
	*text = end;
	return true;
}

/* "0x1000  0x200  -"; false when the line is none of these. */
static bool area_of(const char *line, struct mapfile_area *area)
{
	uint64_t end;

	if (!number(&line, &area->at.start) || !number(&line, &area->at.len) ||
	    !checked_add(area->at.start, area->at.len, &end))
		return false;
	line += strspn(line, " \t");
	area->status = *line;
	return *line && strchr("?*/-+", *line) && line[1 + strspn(line + 1, " \t\r\n")] == '\0';
}

/* The status line: current position, current status, perhaps the pass. */
static bool is_status(const char *line)
{
	uint64_t position;

	if (!number(&line, &position))
		return false;
	line += strspn(line, " \t");
	return *line && strchr("?*/-FG+", *line) && isspace((unsigned char)line[1]);
}

static int not_a_line(const char *path, unsigned number, struct err *err)
{
	return err_set(err, ERR_USAGE, ERR_NO_PLACE,
		       "%s: line %u is no line of a ddrescue map file", path, number);
}

int mapfile_read(const char *path, struct mapfile_areas *areas, struct err *err)
{
	FILE *file = fopen(path, "re");
	struct mapfile_area area;
	bool status_seen = false;
	char line[512];
	unsigned count = 0;
	int ret = 0;

	*areas = (struct mapfile_areas) { 0 };
	if (!file)
		return err_set(err, ERR_IO, ERR_NO_PLACE, "%s: cannot open: %s", path,
			       strerror(errno));
	while (!ret && fgets(line, sizeof(line), file)) {
		count++;
		/* /dev/zero and the like have no lines at all */
		if (!line[0] || (strlen(line) == sizeof(line) - 1 && line[0] != '#')) {
			ret = not_a_line(path, count, err);
			break;
		}
		if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
			continue;
		if (!status_seen && is_status(line)) {
			status_seen = true;
			continue;
		}
		if (!status_seen || !area_of(line, &area))
			ret = not_a_line(path, count, err);
		else if (area.status != '+' && area.at.len && mapfile_areas_push(areas, area))
			ret = err_nomem(err, "the map file");
	}
	if (!ret && ferror(file))
		ret = err_set(err, ERR_IO, ERR_NO_PLACE, "%s: cannot read: %s", path,
			      strerror(errno));
	if (!ret && !status_seen)
		ret = err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s: is no ddrescue map file", path);
	fclose(file);
	if (ret)
		mapfile_areas_free(areas);
	return ret;
}
