/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "fs/damage.h"
#include "image/fault.h"

#define MIB (UINT64_C(1) << 20)

static const struct fsimage volume = {
	"damage", 48 * MIB, "-t ext4 -b 4096 -g 512 -N 1024 -J size=4", "",
};

void damage_set_up(struct damage *f)
{
	struct prng p = prng_start(90);

	memset(f, 0, sizeof(*f));
	fsimage_make(&volume, f->path);
	fsimage_scatter(f->path, &p, 200);
	f->group = fsimage_group(f->path, DAMAGE_GROUP);
	f->bytes = blob_load(f->path);
	CHECK_FATAL(f->bytes.data != NULL);
	CHECK_EQ(f->group.groups, 24);
}

void damage_open(struct damage *f, uint64_t bad_start, uint64_t bad_len)
{
	f->img = blob_image(&f->bytes);
	CHECK_FATAL(fault_open(f->img, (struct range) { bad_start, bad_len }, &f->bad,
			       NULL) == 0);
	f->fs = fsimage_open(bad_len ? f->bad : f->img);
}

void damage_tear_down(struct damage *f)
{
	fs_close(f->fs);
	image_close(f->bad);
	image_close(f->img);
	blob_free(&f->bytes);
	run_list_free(&f->expected);
	run_list_free(&f->runs);
}

uint64_t damage_bitmap_place(const struct damage *f)
{
	return f->group.bitmap_blk * f->group.block_bytes;
}

uint64_t damage_clear_bits(const struct damage *f)
{
	const uint8_t *bitmap = f->bytes.data + damage_bitmap_place(f);
	uint64_t i, count = 0;

	for (i = 0; i < f->group.blocks; i++)
		count += !(bitmap[i / 8] >> i % 8 & 1);
	return count;
}

const struct finding *damage_expect(struct damage *f, enum finding_kind kind,
				    uint64_t total)
{
	const struct finding *found = fsimage_finding(f->fs, kind);

	CHECK_EQ(fs_findings(f->fs)->total[kind], total);
	CHECK(found != NULL);
	if (found)
		CHECK(found->text[0] && !strchr(found->text, '\n'));
	return found;
}
