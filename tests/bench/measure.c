/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measure RUNS COMMAND [COMMAND...]: runs the commands in turn, A B A B ...,
 * RUNS times after one warm-up round, and prints a line for each: median of
 * user+sys seconds, median of wall seconds, largest resident memory in KiB.
 * A command is one string that is split at blanks; its output is dropped.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_RUNS 99
#define MAX_WORDS 32

struct sample {
	double cpu, wall;
	long kib;
};

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void become(const char *command)
{
	char *words[MAX_WORDS + 1], *copy = strdup(command), *word;
	int count = 0, null = open("/dev/null", O_WRONLY);

	if (!copy || null < 0)
		_exit(126);
	for (word = strtok(copy, " "); word && count < MAX_WORDS; word = strtok(NULL, " "))
		words[count++] = word;
	words[count] = NULL;
	dup2(null, 1);
	execvp(words[0], words);
	_exit(127);
}

static struct sample run(const char *command)
{
	struct sample s;
	struct rusage usage;
	double start = now();
	pid_t pid = fork();
	int status;

	if (!pid)
		become(command);
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) ||
	    WEXITSTATUS(status)) {
		fprintf(stderr, "measure: '%s' failed\n", command);
		exit(1);
	}
	s.wall = now() - start;
	s.cpu = seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
	s.kib = usage.ru_maxrss;
	return s;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(*values), by_value);
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 0, round, i;
	struct sample *samples = NULL;
	double values[MAX_RUNS], cpu;
	long kib;

	if (argc > 2 && runs > 0 && runs <= MAX_RUNS)
		samples = calloc((size_t)argc * (size_t)(runs + 1), sizeof(*samples));
	if (!samples) {
		fprintf(stderr, "usage: measure RUNS COMMAND...\n");
		return 2;
	}
	for (round = 0; round <= runs; round++)
		for (i = 2; i < argc; i++)
			samples[round * argc + i] = run(argv[i]);
	for (i = 2; i < argc; i++) {
		for (kib = 0, round = 1; round <= runs; round++) {
			values[round - 1] = samples[round * argc + i].cpu;
			if (samples[round * argc + i].kib > kib)
				kib = samples[round * argc + i].kib;
		}
		cpu = median(values, runs);
		for (round = 1; round <= runs; round++)
			values[round - 1] = samples[round * argc + i].wall;
		printf("%.4f %.4f %ld\n", cpu, median(values, runs), kib);
	}
	free(samples);
	return 0;
}
