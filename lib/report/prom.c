/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/err.h"
#include "report/prom.h"
#include "report/utf8.h"

void prom_metric(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static int put_label(FILE *out, char before, const char *name, const char *value)
{
	char *clean = utf8_clean(value);
	const char *p;

	if (!clean)
		return ERR_NOMEM;
	fprintf(out, "%c%s=\"", before, name);
	for (p = clean; *p; p++) {
		if (*p == '"' || *p == '\\')
			putc('\\', out);
		putc(*p, out);
	}
	putc('"', out);
	free(clean);
	return 0;
}

int prom_sample(FILE *out, const char *name, const struct prom_label *labels,
		const char *le, uint64_t value)
{
	char before = '{';
	int ret = 0;

	fputs(name, out);
	for (; !ret && labels->name; labels++) {
		ret = put_label(out, before, labels->name, labels->value);
		before = ',';
	}
	if (!ret && le) {
		ret = put_label(out, before, "le", le);
		before = ',';
	}
	fprintf(out, "%s %" PRIu64 "\n", before == ',' ? "}" : "", value);
	return ret;
}
