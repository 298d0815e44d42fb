/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Groups are taken in batches. Neighbouring bitmaps (flex_bg puts 16 side by
 * side) are read at once, and a batch is small enough to stay in the
 * processor's cache until it has been scanned. Nothing here is per block: a
 * bitmap becomes the edges of its free runs (bitrun), and each run goes to the
 * caller; a run that reaches the end of its group is held back, since it may
 * go on in the next.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitrun.h"
#include "base/checked.h"
#include "base/crc32c.h"
#include "fs/ext/ext_free.h"
#include "fs/ext/ext_reserved.h"

#define BATCH_BYTES (256U << 10)
#define BATCH_GROUPS 64U

enum source {
	SOURCE_DISK,		/* to be read */
	SOURCE_UNINIT,		/* never written: free but for the reserved blocks */
	SOURCE_MISSING,		/* the descriptor points nowhere: nothing shows what is in use,
				   so all is free, as libext2fs has it */
	SOURCE_UNREADABLE,	/* it exists, but cannot be read: nothing is called free */
};

struct slot {
	enum source source;
	uint64_t bitmap_blk;
};

struct walk {
	struct ext *ext;
	struct fs_shard *shard;
	fs_free_fn *fn;
	void *ctx;
	struct range open;		/* the run that may go on, bytes; len 0: none */
	unsigned cluster_shift;		/* log2 of the cluster size */
	uint32_t bitmap_bytes;
	uint32_t batch;			/* groups in a full batch */
	struct slot slots[BATCH_GROUPS];
	uint8_t *bitmaps;		/* one block for each slot */
	uint32_t *edges;
};

static uint64_t bitmap_place(const struct walk *w, const struct slot *slot)
{
	return slot->bitmap_blk * w->ext->super.block_bytes;
}

/* Counts and checksums differ on a dirty image without being damage. */
static int report(struct walk *w, struct finding finding)
{
	finding.expected_dirty = w->ext->fs.volume.journal == VOLUME_JOURNAL_DIRTY;
	finding.has_numbers = true;
	return finding_put(&w->shard->findings, &finding);
}

/* Decides where the bitmap of a group comes from, noting what is wrong. */
static int choose(struct walk *w, uint32_t group, struct slot *slot)
{
	ext2_filsys lib = w->ext->lib;
	uint64_t bitmap_blk = ext2fs_block_bitmap_loc(lib, group);
	bool sound = ext2fs_group_desc_csum_verify(lib, group);
	int ret = 0;

	slot->bitmap_blk = bitmap_blk;
	slot->source = SOURCE_DISK;
	if (!sound)
		ret = finding_add(&w->shard->findings, FINDING_DESCRIPTOR, FINDING_NO_PLACE,
				  "group %" PRIu32 ": the checksum of the group descriptor is wrong",
				  group);
	if (sound && ext2fs_has_group_desc_csum(lib) && !w->ext->stale_groups &&
	    ext2fs_bg_flags_test(lib, group, EXT2_BG_BLOCK_UNINIT)) {
		slot->source = SOURCE_UNINIT;
	} else if (bitmap_blk < w->ext->super.first_data_blk ||
		   bitmap_blk >= w->ext->super.blocks || !bitmap_blk) {
		slot->source = SOURCE_MISSING;
		ret = ret ? ret : finding_add(&w->shard->findings, FINDING_BITMAP_PLACE,
			FINDING_NO_PLACE, "group %" PRIu32 ": the descriptor puts the block bitmap at block %"
			PRIu64 ", outside the volume; the whole group counts as free", group,
			bitmap_blk);
	}
	return ret;
}

/* Reads `count` bitmaps that lie side by side; a bad one does not spoil the others. */
static int read_bitmaps(struct walk *w, uint32_t group, uint32_t first, uint32_t count)
{
	uint32_t size = w->ext->super.block_bytes;
	struct slot *slot;
	struct err err;
	uint32_t i;

	if (!image_read(w->ext->fs.img, bitmap_place(w, &w->slots[first]),
			w->bitmaps + (size_t)first * size, (size_t)count * size, NULL))
		return 0;
	for (i = first; i < first + count; i++) {
		slot = &w->slots[i];
		if (!image_read(w->ext->fs.img, bitmap_place(w, slot),
				w->bitmaps + (size_t)i * size, size, &err))
			continue;
		slot->source = SOURCE_UNREADABLE;
		if (finding_add(&w->shard->findings, FINDING_BITMAP_UNREADABLE,
				bitmap_place(w, slot), "group %" PRIu32
				": the block bitmap cannot be read: %.120s; the group counts as full",
				group + i, err.text))
			return ERR_NOMEM;
	}
	return 0;
}

/* Fills the slots of a batch, with as few and as large reads as its places allow. */
static int load(struct walk *w, uint32_t group, uint32_t count)
{
	uint32_t i, next;
	int ret = 0;

	for (i = 0; !ret && i < count; i++)
		ret = choose(w, group + i, &w->slots[i]);
	for (i = 0; !ret && i < count; i = next) {
		next = i + 1;
		if (w->slots[i].source != SOURCE_DISK)
			continue;
		while (next < count && w->slots[next].source == SOURCE_DISK &&
		       w->slots[next].bitmap_blk == w->slots[next - 1].bitmap_blk + 1)
			next++;
		ret = read_bitmaps(w, group, i, next - i);
	}
	return ret;
}

static int check_checksum(struct walk *w, uint32_t group, const struct slot *slot,
			  const uint8_t *bitmap)
{
	ext2_filsys lib = w->ext->lib;
	struct finding finding = { .kind = FINDING_BITMAP_CHECKSUM };

	if (!ext2fs_has_feature_metadata_csum(lib->super) || w->ext->stale_groups)
		return 0;
	finding.stored = ext2fs_block_bitmap_checksum(lib, group);
	finding.found = crc32c(lib->csum_seed, bitmap, w->ext->super.clusters_per_group / 8);
	if (w->ext->super.descriptor_bytes < EXT2_MIN_DESC_SIZE_64BIT) {
		finding.stored &= 0xffff;
		finding.found &= 0xffff;
	}
	if (finding.stored == finding.found)
		return 0;
	finding.place = bitmap_place(w, slot);
	snprintf(finding.text, sizeof(finding.text), "group %" PRIu32
		 ": the block bitmap at block %" PRIu64 " does not match its checksum (stored 0x%"
		 PRIx64 ", computed 0x%" PRIx64 ")", group, slot->bitmap_blk, finding.stored,
		 finding.found);
	return report(w, finding);
}

static int check_count(struct walk *w, uint32_t group, const struct slot *slot,
		       uint64_t clusters)
{
	struct finding finding = {
		.kind = FINDING_GROUP_FREE_COUNT,
		.place = slot->source == SOURCE_DISK ? bitmap_place(w, slot) : FINDING_NO_PLACE,
		.stored = ext2fs_bg_free_blocks_count(w->ext->lib, group),
		.found = clusters,
	};
	const char *unit = w->ext->lib->cluster_ratio_bits ? "clusters" : "blocks";

	if (finding.stored == finding.found || w->ext->stale_groups)
		return 0;
	snprintf(finding.text, sizeof(finding.text), "group %" PRIu32
		 ": the descriptor counts %" PRIu64 " free %s, the block bitmap has %" PRIu64,
		 group, finding.stored, unit, finding.found);
	return report(w, finding);
}

static int flush(struct walk *w)
{
	int ret = 0;

	if (w->open.len) {
		w->shard->free += w->open.len;
		ret = w->fn(w->ctx, &w->open);
	}
	w->open.len = 0;
	return ret;
}

/*
 * Hands out the runs between `edges` (clusters of the group that begins at
 * byte `start`). The last one stays open.
 */
static int emit(struct walk *w, uint64_t start, const uint32_t *edges, size_t count)
{
	struct range run;
	size_t i;
	int ret;

	for (i = 0; i < count; i += 2) {
		run.start = start + ((uint64_t)edges[i] << w->cluster_shift);
		run.len = (uint64_t)(edges[i + 1] - edges[i]) << w->cluster_shift;
		if (w->open.len && range_touches(&w->open, &run)) {
			w->open.len += run.len;
			continue;
		}
		ret = flush(w);
		if (ret)
			return ret;
		w->open = run;
	}
	return 0;
}

static int scan_group(struct walk *w, uint32_t group, uint32_t index)
{
	const struct slot *slot = &w->slots[index];
	uint8_t *bitmap = w->bitmaps + (size_t)index * w->ext->super.block_bytes;
	uint64_t start = volume_group(&w->ext->fs.volume, group).start;
	uint64_t blocks = (uint64_t)ext2fs_group_blocks_count(w->ext->lib, group);
	uint32_t clusters, i;
	uint64_t free_clusters = 0;
	size_t count;
	int ret = 0;

	if (slot->source == SOURCE_UNREADABLE)
		return 0;
	if (slot->source == SOURCE_DISK)
		ret = check_checksum(w, group, slot, bitmap);
	clusters = (uint32_t)checked_div_up(blocks, 1U << w->ext->lib->cluster_ratio_bits);
	if (slot->source == SOURCE_DISK) {
		ext_reserved_mark(w->ext, group, bitmap);
		count = bitrun_clear(bitmap, clusters, w->edges);
	} else {
		count = ext_reserved_gaps(w->ext, group, w->edges);
	}
	for (i = 0; i < count; i += 2)
		free_clusters += w->edges[i + 1] - w->edges[i];
	if (!ret)
		ret = check_count(w, group, slot, free_clusters);
	if (ret)
		return err_nomem(&w->shard->err, "findings");
	return emit(w, start, w->edges, count);
}

/* Clips what the last cluster of the volume has beyond the last block. */
static void clip_open(struct walk *w)
{
	uint64_t size = w->ext->fs.volume.size;

	if (w->open.len && range_end(&w->open) > size)
		w->open.len = size - w->open.start;
}

static int walk_groups(struct walk *w)
{
	uint32_t group = (uint32_t)w->shard->first_group;
	uint32_t end = (uint32_t)(w->shard->first_group + w->shard->groups);
	uint32_t count, i;
	int ret = 0;

	for (; !ret && group < end; group += count) {
		count = end - group < w->batch ? end - group : w->batch;
		if (load(w, group, count))
			return err_nomem(&w->shard->err, "findings");
		for (i = 0; !ret && i < count; i++)
			ret = scan_group(w, group + i, i);
		atomic_fetch_add(w->shard->done, count);
	}
	if (ret)
		return ret;
	clip_open(w);
	return flush(w);
}

int ext_free_walk(struct fs *fs, struct fs_shard *shard, fs_free_fn *fn, void *ctx)
{
	struct ext *ext = (struct ext *)fs;
	struct walk w = {
		.ext = ext, .shard = shard, .fn = fn, .ctx = ctx,
		.cluster_shift = (unsigned)__builtin_ctz(ext->super.cluster_bytes),
		.batch = BATCH_BYTES / ext->super.block_bytes,
	};
	int ret;

	if (w.batch > BATCH_GROUPS)
		w.batch = BATCH_GROUPS;
	w.bitmaps = malloc((size_t)w.batch * ext->super.block_bytes);
	w.edges = malloc(BITRUN_EDGES(ext->super.clusters_per_group) * sizeof(*w.edges));
	if (w.bitmaps && w.edges)
		ret = walk_groups(&w);
	else
		ret = err_nomem(&shard->err, "block bitmaps");
	free(w.bitmaps);
	free(w.edges);
	return ret;
}

int ext_free_check(struct fs *fs, uint64_t free_bytes)
{
	struct ext *ext = (struct ext *)fs;
	struct finding finding = {
		.kind = FINDING_VOLUME_FREE_COUNT,
		.expected_dirty = fs->volume.journal == VOLUME_JOURNAL_DIRTY,
		.has_numbers = true,
		.place = ext->super.place,
		.stored = fs->volume.free / ext->super.block_bytes,
		.found = free_bytes / ext->super.block_bytes,
	};

	/* an old count, or one that an unreadable bitmap keeps us from checking */
	if (finding.stored == finding.found || fs->volume.superblock_is_backup ||
	    fs->findings.total[FINDING_BITMAP_UNREADABLE])
		return 0;
	snprintf(finding.text, sizeof(finding.text), "the superblock counts %" PRIu64
		 " free blocks, the block bitmaps have %" PRIu64, finding.stored, finding.found);
	return finding_put(&fs->findings, &finding);
}
