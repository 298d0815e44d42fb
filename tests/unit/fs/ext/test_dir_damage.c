/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Directories that lie: what is said, and that all other entries are still listed. */
#include <stdio.h>
#include <string.h>

#include "fs/ext/dirs.h"
#include "suites.h"

#define MIB (UINT64_C(1) << 20)
#define BLOCK 1024

static const struct fsimage plain = {
	"dir-plain", 8 * MIB, "-t ext4 -b 1024 -O ^metadata_csum,^dir_index -J size=1 -N 512", "",
};
static const struct fsimage linear = {
	"dir-linear", 8 * MIB, "-t ext4 -b 1024 -O ^dir_index -J size=1 -N 512", "",
};
static const struct fsimage sealed = { "dir-sealed", 8 * MIB, "-t ext4 -b 1024 -J size=1 -N 512",
				       "" };
static const struct fsimage inlined = {
	"dir-inline", 8 * MIB, "-t ext4 -b 1024 -O inline_data,^metadata_csum -J size=1 -N 512", "",
};

/* A directory with its entries before the harm. */
struct victim {
	struct dirs d;
	struct dirs_file f;
	struct entry_list good, list;
};

static void set_up(struct victim *v, const struct fsimage *image, bool index, const char *path)
{
	memset(v, 0, sizeof(*v));
	dirs_make(&v->d, image, 400, index);
	v->f = dirs_file(&v->d, dirs_inode(&v->d, path));
	dirs_look(&v->d, 0, 0);
	v->good = dirs_list(&v->d, &v->f.file);
	CHECK_FATAL(v->good.count > 3);
	CHECK_EQ(finding_count(fs_findings(v->d.fs)), 0);
}

static void tear_down(struct victim *v)
{
	entry_list_free(&v->good);
	entry_list_free(&v->list);
	extent_vec_free(&v->f.records);
	dirs_close(&v->d);
}

/* Place of a block of the directory. */
static uint64_t block_place(const struct victim *v, uint64_t logical_blk)
{
	const struct extent *r = v->f.file.records;

	while (logical_blk * BLOCK >= r->logical + r->len)
		r++;
	return r->physical + logical_blk * BLOCK - r->logical;
}

/*
 * Lists again; there must be `findings` of the kind that name `text`, and just
 * the good entries are left that do not lie in [lost, lost + len).
 */
static bool expect(struct victim *v, enum finding_kind kind, uint64_t findings,
		   const char *text, uint64_t lost, uint64_t len)
{
	struct findings *found = &v->d.fs->findings;
	size_t i, at = 0;
	bool ok = true;

	finding_free(found);
	entry_list_free(&v->list);
	v->list = dirs_list(&v->d, &v->f.file);
	ok = CHECK_EQ(found->total[kind], findings) && ok;
	ok = CHECK_EQ(finding_count(found), findings) && ok;
	for (i = 0; i < found->kept.count; i++) {
		ok = CHECK_HAS(found->kept.item[i].text, text) && ok;
		ok = CHECK_HAS(found->kept.item[i].text, "directory inode ") && ok;
	}
	for (i = 0; i < v->good.count; i++) {
		if (v->good.item[i].place >= lost && v->good.item[i].place < lost + len)
			continue;
		if (at >= v->list.count ||
		    strcmp(v->list.item[at++].text, v->good.item[i].text))
			return CHECK(!"an entry is missing");
	}
	return CHECK_EQ(at, v->list.count) && ok;
}

/* One record in the middle of a block in the middle. */
struct harm {
	const char *what;
	unsigned offset, bytes;
	uint64_t value;
	bool rest;		/* the rest of the block is lost, too */
	const char *text;	/* NULL: no finding */
};

static const struct harm harms[] = {
	{ "length 0", 4, 2, 0, true, "too short" },
	{ "length 4", 4, 2, 4, true, "too short" },
	{ "length 22", 4, 2, 22, true, "multiple of 4" },
	{ "length past the block", 4, 2, 1024, true, "past the end" },
	{ "length 65532", 4, 2, 65532, true, "past the end" },
	{ "name past the record", 6, 1, 255, true, "shorter than its name" },
	{ "no name", 6, 1, 0, false, "has no name" },
	{ "inode 0", 0, 4, 0, false, NULL },
	{ "first inode too high", 0, 4, 513, false, "the volume has not: 513" },
	{ "inode too high", 0, 4, 0xffffffff, false, "4294967295" },
	{ "slash", 8, 1, '/', false, "slash" },
	{ "NUL", 9, 1, 0, false, "NUL" },
};

static void every_bad_record(void)
{
	uint64_t place, start, end;
	uint8_t kept[8 + 256];
	struct victim v;
	char block[40];
	size_t i, n;

	set_up(&v, &plain, false, "/many");
	for (n = 0; v.good.item[n].place < block_place(&v, 3) + 200 ||
	     v.good.item[n].place > block_place(&v, 3) + 600; n++)
		;
	place = v.good.item[n].place;
	start = place - place % BLOCK;
	end = start + BLOCK;
	memcpy(kept, v.d.bytes.data + place, sizeof(kept));
	snprintf(block, sizeof(block), "block %llu (its block 3)",
		 (unsigned long long)(start / BLOCK));
	for (i = 0; i < sizeof(harms) / sizeof(harms[0]); i++) {
		put_le(v.d.bytes.data + place + harms[i].offset, harms[i].value, harms[i].bytes);
		if (!expect(&v, FINDING_DIRECTORY, harms[i].text != NULL,
			    harms[i].text ? harms[i].text : "", place,
			    harms[i].rest ? end - place : 1))
			printf(" [%s] ", harms[i].what);
		if (harms[i].text) {
			CHECK_HAS(fs_findings(v.d.fs)->kept.item[0].text, block);
			CHECK_EQ(fs_findings(v.d.fs)->kept.item[0].place, place);
			CHECK(!fs_findings(v.d.fs)->kept.item[0].expected_dirty);
		}
		memcpy(v.d.bytes.data + place, kept, sizeof(kept));
	}
	expect(&v, FINDING_DIRECTORY, 0, "", 0, 0);
	tear_down(&v);
}

/* The last record ends four bytes early: nothing is lost, but it is said. */
static void no_room_for_a_record(void)
{
	struct victim v;
	uint8_t *last;
	size_t n;

	set_up(&v, &plain, false, "/many");
	for (n = 0; v.good.item[n + 1].place < block_place(&v, 1) ||
	     v.good.item[n + 1].place >= block_place(&v, 1) + BLOCK; n++)
		;
	while (v.good.item[n + 1].place < block_place(&v, 1) + BLOCK &&
	       v.good.item[n + 1].place >= block_place(&v, 1))
		n++;
	last = v.d.bytes.data + v.good.item[n].place;
	put_le(last + 4, get_le(last + 4, 2) - 4, 2);
	expect(&v, FINDING_DIRECTORY, 1, "no room", 0, 0);
	tear_down(&v);
}

static void records_that_lie(void)
{
	struct extent r[3];
	struct victim v;

	set_up(&v, &plain, false, "/many");
	CHECK_FATAL(v.f.file.size > 8 * BLOCK);
	r[0] = (struct extent) { 0, block_place(&v, 0), BLOCK, false };
	v.f.file.records = r;
	v.f.file.record_count = 3;
	/* a hole, an unwritten record, one outside the volume */
	r[1] = (struct extent) { 3 * BLOCK, 4 * MIB, 2 * BLOCK, true };
	r[2] = (struct extent) { 5 * BLOCK, 8 * MIB - BLOCK, 2 * BLOCK, false };
	v.list = dirs_list(&v.d, &v.f.file);
	CHECK_FATAL(fs_findings(v.d.fs)->kept.count == 7);
	CHECK_EQ(fs_findings(v.d.fs)->total[FINDING_DIRECTORY], 7);
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[0].text, "blocks 1 to 2 are missing");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[1].text, "blocks 3 to 4 are marked as unwritten");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[2].text, "block 4096 (its block 3)");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[3].text, "block 4097 (its block 4)");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[4].text, "block 8192 lies outside");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[5].text, "block 8191 (its block 5)");
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[6].text, "blocks 7 to ");
	/* wholly outside, and far so */
	r[1] = (struct extent) { BLOCK, UINT64_MAX - BLOCK + 1, BLOCK, false };
	v.f.file.record_count = 2;
	v.f.file.size = 2 * BLOCK;
	finding_free(&v.d.fs->findings);
	entry_list_free(&v.list);
	v.list = dirs_list(&v.d, &v.f.file);
	CHECK_EQ(finding_count(fs_findings(v.d.fs)), 1);
	CHECK(v.list.count > 0 && v.list.count < v.good.count);
	/* a map that shows the same blocks again and again is not believed for ever */
	r[1] = (struct extent) { BLOCK, r[0].physical, 8 * MIB - BLOCK, false };
	r[2] = (struct extent) { 8 * MIB, r[0].physical, 8 * MIB, false };
	v.f.file.record_count = 3;
	v.f.file.size = 16 * MIB;
	finding_free(&v.d.fs->findings);
	entry_list_free(&v.list);
	v.list = dirs_list(&v.d, &v.f.file);
	CHECK_HAS(fs_findings(v.d.fs)->kept.item[fs_findings(v.d.fs)->kept.count - 1].text,
		  "directory inode");
	tear_down(&v);
}

static void wrong_size(void)
{
	struct victim v;
	uint64_t size;

	set_up(&v, &plain, false, "/many");
	size = v.f.file.size;
	v.f.file.size = size + 5 * BLOCK;
	expect(&v, FINDING_DIRECTORY, 1, "missing", 0, 0);
	v.f.file.size = size - BLOCK;
	expect(&v, FINDING_DIRECTORY, 1, "reach to", 0, 0);
	v.f.file.size = size - 1;
	expect(&v, FINDING_DIRECTORY, 1, "reach to", 0, 0);
	v.f.file.damaged = true;	/* the map has its own findings */
	expect(&v, FINDING_DIRECTORY, 0, "", 0, 0);
	tear_down(&v);
}

static void unreadable_block(void)
{
	struct victim v;
	uint64_t place;

	set_up(&v, &plain, false, "/many");
	place = block_place(&v, 4);
	dirs_look(&v.d, place + 7, 1);
	if (expect(&v, FINDING_DIRECTORY, 1, "cannot be read", place, BLOCK))
		CHECK_HAS(fs_findings(v.d.fs)->kept.item[0].text, "(its block 4)");
	tear_down(&v);
}

/* The inode cannot be read: no checksums, but all entries. */
static void unreadable_inode(void)
{
	struct victim v;

	set_up(&v, &linear, false, "/many");
	dirs_look(&v.d, v.f.file.inode_place + 0x64, 1);
	expect(&v, FINDING_DIRECTORY, 1, "cannot be read again", 0, 0);
	tear_down(&v);
}

/* One flipped bit that breaks no record; the entries are still there. */
static void expect_checksum(struct victim *v, uint64_t place, unsigned bit, const char *text)
{
	v->d.bytes.data[place] ^= (uint8_t)bit;
	if (expect(v, FINDING_DIRECTORY_CHECKSUM, 1, text, 0, 0))
		CHECK_EQ(fs_findings(v->d.fs)->kept.item[0].place, place - place % BLOCK);
	v->d.bytes.data[place] ^= (uint8_t)bit;
	expect(v, FINDING_DIRECTORY_CHECKSUM, 0, "", 0, 0);
}

static uint64_t first_leaf(const struct victim *v)
{
	return v->good.item[0].place - v->good.item[0].place % BLOCK;
}

static void wrong_checksums(void)
{
	struct victim v;
	uint64_t root, node;

	set_up(&v, &sealed, true, "/long");
	root = block_place(&v, 0);
	expect_checksum(&v, root + 40, 1, "does not match");	/* a hash */
	expect_checksum(&v, root + BLOCK - 8, 1, "does not match");	/* its reserved field */
	expect_checksum(&v, root + BLOCK - 4, 1, "does not match");	/* the checksum itself */
	expect_checksum(&v, root + 33, 0xff, "has no checksum");	/* limit past the block */
	expect_checksum(&v, first_leaf(&v) + BLOCK - 2, 1, "does not match");
	expect_checksum(&v, first_leaf(&v) + BLOCK - 5, 1, "has no checksum");
	tear_down(&v);
	set_up(&v, &linear, false, "/many");	/* the first block is a leaf */
	expect_checksum(&v, block_place(&v, 0) + BLOCK - 2, 1, "does not match");
	/* numbers and all */
	node = block_place(&v, 2);
	v.d.bytes.data[node + BLOCK - 1] ^= 0x80;
	if (expect(&v, FINDING_DIRECTORY_CHECKSUM, 1, "(its block 2)", 0, 0)) {
		CHECK(fs_findings(v.d.fs)->kept.item[0].has_numbers);
		CHECK_EQ(fs_findings(v.d.fs)->kept.item[0].stored,
			 get_le(v.d.bytes.data + node + BLOCK - 4, 4));
		CHECK_EQ(fs_findings(v.d.fs)->kept.item[0].found,
			 get_le(v.d.bytes.data + node + BLOCK - 4, 4) ^ 0x80000000);
	}
	tear_down(&v);
}

/*
 * The kernel leaves the tail of the leaf in the block that becomes the root of
 * a tree: it must not be taken for the tail of a leaf again.
 */
static void a_stale_tail_in_an_index_block(void)
{
	uint8_t *root, four[4], zeros[4] = { 0 };
	struct victim v;
	uint32_t crc;

	set_up(&v, &sealed, true, "/many");
	root = v.d.bytes.data + block_place(&v, 0);
	put_le(root + BLOCK - 8, 0xde00000c, 4);
	put_le(four, v.f.file.inode, 4);
	crc = slow_crc32c(v.d.lib->csum_seed, four, 4);
	crc = slow_crc32c(crc, v.d.bytes.data + v.f.file.inode_place + 0x64, 4);
	crc = slow_crc32c(crc, root, 32 + 8 * get_le(root + 34, 2));
	crc = slow_crc32c(slow_crc32c(crc, root + BLOCK - 8, 4), zeros, 4);
	put_le(root + BLOCK - 4, crc, 4);
	CHECK_EQ(get_le(root + BLOCK - 12, 4), 0);	/* an unused pair, as "inode 0" */
	expect(&v, FINDING_DIRECTORY_CHECKSUM, 0, "", 0, 0);
	tear_down(&v);
}

/* With a journal to be replayed none of this is damage. */
static void on_a_dirty_volume(void)
{
	struct victim v;
	uint64_t place;

	set_up(&v, &plain, false, "/many");
	v.d.fs->volume.journal = VOLUME_JOURNAL_DIRTY;
	place = block_place(&v, 1);
	put_le(v.d.bytes.data + place + 4, 0, 2);
	if (expect(&v, FINDING_DIRECTORY, 1, "too short", place, BLOCK)) {
		CHECK(fs_findings(v.d.fs)->kept.item[0].expected_dirty);
		CHECK_EQ(fs_findings(v.d.fs)->damage, 0);
	}
	tear_down(&v);
}

static void broken_inline_data(void)
{
	uint64_t inside, attributes;
	struct victim v;
	uint8_t *head;

	set_up(&v, &inlined, false, "/rest");
	inside = v.f.file.inline_place;
	attributes = v.f.file.xattr_inode_place;
	head = v.d.bytes.data + attributes + 4;
	CHECK_FATAL(head[1] == 7 && !memcmp(head + 16, "data", 4));
	/* the first area is broken: the second one is still listed */
	put_le(v.d.bytes.data + inside + 8, 3, 2);
	if (expect(&v, FINDING_DIRECTORY, 1, "inline data", inside, 60))
		CHECK_EQ(v.list.count, 3);
	put_le(v.d.bytes.data + inside + 8, 56, 2);
	put_le(head + 8, 48 + 4000, 4);			/* the value leaves the inode */
	expect(&v, FINDING_DIRECTORY, 1, "broken", attributes, 256);
	put_le(head + 8, 48, 4);
	put_le(head + 4, 12, 4);			/* the value in an inode of its own */
	expect(&v, FINDING_DIRECTORY, 1, "broken", attributes, 256);
	put_le(head + 4, 0, 4);
	head[0] = 255;					/* the name leaves the inode */
	expect(&v, FINDING_DIRECTORY, 1, "broken", attributes, 256);
	head[0] = 4;
	head[16] = 'x';					/* another attribute */
	expect(&v, FINDING_DIRECTORY, 1, "inline data have 60", attributes, 256);
	head[16] = 'd';
	expect(&v, FINDING_DIRECTORY, 0, "", 0, 0);
	v.f.file.size = 60;
	v.f.file.inline_len = 10;			/* all is listed, whatever these say */
	expect(&v, FINDING_DIRECTORY, 1, "inline data have 108", 0, 0);
	v.f.file.size = 108;
	v.f.file.xattr_inode_len = 0;
	expect(&v, FINDING_DIRECTORY, 1, "inline data have 60", attributes, 256);
	tear_down(&v);
}

static int count(void *ctx, const struct name *name)
{
	CHECK_FATAL(name->len > 0 && name->len <= 255 && name->inode > 0 && name->inode <= 512);
	++*(uint64_t *)ctx;
	return 0;
}

/* Random bytes over blocks, inode and attributes: it ends, and stays inside. */
static void random_harm(const struct fsimage *image, bool index, const char *path,
			uint64_t seed)
{
	struct prng p = prng_start(seed);
	uint64_t place, names = 0;
	struct err err = ERR_INIT;
	struct victim v;
	unsigned i, n;

	set_up(&v, image, index, path);
	for (i = 0; i < 400; i++) {
		for (n = 0; n < 3; n++) {
			place = v.f.file.inline_data
				? v.f.file.inode_place + 40 + prng_below(&p, 216)
				: block_place(&v, prng_below(&p, v.f.file.size / BLOCK)) +
				  prng_below(&p, BLOCK);
			v.d.bytes.data[place] = (uint8_t)prng_next(&p);
		}
		CHECK_SEED(&p, ext_dir_entries(v.d.fs, &v.f.file, &v.d.fs->findings, count,
					       &names, &err) == 0);
	}
	CHECK_SEED(&p, names > 0);
	CHECK_SEED(&p, finding_count(fs_findings(v.d.fs)) > 0);
	tear_down(&v);
}

static void random_bytes(void)
{
	random_harm(&plain, false, "/many", 1);
	random_harm(&sealed, true, "/many", 2);
	random_harm(&linear, false, "/long", 4);
	random_harm(&inlined, false, "/rest", 3);
}

static const struct unit_test tests[] = {
	{ "every bad record", every_bad_record },
	{ "no room for a record", no_room_for_a_record },
	{ "records that lie", records_that_lie },
	{ "wrong size", wrong_size },
	{ "unreadable block", unreadable_block },
	{ "unreadable inode", unreadable_inode },
	{ "wrong checksums", wrong_checksums },
	{ "a stale tail in an index block", a_stale_tail_in_an_index_block },
	{ "on a dirty volume", on_a_dirty_volume },
	{ "broken inline data", broken_inline_data },
	{ "random bytes", random_bytes },
};

void suite_ext_dir_damage(void)
{
	SUITE("fs/ext/dir: damage", tests);
}
