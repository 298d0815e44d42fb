/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "cmd/output.h"
#include "cmd/owner.h"
#include "measure/paths.h"

VEC_DEFINE(inode_vec, uint64_t);
VEC_DEFINE(word_vec, char *);

/* What the volume is used for, when nothing in particular is asked. */
struct usage {
	uint64_t bytes[OWNER_ROLES];
};

static int usage_add(void *ctx, const struct owner *owner)
{
	((struct usage *)ctx)->bytes[owner->role] += owner->at.len;
	return 0;
}

static void show_usage(struct report *r, const struct volume *v, const struct usage *usage)
{
	unsigned role;

	report_begin_list(r, "usage");
	for (role = 0; role < OWNER_ROLES; role++) {
		if (!usage->bytes[role])
			continue;
		report_begin_row(r);
		report_place(r, "used", usage->bytes[role]);
		report_percent(r, "share", (double)usage->bytes[role] * 100 / (double)v->size);
		report_text(r, "role", owner_role_name(role));
		report_end(r);
	}
	report_end(r);
}

/* Whose number is an inode that somebody may want the path of. */
static bool has_path(const struct owner *owner)
{
	return owner->inode && owner->role != OWNER_INODE_TABLE;
}

static bool has_group(enum owner_role role)
{
	return role >= OWNER_SUPERBLOCK && role <= OWNER_INODE_TABLE;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The inodes of the answers, ascending, each once. */
static int collect_inodes(const struct lookup *l, struct inode_vec *inodes)
{
	size_t i, kept = 0;

	for (i = 0; i < l->answers.count; i++)
		if (has_path(&l->answers.item[i].owner) &&
		    inode_vec_push(inodes, l->answers.item[i].owner.inode))
			return ERR_NOMEM;
	if (inodes->count)
		qsort(inodes->item, inodes->count, sizeof(*inodes->item), by_number);
	for (i = 0; i < inodes->count; i++)
		if (!kept || inodes->item[kept - 1] != inodes->item[i])
			inodes->item[kept++] = inodes->item[i];
	inodes->count = kept;
	return 0;
}

static int keep_path(void *ctx, const char *text, size_t len)
{
	char *copy = strndup(text, len);

	if (!copy || word_vec_push(ctx, copy)) {
		free(copy);
		return ERR_NOMEM;
	}
	return 0;
}

static int show_paths(struct report *r, const struct paths *paths, const struct owner *owner)
{
	struct word_vec words = { 0 };
	int ret = has_path(owner) ? paths_each(paths, owner->inode, keep_path, &words) : 0;
	size_t i;

	if (!ret)
		report_words(r, "paths", (const char *const *)words.item, words.count);
	for (i = 0; i < words.count; i++)
		free(words.item[i]);
	word_vec_free(&words);
	return ret;
}

static int show_answer(struct report *r, const struct volume *v, const char *question,
		       const struct owner *owner, const struct paths *paths)
{
	uint32_t block = v->block_bytes;
	int ret;

	report_begin_row(r);
	report_count(r, "block", owner->at.start / block);
	report_count(r, "blocks", (range_end(&owner->at) - 1) / block - owner->at.start / block + 1);
	report_place(r, "start", owner->at.start);
	report_place(r, "length", owner->at.len);
	if (has_group(owner->role))
		report_count(r, "group", owner->group);
	else
		report_none(r, "group");
	if (owner->inode)
		report_count(r, "inode", owner->inode);
	else
		report_none(r, "inode");
	if (has_path(owner))
		report_count(r, "file_offset_bytes", owner->logical);
	else
		report_none(r, "file_offset_bytes");
	report_text(r, "asked", question);
	report_text(r, "role", owner_role_name(owner->role));
	ret = show_paths(r, paths, owner);
	report_end(r);
	return ret;
}

static int show_answers(struct report *r, const struct volume *v,
			const struct owner_questions *questions, const struct lookup *l,
			const struct paths *paths)
{
	int ret = 0;
	size_t i;

	report_begin_list(r, "owners");
	for (i = 0; !ret && i < l->answers.count; i++)
		ret = show_answer(r, v, questions->item[l->answers.item[i].question].text,
				  &l->answers.item[i].owner, paths);
	report_end(r);
	return ret;
}

/* Opens the report in the form that is wanted. */
static struct report *begin(const struct command *self, const struct common_options *common,
			    const struct fs *fs)
{
	struct report *r;

	if (!common->json)
		return report_open(REPORT_TEXT, stdout);
	r = output_json(self, fs_volume(fs));
	if (r)
		report_begin(r, "owner");
	return r;
}

static int finish(struct report *r, const struct common_options *common, const struct fs *fs,
		  struct err *err)
{
	if (common->json) {
		report_end(r);
		return output_json_close(r, fs_findings(fs), err);
	}
	return report_close(r) ? err_set(err, ERR_IO, ERR_NO_PLACE, "cannot write") : 0;
}

/* Without a question: the whole volume by role. */
static int summarise(const struct command *self, const struct common_options *common,
		     struct fs *fs, struct err *err)
{
	bool shown;
	const struct fs_walk_options walk = output_walk(common, &shown);
	struct usage usage = { { 0 } };
	struct report *r;
	int ret = fs_each_owner(fs, &walk, usage_add, &usage, err);

	if (ret)
		return ret;
	r = begin(self, common, fs);
	if (!r)
		return err_nomem(err, "the report");
	show_usage(r, fs_volume(fs), &usage);
	return finish(r, common, fs, err);
}

static int answer(const struct command *self, const struct common_options *common,
		  struct fs *fs, const struct owner_questions *questions, struct err *err)
{
	bool shown;
	const struct fs_walk_options walk = output_walk(common, &shown);
	struct inode_vec inodes = { 0 };
	struct paths paths = { 0 };
	struct lookup lookup;
	struct report *r;
	size_t i;
	int ret = 0;

	lookup_init(&lookup, fs_volume(fs)->inode_bytes);
	for (i = 0; !ret && i < questions->count; i++)
		ret = lookup_ask(&lookup, questions->item[i].at);
	lookup_start(&lookup);
	if (!ret)
		ret = fs_each_owner(fs, &walk, lookup_add, &lookup, err);
	lookup_finish(&lookup);
	if (!ret)
		ret = collect_inodes(&lookup, &inodes);
	paths_init(&paths, fs_root(fs), inodes.item, inodes.count);
	if (!ret && inodes.count)
		ret = fs_fold_names(fs, &paths_fold, &paths, &walk, err);
	paths_finish(&paths);
	r = ret ? NULL : begin(self, common, fs);
	if (r) {
		ret = show_answers(r, fs_volume(fs), questions, &lookup, &paths);
		if (finish(r, common, fs, err))
			ret = err->code;
	}
	if ((ret || !r) && !err->code)
		ret = err_nomem(err, "the answers");
	paths_free(&paths);
	inode_vec_free(&inodes);
	lookup_free(&lookup);
	return ret;
}

static int owner(const struct command *self, const struct owner_options *options,
		 char **operands, struct source *source, struct err *err)
{
	const struct common_options *common = &options->common;
	struct owner_questions questions = { 0 };
	int ret = source_open(source, operands[0], common, false, err);

	if (ret)
		return ret;
	output_journal(common, fs_volume(source->fs));
	ret = owner_ask(options, operands + 1, source, &questions, err);
	if (!ret && !operands[1] && !options->mapfile)
		ret = summarise(self, common, source->fs, err);
	else if (!ret)
		ret = answer(self, common, source->fs, &questions, err);
	owner_questions_free(&questions);
	return ret;
}

static int owner_run(const struct command *self, void *opts, char **operands)
{
	const struct owner_options *options = opts;
	struct err err = ERR_INIT;
	struct source source = { 0 };
	int ret = owner(self, options, operands, &source, &err);

	ret = output_end(&options->common, operands[0], ret, &err, source.fs);
	source_close(&source);
	return ret;
}

static const struct option_spec owner_own[] = {
	{ 0, "bytes", NULL, OPTION_FLAG, offsetof(struct owner_options, bytes),
	  "places are bytes of the image, from the start of the disk" },
	{ 0, "sectors", NULL, OPTION_FLAG, offsetof(struct owner_options, sectors),
	  "places are 512-byte sectors of the image, from the start of the disk" },
	{ 'm', "mapfile", "FILE", OPTION_FILE, offsetof(struct owner_options, mapfile),
	  "ask for all areas that a ddrescue map file does not call finished" },
	{ 0 }
};

const struct command owner_command = {
	.name = "owner",
	.operands = "IMAGE [BLOCK|FIRST-LAST]...",
	.summary = "who owns these blocks: role, inode, paths, place in the file",
	.operands_min = 1,
	.operands_max = 1 << 20,
	.options_size = sizeof(struct owner_options),
	.options = { owner_own, options_image, options_output, options_all },
	.run = owner_run,
};
