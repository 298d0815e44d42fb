/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every bit of the three feature words, by the name that libe2p gives it. */
#include <stdio.h>
#include <string.h>

#include <e2p/e2p.h>

#include "fs/ext/ext_features.h"
#include "suites.h"
#include "support.h"

static const char letters[] = "CIR";
static const int words[] = { E2P_FEATURE_COMPAT, E2P_FEATURE_INCOMPAT, E2P_FEATURE_RO_INCOMPAT };

/* The list of a superblock with one bit set in one word. */
static struct feature_vec list_of(int word, unsigned bit)
{
	struct ext_super super = { 0 };
	struct feature_vec list = { 0 };

	*(word == 0 ? &super.compat : word == 1 ? &super.incompat : &super.ro_compat) =
		UINT32_C(1) << bit;
	CHECK_FATAL(ext_features_list(&super, &list) == 0);
	return list;
}

static void names_are_those_of_libe2p(void)
{
	char generic[32];
	struct feature_vec list;
	const char *theirs;
	unsigned bit, known = 0;
	int word;

	for (word = 0; word < 3; word++)
		for (bit = 0; bit < 32; bit++) {
			list = list_of(word, bit);
			theirs = e2p_feature2string(words[word], 1U << bit);
			snprintf(generic, sizeof(generic), "FEATURE_%c%u", letters[word], bit);
			CHECK_EQ(list.count, 1);
			if (list.count == 1) {
				if (!CHECK_STR(list.item[0].name, theirs))
					printf(" [%s] ", generic);
				CHECK_EQ(list.item[0].class == FEATURE_UNKNOWN,
					 !strcmp(theirs, generic));
				CHECK_EQ(list.item[0].incompatible, word == 1);
				known += strcmp(theirs, generic) != 0;
			}
			feature_vec_free(&list);
		}
	CHECK(known > 30);
}

static void all_bits_in_order(void)
{
	struct ext_super super = { .compat = ~0U, .incompat = ~0U, .ro_compat = ~0U };
	struct feature_vec list = { 0 }, one;
	size_t i;

	CHECK_EQ(ext_features_list(&super, &list), 0);
	CHECK_EQ(list.count, 96);
	for (i = 0; i < list.count; i++) {
		one = list_of((int)(i / 32), (unsigned)(i % 32));
		CHECK_STR(list.item[i].name, one.item[0].name);
		feature_vec_free(&one);
	}
	feature_vec_free(&list);
}

static void unreadable_is_the_first_unknown_incompatible(void)
{
	struct ext_super super = { .compat = ~0U, .ro_compat = ~0U, .incompat = 0x2 };
	const struct feature *found;
	struct feature_vec list = { 0 };

	CHECK_EQ(ext_features_list(&super, &list), 0);
	CHECK(ext_features_unreadable(&list) == NULL);
	feature_vec_free(&list);
	CHECK(ext_features_unreadable(&list) == NULL);
	super.incompat = 0x2 | UINT32_C(1) << 31 | UINT32_C(1) << 29;
	CHECK_EQ(ext_features_list(&super, &list), 0);
	found = ext_features_unreadable(&list);
	if (CHECK(found != NULL))
		CHECK_STR(found->name, "FEATURE_I29");
	feature_vec_free(&list);
}

static const struct unit_test tests[] = {
	{ "names are those of libe2p", names_are_those_of_libe2p },
	{ "all bits in order", all_bits_in_order },
	{ "unreadable is the first unknown incompatible",
	  unreadable_is_the_first_unknown_incompatible },
};

void suite_ext_features(void)
{
	SUITE("fs/ext/ext_features", tests);
}
