/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/finding.h"

static const char *const names[FINDING_KINDS] = {
	[FINDING_SUPERBLOCK] = "superblock",
	[FINDING_TRUNCATED] = "truncated",
	[FINDING_DESCRIPTOR] = "group_descriptor",
	[FINDING_BITMAP_PLACE] = "block_bitmap_place",
	[FINDING_BITMAP_UNREADABLE] = "block_bitmap_unreadable",
	[FINDING_BITMAP_CHECKSUM] = "block_bitmap_checksum",
	[FINDING_GROUP_FREE_COUNT] = "group_free_count",
	[FINDING_VOLUME_FREE_COUNT] = "volume_free_count",
	[FINDING_INODE] = "inode",
	[FINDING_INODE_BITMAP] = "inode_bitmap",
	[FINDING_INODE_TABLE] = "inode_table",
	[FINDING_MAP] = "block_map",
	[FINDING_SHARED] = "blocks_claimed_twice",
	[FINDING_OWNED_FREE] = "owned_but_free",
	[FINDING_DIRECTORY] = "directory",
	[FINDING_DIRECTORY_CHECKSUM] = "directory_checksum",
};

const char *finding_name(enum finding_kind kind)
{
	return names[kind];
}

/* A place that is read twice, by two walks, is still one fault. */
static bool is_known(const struct findings *list, const struct finding *finding)
{
	const struct finding *kept;
	size_t i;

	for (i = 0; list->total[finding->kind] && i < list->kept.count; i++) {
		kept = &list->kept.item[i];
		if (kept->kind == finding->kind && kept->place == finding->place &&
		    !strcmp(kept->text, finding->text))
			return true;
	}
	return false;
}

int finding_put(struct findings *list, const struct finding *finding)
{
	if (is_known(list, finding))
		return 0;
	if (list->total[finding->kind] < FINDINGS_KEPT &&
	    finding_vec_push(&list->kept, *finding))
		return ERR_NOMEM;
	list->total[finding->kind]++;
	list->damage += !finding->expected_dirty;
	return 0;
}

int finding_add(struct findings *list, enum finding_kind kind, uint64_t place,
		const char *fmt, ...)
{
	struct finding finding = { .kind = kind, .place = place };
	va_list args;

	va_start(args, fmt);
	vsnprintf(finding.text, sizeof(finding.text), fmt, args);
	va_end(args);
	return finding_put(list, &finding);
}

int finding_move(struct findings *list, struct findings *from)
{
	uint64_t damage = from->damage;
	const struct finding *finding;
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < from->kept.count; i++) {
		finding = &from->kept.item[i];
		ret = finding_put(list, finding);
		from->total[finding->kind]--;
		damage -= !finding->expected_dirty;
	}
	/* what was counted there, but not kept */
	for (i = 0; i < FINDING_KINDS; i++)
		list->total[i] += from->total[i];
	list->damage += damage;
	finding_free(from);
	return ret;
}

uint64_t finding_count(const struct findings *list)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < FINDING_KINDS; i++)
		count += list->total[i];
	return count;
}

void finding_free(struct findings *list)
{
	finding_vec_free(&list->kept);
	memset(list->total, 0, sizeof(list->total));
	list->damage = 0;
}
