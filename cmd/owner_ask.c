/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/units.h"
#include "cmd/owner.h"
#include "image/mapfile.h"

/* How places are counted, and where the volume begins in that count. */
struct scale {
	uint64_t unit;		/* bytes */
	uint64_t origin;	/* bytes of the disk image before the volume */
	uint64_t size;		/* of the volume, bytes */
	const char *name;	/* of the unit, for messages */
};

/* The part of [start, start + len) of the disk that lies inside the volume. */
static struct range inside(const struct scale *scale, uint64_t start, uint64_t len)
{
	uint64_t end = start + len, volume_end = scale->origin + scale->size;
	struct range at = { 0 };

	if (start < scale->origin)
		start = scale->origin;
	if (end > volume_end)
		end = volume_end;
	if (start < end)
		at = (struct range) { start - scale->origin, end - start };
	return at;
}

/* "7" or "7-12", both ends counted. */
static int parse_place(const char *text, uint64_t *first, uint64_t *last)
{
	const char *dash = strchr(text, '-');
	char number[32];

	if (!dash) {
		*last = 0;
		return units_parse_count(text, first) ? ERR_USAGE : (*last = *first, 0);
	}
	if ((size_t)(dash - text) >= sizeof(number))
		return ERR_USAGE;
	memcpy(number, text, (size_t)(dash - text));
	number[dash - text] = '\0';
	if (units_parse_count(number, first) || units_parse_count(dash + 1, last) ||
	    *last < *first)
		return ERR_USAGE;
	return 0;
}

static int push(struct owner_questions *questions, const struct owner_question *question,
		struct err *err)
{
	return owner_questions_push(questions, *question) ? err_nomem(err, "the questions") : 0;
}

static int ask_operand(const char *text, const struct scale *scale,
		       struct owner_questions *questions, struct err *err)
{
	struct owner_question question;
	uint64_t first, last, start, end;

	if (parse_place(text, &first, &last) || last == UINT64_MAX ||
	    !checked_mul(first, scale->unit, &start) ||
	    !checked_mul(last + 1, scale->unit, &end))
		return err_set(err, ERR_USAGE, ERR_NO_PLACE,
			       "%s: is no %s; give a number, or a range such as 100-120", text,
			       scale->name);
	question.at = inside(scale, start, end - start);
	if (!question.at.len)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE, "%s %s: lies outside the volume, which has %ss %"
			       PRIu64 " to %" PRIu64, scale->name, text, scale->name,
			       scale->origin / scale->unit,
			       (scale->origin + scale->size - 1) / scale->unit);
	snprintf(question.text, sizeof(question.text), "%s", text);
	return push(questions, &question, err);
}

/* Areas outside the volume belong to other partitions: they are left out. */
static int ask_mapfile(const char *path, const struct scale *scale,
		       struct owner_questions *questions, struct err *err)
{
	struct mapfile_areas areas;
	struct owner_question question;
	int ret = mapfile_read(path, &areas, err);
	size_t i;

	for (i = 0; !ret && i < areas.count; i++) {
		const struct mapfile_area *area = &areas.item[i];

		question.at = inside(scale, area->at.start, area->at.len);
		snprintf(question.text, sizeof(question.text), "0x%" PRIx64 "+0x%" PRIx64 " %c",
			 area->at.start, area->at.len, area->status);
		if (question.at.len)
			ret = push(questions, &question, err);
	}
	if (!ret)
		mapfile_areas_free(&areas);
	return ret;
}

int owner_ask(const struct owner_options *options, char **operands,
	      const struct source *source, struct owner_questions *questions,
	      struct err *err)
{
	const struct volume *v = fs_volume(source->fs);
	struct scale disk = {
		.unit = 1, .origin = source->origin, .size = v->size, .name = "byte",
	};
	struct scale scale = { .unit = v->block_bytes, .size = v->size, .name = "block" };
	int ret = 0;

	if (options->bytes && options->sectors)
		return err_set(err, ERR_USAGE, ERR_NO_PLACE,
			       "--bytes and --sectors both say how places are counted; give one");
	if (options->bytes || options->sectors) {
		scale = disk;
		scale.unit = options->sectors ? 512 : 1;
		scale.name = options->sectors ? "sector" : "byte";
	}
	for (; !ret && *operands; operands++)
		ret = ask_operand(*operands, &scale, questions, err);
	if (!ret && options->mapfile)
		ret = ask_mapfile(options->mapfile, &disk, questions, err);
	return ret;
}
