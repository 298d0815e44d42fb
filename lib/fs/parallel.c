/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/checked.h"
#include "fs/parallel.h"

/* Groups that are worth a shard of their own; flexible groups are not cut. */
#define SHARD_GROUPS 64
/* More shards than threads, so that no thread waits long for the last one. */
#define SHARDS_PER_THREAD UINT64_C(8)
#define MAX_THREADS 64

struct job {
	struct fs_shard shard;
	void *state;
	int ret;
};

struct crew {
	struct fs *fs;
	parallel_walk_fn *walk;
	const void *how;
	const struct fold *fold;
	struct job *jobs;
	size_t count;
	atomic_size_t next;		/* the next job that nobody has taken */
	atomic_bool stop;		/* a job ended the walk: later ones are not needed */
	atomic_uint_fast64_t done;	/* groups */
	atomic_uint_fast64_t claimed, nodes;	/* bytes */
	pthread_mutex_t lock;
	pthread_cond_t idle;
	unsigned working;		/* threads; under lock */
};

static void work(struct crew *crew)
{
	struct job *job;
	size_t i;

	while (!atomic_load(&crew->stop)) {
		i = atomic_fetch_add(&crew->next, 1);
		if (i >= crew->count)
			break;
		job = &crew->jobs[i];
		job->ret = crew->walk(crew->fs, &job->shard, crew->fold, job->state, crew->how);
		if (job->ret)
			atomic_store(&crew->stop, true);
	}
}

static void *thread_main(void *arg)
{
	struct crew *crew = arg;

	work(crew);
	pthread_mutex_lock(&crew->lock);
	crew->working--;
	pthread_cond_signal(&crew->idle);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Waits until the threads are done, telling the caller now and then. */
static void watch(struct crew *crew, const struct fs_walk_options *options)
{
	const long interval = 200000000, second = 1000000000;	/* nanoseconds */
	struct timespec until;

	pthread_mutex_lock(&crew->lock);
	while (crew->working) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += interval;
		if (until.tv_nsec >= second) {
			until.tv_nsec -= second;
			until.tv_sec++;
		}
		if (pthread_cond_timedwait(&crew->idle, &crew->lock, &until) == ETIMEDOUT &&
		    options->progress)
			options->progress(options->progress_ctx, atomic_load(&crew->done),
					  crew->fs->volume.groups);
	}
	pthread_mutex_unlock(&crew->lock);
}

/*
 * Runs all jobs; a thread that cannot be started leaves its share to the others.
 * The caller's own thread works, too, unless it must report progress.
 */
static void run(struct crew *crew, const struct fs_walk_options *options, unsigned threads)
{
	unsigned others = options->progress ? threads : threads - 1, started, i;
	pthread_t thread[MAX_THREADS];

	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->idle, NULL);
	for (started = 0; threads > 1 && started < others; started++) {
		pthread_mutex_lock(&crew->lock);
		crew->working++;
		pthread_mutex_unlock(&crew->lock);
		if (pthread_create(&thread[started], NULL, thread_main, crew)) {
			pthread_mutex_lock(&crew->lock);
			crew->working--;
			pthread_mutex_unlock(&crew->lock);
			break;
		}
	}
	if (!started || !options->progress)
		work(crew);
	watch(crew, options);
	for (i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	if (options->progress)
		options->progress(options->progress_ctx, crew->fs->volume.groups,
				  crew->fs->volume.groups);
	pthread_cond_destroy(&crew->idle);
	pthread_mutex_destroy(&crew->lock);
}

static int make_jobs(struct crew *crew, const void *state, unsigned threads)
{
	uint64_t groups = crew->fs->volume.groups;
	uint64_t shards = checked_div_up(groups, SHARD_GROUPS);
	uint64_t each, first;
	struct job *job;

	if (shards > threads * SHARDS_PER_THREAD)
		shards = threads * SHARDS_PER_THREAD;
	each = checked_div_up(checked_div_up(groups, shards), SHARD_GROUPS) * SHARD_GROUPS;
	crew->jobs = calloc(shards, sizeof(*crew->jobs));
	if (!crew->jobs)
		return ERR_NOMEM;
	for (first = 0; first < groups; first += each) {
		job = &crew->jobs[crew->count];
		job->shard.first_group = first;
		job->shard.groups = groups - first < each ? groups - first : each;
		job->shard.done = &crew->done;
		job->shard.claimed = &crew->claimed;
		job->shard.nodes = &crew->nodes;
		job->state = malloc(crew->fold->size);
		if (!job->state || crew->fold->fork(job->state, state)) {
			free(job->state);
			return ERR_NOMEM;
		}
		crew->count++;
	}
	return 0;
}

/* Joins the shards in walk order; what follows the first that stopped is dropped. */
static int gather(struct crew *crew, void *state, uint64_t *free_bytes, struct err *err)
{
	struct job *job;
	int ret = 0;
	size_t i;

	*free_bytes = 0;
	for (i = 0; i < crew->count && !ret; i++) {
		job = &crew->jobs[i];
		*free_bytes += job->shard.free;
		ret = job->ret;
		if (ret < 0)
			fs_shard_error(&job->shard, ret, err);
		if (finding_move(&crew->fs->findings, &job->shard.findings) ||
		    crew->fold->merge(state, job->state))
			ret = err_nomem(err, "results");
		free(job->state);
		job->state = NULL;
	}
	return ret;
}

static void free_jobs(struct crew *crew)
{
	size_t i;

	for (i = 0; i < crew->count; i++) {
		if (crew->jobs[i].state) {
			crew->fold->release(crew->jobs[i].state);
			free(crew->jobs[i].state);
		}
		finding_free(&crew->jobs[i].shard.findings);
	}
	free(crew->jobs);
}

static unsigned thread_count(const struct fs_walk_options *options)
{
	long processors = options->threads ? (long)options->threads
					   : sysconf(_SC_NPROCESSORS_ONLN);

	if (processors < 1)
		return 1;
	return processors > MAX_THREADS ? MAX_THREADS : (unsigned)processors;
}

int parallel_fold(struct fs *fs, parallel_walk_fn *walk, const void *how,
		  const struct fold *fold, void *state, const struct fs_walk_options *options,
		  uint64_t *free_bytes, struct err *err)
{
	struct crew crew = { .fs = fs, .walk = walk, .how = how, .fold = fold };
	unsigned threads = thread_count(options);
	int ret = make_jobs(&crew, state, threads);

	if (ret) {
		err_nomem(err, "the shards of a walk");
	} else {
		run(&crew, options, threads < crew.count ? threads : (unsigned)crew.count);
		ret = gather(&crew, state, free_bytes, err);
	}
	free_jobs(&crew);
	return ret;
}
