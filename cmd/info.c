/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>

#include "cmd/output.h"
#include "cmd/source.h"

static void show_place(struct report *r, const struct source *s, const struct volume *v)
{
	report_begin(r, "place");
	if (s->partition.number) {
		report_text(r, "partition_table", s->table);
		report_count(r, "partition", s->partition.number);
		report_text(r, "partition_type", s->partition.type);
		report_text(r, "partition_name", s->partition.name);
	}
	report_place(r, "device_offset", v->device_offset);
	report_bytes(r, "image_size", v->image_size);
	report_place(r, "superblock_at", v->superblock_place);
	report_flag(r, "superblock_is_backup", v->superblock_is_backup);
	report_end(r);
}

static void show_geometry(struct report *r, const struct volume *v)
{
	report_begin(r, "geometry");
	report_bytes(r, "size", v->size);
	report_bytes(r, "block", v->block_bytes);
	report_count(r, "blocks", v->size / v->block_bytes);
	if (v->cluster_bytes != v->block_bytes)
		report_bytes(r, "cluster", v->cluster_bytes);
	report_bytes(r, "free", v->free);
	report_bytes(r, "reserved", v->reserved);
	report_count(r, "groups", v->groups);
	report_bytes(r, "group", v->group_bytes);
	report_place(r, "first_group_at", v->group_start);
	report_bytes(r, "inode", v->inode_bytes);
	report_count(r, "inodes", v->inodes);
	report_count(r, "free_inodes", v->free_inodes);
	report_end(r);
}

/* People hold stripe sizes against mkfs (blocks), fdisk (sectors) and mdadm (bytes). */
static void show_raid(struct report *r, const struct volume *v)
{
	report_begin(r, "raid");
	report_flag(r, "hints", v->stripe_unit || v->stripe_width);
	if (v->stripe_unit) {
		report_count(r, "stride_blocks", v->stripe_unit / v->block_bytes);
		report_count(r, "stride_sectors", v->stripe_unit / 512);
		report_bytes(r, "stride", v->stripe_unit);
	}
	if (v->stripe_width) {
		report_count(r, "stripe_width_blocks", v->stripe_width / v->block_bytes);
		report_count(r, "stripe_width_sectors", v->stripe_width / 512);
		report_bytes(r, "stripe_width", v->stripe_width);
	}
	report_end(r);
}

static void show_state(struct report *r, const struct volume *v)
{
	report_begin(r, "state");
	report_flag(r, "clean", !v->not_unmounted && !v->errors &&
		    v->journal != VOLUME_JOURNAL_DIRTY);
	report_flag(r, "needs_recovery", v->journal == VOLUME_JOURNAL_DIRTY);
	report_flag(r, "errors", v->errors);
	report_flag(r, "journal", v->journal != VOLUME_JOURNAL_NONE);
	report_time(r, "created", v->created);
	report_time(r, "last_mounted", v->mounted);
	report_text(r, "last_mounted_at", v->mounted_at);
	report_time(r, "last_written", v->written);
	report_time(r, "last_checked", v->checked);
	report_end(r);
}

static void show_class(struct report *r, const struct volume *v, const char *key,
		       enum feature_class class)
{
	const char *names[3 * 32];	/* three words of feature bits at most */
	size_t i, count = 0;

	for (i = 0; i < v->features.count && count < sizeof(names) / sizeof(names[0]); i++)
		if (v->features.item[i].class == class)
			names[count++] = v->features.item[i].name;
	report_words(r, key, names, count);
}

static void show_features(struct report *r, const struct volume *v)
{
	report_begin(r, "features");
	show_class(r, v, "understood", FEATURE_UNDERSTOOD);
	show_class(r, v, "shown", FEATURE_SHOWN);
	show_class(r, v, "unknown", FEATURE_UNKNOWN);
	report_end(r);
}

static void show(struct report *r, const struct source *s)
{
	const struct volume *v = fs_volume(s->fs);

	show_place(r, s, v);
	show_geometry(r, v);
	show_raid(r, v);
	show_state(r, v);
	show_features(r, v);
}

static int print(const struct command *self, const struct common_options *options,
		 const struct source *s, struct err *err)
{
	struct report *r;

	if (options->json)
		r = output_json(self, fs_volume(s->fs));
	else
		r = report_open(REPORT_TEXT, stdout);
	if (!r)
		return err_nomem(err, "the report");
	if (options->json) {
		report_begin(r, "info");
	} else {	/* JSON has these under "volume" */
		report_text(r, "type", fs_volume(s->fs)->type);
		report_text(r, "label", fs_volume(s->fs)->label);
		report_text(r, "uuid", fs_volume(s->fs)->uuid);
	}
	show(r, s);
	if (options->json) {
		report_end(r);
		return output_json_close(r, fs_findings(s->fs), err);
	}
	return report_close(r) ? err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write") : 0;
}

static int info_run(const struct command *self, void *opts, char **operands)
{
	const struct common_options *options = opts;
	struct err err = ERR_INIT;
	struct source source;
	int ret = source_open(&source, operands[0], options, true, &err);

	if (!ret) {
		output_journal(options, fs_volume(source.fs));
		ret = print(self, options, &source, &err);
	}
	ret = output_end(options, operands[0], ret, &err, source.fs);
	source_close(&source);
	return ret;
}

const struct command info_command = {
	.name = "info",
	.operands = "IMAGE",
	.summary = "what a volume says of itself: geometry, features, RAID hints, state",
	.operands_min = 1,
	.operands_max = 1,
	.options_size = sizeof(struct common_options),
	.options = { options_image, options_output, options_all },
	.run = info_run,
};
