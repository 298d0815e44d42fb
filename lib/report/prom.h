/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * prom: writes metrics in the Prometheus text exposition format, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
#ifndef REPORT_PROM_H
#define REPORT_PROM_H

#include <stdint.h>
#include <stdio.h>

struct prom_label {
	const char *name;
	const char *value;	/* any text: it is cleaned and escaped */
};

/* Writes the HELP and TYPE lines that come before the samples of a metric. */
void prom_metric(FILE *out, const char *name, const char *type, const char *help);

/*
 * Writes one sample. labels ends with a NULL name. `le` adds a histogram's
 * bucket bound ("8191", "+Inf") or is NULL. 0 or ERR_NOMEM; faults of `out`
 * show in ferror().
 */
int prom_sample(FILE *out, const char *name, const struct prom_label *labels,
		const char *le, uint64_t value);

#endif
