/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_fs: opens any bytes as a filesystem, describes it and walks its free
 * space.
 *
 *   libFuzzer:      clang -fsanitize=fuzzer,address,undefined -DFUZZ_LIBFUZZER ...
 *   plain program:  without FUZZ_LIBFUZZER, runs over the files it is given
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/crc32c.h"
#include "fs/fs.h"
#include "image/memory.h"
#include "measure/freegroups.h"
#include "measure/freehist.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold for any bytes: a failure ends the program. */
static void must(bool ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "fuzz_fs: broken promise: %s\n", what);
		abort();
	}
}

struct order {
	uint64_t end, bytes, runs;
	uint64_t limit;
};

/* Runs ascend, do not touch, are not empty and lie in the volume. */
static int check_run(void *ctx, const struct range *run)
{
	struct order *o = ctx;

	must(run->len > 0, "a run has a length");
	must(!o->runs || run->start > o->end, "runs ascend and do not touch");
	must(run->start <= o->limit && run->len <= o->limit - run->start,
	     "a run lies in the volume");
	o->end = range_end(run);
	o->bytes += run->len;
	o->runs++;
	return 0;
}

static void walk(struct fs *fs)
{
	const struct fs_walk_options options = { .threads = 1 };
	const struct volume *v = fs_volume(fs);
	struct freehist_options chunks = { .chunk = 65536, .stripe = v->stripe_width };
	struct order order = { .limit = v->size };
	struct err err = ERR_INIT;
	struct freegroups groups;
	struct freehist hist;
	int ret;

	ret = fs_each_free(fs, check_run, &order, &err);
	must(ret <= 0, "only a callback gives a positive answer");
	if (ret)
		return;
	freehist_init(&hist, &chunks);
	must(!fs_fold_free(fs, &freehist_fold, &hist, &options, &err), "the second walk is good");
	freehist_finish(&hist);
	must(hist.bytes == order.bytes && hist.extents == order.runs, "both walks agree");
	freegroups_init(&groups, v->group_start, v->group_bytes);
	must(!fs_fold_free(fs, &freegroups_fold, &groups, &options, &err),
	     "the third walk is good");
	freegroups_free(&groups);
}

static void try_open(struct image *img, const struct fs_options *options)
{
	struct err err = ERR_INIT;
	struct fs *fs = NULL;
	int ret = fs_open(img, options, &err, &fs);

	must(ret <= 0, "fs_open is never positive");
	must(!ret == !!fs, "a filesystem comes with success only");
	must(!ret || (err.code == ret && err.text[0]), "a fault has its code and sentence");
	if (fs && !options->describe)
		walk(fs);
	fs_close(fs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct image *img = NULL;

	if (memory_open(data, size, &img, NULL))
		return 0;
	try_open(img, &(struct fs_options) { .describe = true });
	try_open(img, &(struct fs_options) { .describe = false });
	image_close(img);
	return 0;
}

#ifdef FUZZ_LIBFUZZER
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Gives an ext superblock its magic number and, if it has one, its checksum. */
static void seal(uint8_t *super)
{
	uint32_t crc;

	super[56] = 0x53;
	super[57] = 0xef;
	crc = crc32c(~0U, super, 1020);
	super[1020] = (uint8_t)crc;
	super[1021] = (uint8_t)(crc >> 8);
	super[1022] = (uint8_t)(crc >> 16);
	super[1023] = (uint8_t)(crc >> 24);
}

/*
 * Random bytes seldom pass the superblock's checksum: most mutations change
 * only the superblock or what follows it (the descriptors), and are sealed.
 */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size_t at, len;

	if (size < 4096 || seed % 8 == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	at = seed % 8 < 4 ? 1024 : 2048;
	len = seed % 8 < 4 ? 384 : 2048;
	LLVMFuzzerMutate(data + at, len, len);
	if (seed % 16 < 14)
		seal(data + 1024);
	return size;
}
#else
static int run_file(const char *path)
{
	FILE *file = fopen(path, "rbe");
	uint8_t *data = NULL;
	long size = -1;
	int ret = 1;

	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size >= 0)
		data = malloc(size ? (size_t)size : 1);
	if (data) {
		rewind(file);
		if (fread(data, 1, (size_t)size, file) == (size_t)size)
			ret = LLVMFuzzerTestOneInput(data, (size_t)size);
	}
	if (ret)
		fprintf(stderr, "fuzz_fs: cannot read %s\n", path);
	free(data);
	if (file)
		fclose(file);
	return ret;
}

int main(int argc, char **argv)
{
	int i, ret = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: fuzz_fs FILE...\n");
		return 2;
	}
	for (i = 1; i < argc; i++)
		ret |= run_file(argv[i]);
	return ret;
}
#endif
