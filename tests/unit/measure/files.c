/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "measure/files.h"

/* Where the next piece lies: behind the last, after an equal gap, near, or anywhere. */
static uint64_t next_place(struct prng *p, uint64_t end, uint64_t gap)
{
	switch (prng_below(p, 6)) {
	case 0:
		return end;
	case 1:
		return end + gap;
	case 2:
		return end + 1 + prng_below(p, 40);
	case 3:
		return end > 90 ? end - 1 - prng_below(p, 40) : end;
	default:
		return 100 + prng_below(p, 100000);
	}
}

static void map_blocks(struct prng *p, struct random_file *f)
{
	uint64_t at = prng_below(p, 3) ? 0 : prng_below(p, 20), gap = at;
	uint64_t place = 100 + prng_below(p, 1000), len;
	uint64_t pieces = prng_below(p, 4) ? prng_below(p, 5) : prng_below(p, 40);
	bool unwritten;

	for (; pieces && at < FILES_BLOCKS; pieces--) {
		place = next_place(p, place, gap);
		unwritten = !f->file.block_mapped && !prng_below(p, 5);
		for (len = 1 + prng_below(p, 8); len && at < FILES_BLOCKS; len--, at++) {
			f->mapped[at] = true;
			f->unwritten[at] = unwritten;
			f->place[at] = place++;
		}
		gap = prng_below(p, 3) ? 0 : 1 + prng_below(p, 12);
		at += gap;
	}
}

/* Where the walk through a map stands; blocks of the volume. */
struct mapper {
	struct prng *p;
	struct random_file *f;
	uint64_t pointers, block;
	uint64_t last;
	bool straight;		/* the walk says where each block lies, rarely elsewhere */
	unsigned waiting;	/* indirect blocks entered, none of whose blocks was met */
	uint64_t entered[3];
};

static uint64_t follow(struct mapper *m)
{
	return m->last + 1 + (prng_below(m->p, 150) ? 0 : 1 + prng_below(m->p, 9));
}

static void map_block(struct mapper *m, uint64_t at)
{
	if (m->straight)
		m->f->place[at] = follow(m);
	m->last = m->f->place[at];
	m->f->entered_count[at] = m->waiting;
	memcpy(m->f->entered[at], m->entered, sizeof(m->entered));
	m->waiting = 0;
}

static void enter_node(struct mapper *m)
{
	struct file *file = &m->f->file;

	m->last = m->straight || prng_below(m->p, 3) ? follow(m) : 1 + prng_below(m->p, 1000);
	m->f->nodes[file->node_count++] = (struct range) { m->last * m->block, m->block };
	m->entered[m->waiting++] = m->last;
}

static uint64_t blocks_below(const struct mapper *m, int depth)
{
	return depth ? m->pointers * blocks_below(m, depth - 1) : 1;
}

/* One subtree from logical block `at`: its root, if anything is below, then that. */
static void map_subtree(struct mapper *m, uint64_t at, int depth)
{
	uint64_t i;
	bool any = false;

	for (i = at; i < at + blocks_below(m, depth) && i < FILES_BLOCKS; i++)
		any |= m->f->mapped[i];
	if (!any)
		return;
	if (!depth) {
		map_block(m, at);
		return;
	}
	enter_node(m);
	for (i = 0; i < m->pointers; i++)
		map_subtree(m, at + i * blocks_below(m, depth - 1), depth - 1);
}

/* Adds the indirect blocks of a map and, in half of the files, lays all out in order. */
static void map_tree(struct prng *p, struct random_file *f, uint32_t block)
{
	struct mapper m = { .p = p, .f = f, .block = block, .pointers = block / 4, .last = 100,
			    .straight = prng_below(p, 2) };
	uint64_t i;
	int depth;

	for (i = 0; i < 12; i++)
		map_subtree(&m, i, 0);
	for (depth = 1; depth <= 3 && f->file.block_mapped; depth++) {
		map_subtree(&m, i, depth);
		i += blocks_below(&m, depth);
	}
	for (; i < FILES_BLOCKS; i++) {
		f->mapped[i] &= !f->file.block_mapped;	/* beyond the triple map */
		map_subtree(&m, i, 0);
	}
}

/* Records end where a block does not continue the last one, or anywhere before. */
static void make_records(struct prng *p, struct random_file *f, uint32_t block)
{
	struct extent *last = NULL;
	struct extent one;
	size_t i;

	for (i = 0; i < FILES_BLOCKS; i++) {
		if (!f->mapped[i])
			continue;
		one = (struct extent) { i * block, f->place[i] * block, block, f->unwritten[i] };
		if (last && extent_continues(last, &one) && prng_below(p, 10)) {
			last->len += block;
			continue;
		}
		last = &f->records[f->file.record_count++];
		*last = one;
	}
}

struct random_file files_random(struct prng *p, uint64_t inode,
				const struct filelayout_units *units)
{
	static const enum file_kind kinds[] = {
		FILE_REGULAR, FILE_REGULAR, FILE_REGULAR, FILE_REGULAR, FILE_DIRECTORY,
		FILE_DIRECTORY, FILE_SYMLINK, FILE_FIFO,
	};
	struct random_file f;

	memset(&f, 0, sizeof(f));
	f.file.inode = inode;
	f.file.kind = kinds[prng_below(p, 8)];
	f.file.role = prng_below(p, 12) ? FILE_PLAIN : FILE_JOURNAL;
	f.file.block_mapped = !prng_below(p, 3);
	f.file.deleted = !prng_below(p, 30);
	f.file.size = prng_below(p, units->block * (FILES_BLOCKS + 20));
	if (!prng_below(p, 4))
		f.file.size -= f.file.size % units->cluster;
	if (f.file.kind != FILE_FIFO && prng_below(p, 6))
		map_blocks(p, &f);
	if (f.file.block_mapped || !prng_below(p, 4))
		map_tree(p, &f, units->block);
	make_records(p, &f, units->block);
	f.file.inline_data = !f.file.record_count && !prng_below(p, 2);
	return f;
}

struct random_files files_random_list(struct prng *p, size_t count,
				      const struct filelayout_units *units)
{
	struct random_files files = { 0 };
	uint64_t inode = 1;

	for (; count; count--) {
		inode += 1 + (prng_below(p, 3) ? 0 : prng_below(p, 50));
		CHECK_FATAL(!random_files_push(&files, files_random(p, inode, units)));
	}
	return files;
}

const struct file *files_get(struct random_files *files, size_t i)
{
	struct random_file *f = &files->item[i];

	f->file.records = f->records;
	f->file.nodes = f->nodes;
	return &f->file;
}

void files_naive_step(struct seeks *s, uint64_t last, uint64_t next)
{
	if (next == last + 1)
		return;
	if (next > last && next - last - 1 <= 32)
		s->near++;
	else
		s->far++;
}

/* From each mapped block to the next one; only_written: through those alone. */
static struct seeks naive_seeks(const struct random_file *f, bool only_written)
{
	struct seeks s = { 0 };
	int i, last = -1;
	uint64_t end;
	unsigned e;

	for (i = 0; i < FILES_BLOCKS; i++) {
		if (!f->mapped[i] || (only_written && f->unwritten[i]))
			continue;
		end = last < 0 ? 0 : f->place[last] + 1;
		for (e = 0; e < f->entered_count[i]; e++)
			end += f->entered[i][e] == end;
		if (last >= 0 && f->place[i] != end &&
		    f->place[i] != f->place[last] + (uint64_t)(i - last))
			files_naive_step(&s, f->place[last], f->place[i]);
		last = i;
	}
	return s;
}

static void naive_blocks(struct filelayout *n, const struct random_file *f, uint32_t block)
{
	int i;

	for (i = 0; i < FILES_BLOCKS; i++) {
		if (!f->mapped[i])
			continue;
		n->blocks++;
		if (!i || !f->mapped[i - 1] || f->place[i] != f->place[i - 1] + 1 ||
		    f->unwritten[i] != f->unwritten[i - 1])
			n->extents++;
		if (f->unwritten[i]) {
			n->unwritten += block;
			continue;
		}
		if (!n->written)
			n->read_start = f->place[i] * block;
		n->read_end = (f->place[i] + 1) * block;
		n->written += block;
	}
}

static void naive_holes(struct filelayout *n, const struct random_file *f, uint32_t block)
{
	bool in_hole = false, mapped;
	uint64_t i, start;

	for (i = 0; i * block < f->file.size; i++, in_hole = !mapped) {
		mapped = i < FILES_BLOCKS && f->mapped[i];
		start = i * block;
		if (mapped)
			continue;
		n->holes += !in_hole;
		n->hole_bytes += f->file.size - start < block ? f->file.size - start : block;
	}
}

static void naive_tail(struct filelayout *n, const struct random_file *f,
		       const struct filelayout_units *units)
{
	uint64_t ratio = units->cluster / units->block, size = f->file.size;
	uint64_t cluster, start, i;
	bool mapped;

	for (cluster = 0; cluster * ratio < FILES_BLOCKS; cluster++) {
		start = cluster * units->cluster;
		for (mapped = false, i = 0; i < ratio; i++)
			mapped |= cluster * ratio + i < FILES_BLOCKS &&
				  f->mapped[cluster * ratio + i];
		if (!mapped)
			continue;
		if (start >= size)
			n->beyond += units->cluster;
		else if (start + units->cluster > size)
			n->slack = start + units->cluster - size;
	}
}

struct filelayout files_naive(const struct random_file *f, const struct filelayout_units *units)
{
	struct filelayout n = { .records = f->file.record_count };

	naive_blocks(&n, f, units->block);
	n.seeks = naive_seeks(f, false);
	n.read_seeks = naive_seeks(f, true);
	n.inlined = !n.blocks && (f->file.inline_data ||
				  (f->file.kind == FILE_SYMLINK && f->file.size));
	if (!n.inlined && (f->file.kind == FILE_REGULAR || f->file.kind == FILE_DIRECTORY))
		naive_holes(&n, f, units->block);
	naive_tail(&n, f, units);
	return n;
}
