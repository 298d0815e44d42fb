/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --check: conditions that decide about the exit code. */
#include "cmd/layout.h"
#include "cmd/output.h"

int layout_check_parse(const struct layout_command *options, struct layout_result *result,
		       struct err *err)
{
	struct layout_verdict *v;
	size_t i;
	int ret;

	for (i = 0; i < options->checks.count; i++) {
		v = &result->verdicts[i];
		v->text = options->checks.item[i];
		ret = layoutcheck_parse(v->text, &v->check, err);
		if (ret)
			return ret;
		if (v->check.measure->needs_names && options->no_names)
			return err_set(err, ERR_USAGE, ERR_NO_PLACE,
				       "--check %.60s: needs the names; leave --no-names out",
				       v->text);
	}
	result->verdict_count = options->checks.count;
	return 0;
}

void layout_check_decide(struct layout_result *result)
{
	const struct layoutcheck_figures figures = {
		.layout = &result->files.layout,
		.directories = result->has_names ? &result->directories : NULL,
	};
	struct layout_verdict *v;
	size_t i;

	for (i = 0; i < result->verdict_count; i++) {
		v = &result->verdicts[i];
		v->value = layoutcheck_value(&v->check, &figures);
		v->holds = layoutcheck_holds(&v->check, v->value);
	}
}

bool layout_check_say(const char *subject, const struct layout_result *result)
{
	const struct layout_verdict *v;
	bool all = true;
	size_t i;

	for (i = 0; i < result->verdict_count; i++) {
		v = &result->verdicts[i];
		if (v->holds)
			continue;
		all = false;
		fprintf(stderr, "fsatlas: %s: check failed: %s: it is %.10g\n", subject, v->text,
			v->value);
	}
	return all;
}
