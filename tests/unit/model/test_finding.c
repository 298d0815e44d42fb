/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "model/finding.h"
#include "suites.h"
#include "support.h"

/* Puts findings whose place counts up from `first`. */
static void put_many(struct findings *list, enum finding_kind kind, uint64_t first,
		     uint64_t count, bool dirty)
{
	struct finding finding = { .kind = kind, .expected_dirty = dirty };
	uint64_t i;

	for (i = 0; i < count; i++) {
		finding.place = first + i;
		CHECK_FATAL(finding_put(list, &finding) == 0);
	}
}

static uint64_t kept_of(const struct findings *list, enum finding_kind kind)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < list->kept.count; i++)
		count += list->kept.item[i].kind == kind;
	return count;
}

static void names_are_distinct(void)
{
	int i, j;

	for (i = 0; i < FINDING_KINDS; i++) {
		if (!CHECK(finding_name((enum finding_kind)i) != NULL))
			continue;
		CHECK(strlen(finding_name((enum finding_kind)i)) > 0);
		for (j = 0; j < i; j++)
			CHECK(strcmp(finding_name((enum finding_kind)i),
				     finding_name((enum finding_kind)j)));
	}
	CHECK_STR(finding_name(FINDING_GROUP_FREE_COUNT), "group_free_count");
}

static void add_formats(void)
{
	struct findings list = { 0 };
	const struct finding *f;

	CHECK_EQ(finding_add(&list, FINDING_DESCRIPTOR, 4711, "group %d: %s", 3, "odd"), 0);
	CHECK_EQ(list.kept.count, 1);
	f = &list.kept.item[0];
	CHECK_EQ(f->kind, FINDING_DESCRIPTOR);
	CHECK_EQ(f->place, 4711);
	CHECK_STR(f->text, "group 3: odd");
	CHECK(!f->has_numbers);
	CHECK(!f->expected_dirty);
	CHECK_EQ(list.damage, 1);
	finding_free(&list);
}

static void add_cuts_a_long_text(void)
{
	struct findings list = { 0 };
	char text[1000];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	CHECK_EQ(finding_add(&list, FINDING_DESCRIPTOR, 0, "%s", text), 0);
	CHECK_EQ(strlen(list.kept.item[0].text), sizeof(list.kept.item[0].text) - 1);
	finding_free(&list);
}

static void caps_each_kind_and_counts_all(void)
{
	struct findings list = { 0 };
	size_t i, wrong = 0;

	put_many(&list, FINDING_BITMAP_CHECKSUM, 0, FINDINGS_KEPT - 1, false);
	CHECK_EQ(list.kept.count, FINDINGS_KEPT - 1);
	put_many(&list, FINDING_BITMAP_CHECKSUM, FINDINGS_KEPT - 1, 1, false);
	CHECK_EQ(list.kept.count, FINDINGS_KEPT);
	put_many(&list, FINDING_BITMAP_CHECKSUM, FINDINGS_KEPT, 1000, false);
	CHECK_EQ(list.kept.count, FINDINGS_KEPT);
	put_many(&list, FINDING_GROUP_FREE_COUNT, 0, 5, true);
	CHECK_EQ(kept_of(&list, FINDING_BITMAP_CHECKSUM), FINDINGS_KEPT);
	CHECK_EQ(kept_of(&list, FINDING_GROUP_FREE_COUNT), 5);
	CHECK_EQ(list.total[FINDING_BITMAP_CHECKSUM], FINDINGS_KEPT + 1000);
	CHECK_EQ(list.total[FINDING_GROUP_FREE_COUNT], 5);
	CHECK_EQ(finding_count(&list), FINDINGS_KEPT + 1005);
	CHECK_EQ(list.damage, FINDINGS_KEPT + 1000);
	for (i = 0; i < FINDINGS_KEPT; i++)	/* the first are kept */
		wrong += list.kept.item[i].place != i;
	CHECK_EQ(wrong, 0);
	finding_free(&list);
	CHECK_EQ(finding_count(&list), 0);
	CHECK_EQ(list.damage, 0);
	CHECK_EQ(list.kept.count, 0);
	put_many(&list, FINDING_DESCRIPTOR, 9, 1, false);
	CHECK_EQ(list.kept.count, 1);
	finding_free(&list);
}

/* What moving must give: as if all had been put into one list one after the other. */
static void move_is_like_putting_into_one_list(void)
{
	static const uint64_t sizes[] = { 0, 1, 63, 64, 65, 200 };
	const size_t count = sizeof(sizes) / sizeof(sizes[0]);
	struct findings one, two, whole;
	size_t a, b, i, wrong = 0;

	for (a = 0; a < count; a++)
		for (b = 0; b < count; b++) {
			one = two = whole = (struct findings) { 0 };
			put_many(&one, FINDING_BITMAP_PLACE, 0, sizes[a], false);
			put_many(&one, FINDING_DESCRIPTOR, 500, 3, true);
			put_many(&two, FINDING_DESCRIPTOR, 600, 63, false);
			put_many(&two, FINDING_BITMAP_PLACE, 1000, sizes[b], true);
			put_many(&whole, FINDING_BITMAP_PLACE, 0, sizes[a], false);
			put_many(&whole, FINDING_DESCRIPTOR, 500, 3, true);
			put_many(&whole, FINDING_DESCRIPTOR, 600, 63, false);
			put_many(&whole, FINDING_BITMAP_PLACE, 1000, sizes[b], true);
			wrong += finding_move(&one, &two) != 0;
			wrong += one.kept.count != whole.kept.count ||
				 one.damage != whole.damage ||
				 memcmp(one.total, whole.total, sizeof(one.total));
			for (i = 0; i < one.kept.count && i < whole.kept.count; i++)
				wrong += one.kept.item[i].place != whole.kept.item[i].place ||
					 one.kept.item[i].kind != whole.kept.item[i].kind;
			wrong += two.kept.count || two.damage || finding_count(&two);
			finding_free(&one);
			finding_free(&two);
			finding_free(&whole);
		}
	CHECK_EQ(wrong, 0);
}

static void expected_dirty_is_no_damage(void)
{
	struct findings one = { 0 }, two = { 0 };

	put_many(&one, FINDING_GROUP_FREE_COUNT, 0, 4, true);
	CHECK_EQ(one.damage, 0);
	put_many(&one, FINDING_GROUP_FREE_COUNT, 4, 2, false);
	put_many(&two, FINDING_GROUP_FREE_COUNT, 6, 70, true);
	put_many(&two, FINDING_GROUP_FREE_COUNT, 76, 5, false);	/* past the cap: counted */
	CHECK_EQ(finding_move(&one, &two), 0);
	CHECK_EQ(one.damage, 7);
	CHECK_EQ(finding_count(&one), 81);
	finding_free(&one);
}

static void put_keeps_both_numbers(void)
{
	struct finding finding = {
		.kind = FINDING_VOLUME_FREE_COUNT, .has_numbers = true, .place = 1024,
		.stored = 17, .found = UINT64_MAX, .text = "seventeen",
	};
	struct findings list = { 0 };

	CHECK_EQ(finding_put(&list, &finding), 0);
	CHECK(list.kept.item[0].has_numbers);
	CHECK_EQ(list.kept.item[0].stored, 17);
	CHECK_EQ(list.kept.item[0].found, UINT64_MAX);
	CHECK_STR(list.kept.item[0].text, "seventeen");
	finding_free(&list);
}

static const struct unit_test tests[] = {
	{ "names are distinct", names_are_distinct },
	{ "add formats", add_formats },
	{ "add cuts a long text", add_cuts_a_long_text },
	{ "caps each kind and counts all", caps_each_kind_and_counts_all },
	{ "move is like putting into one list", move_is_like_putting_into_one_list },
	{ "expected dirty is no damage", expected_dirty_is_no_damage },
	{ "put keeps both numbers", put_keeps_both_numbers },
};

void suite_finding(void)
{
	SUITE("model/finding", tests);
}
