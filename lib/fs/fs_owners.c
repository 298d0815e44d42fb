/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The walk over owners. Claims are collected from the backend (metadata) and
 * from all files, sorted by position, and held against each other and against
 * the free runs: what nobody claims is free, or in use without an owner.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs/backend.h"
#include "fs/fs.h"

/* A fold over files that keeps what they claim. */
struct claims {
	struct owner_vec owners;
	uint32_t block_bytes;		/* the size of an attribute block */
};

static int claims_fork(void *shard, const void *whole)
{
	const struct claims *from = whole;

	*(struct claims *)shard = (struct claims) { .block_bytes = from->block_bytes };
	return 0;
}

static enum owner_role role_of(const struct file *file)
{
	switch (file->role) {
	case FILE_JOURNAL: return OWNER_JOURNAL;
	case FILE_RESIZE: return OWNER_RESIZE;
	case FILE_QUOTA: return OWNER_QUOTA;
	case FILE_ORPHAN: return OWNER_ORPHAN_FILE;
	case FILE_BAD_BLOCKS: return OWNER_BAD_BLOCKS;
	case FILE_XATTR: return OWNER_XATTR;
	default: break;
	}
	switch (file->kind) {
	case FILE_DIRECTORY: return OWNER_DIRECTORY;
	case FILE_SYMLINK: return OWNER_SYMLINK;
	default: return OWNER_DATA;
	}
}

static int claims_add(void *state, const struct file *file)
{
	struct claims *claims = state;
	struct owner claim = { .inode = file->inode, .role = role_of(file) };
	size_t i;

	for (i = 0; i < file->record_count; i++) {
		claim.at.start = file->records[i].physical;
		claim.at.len = file->records[i].len;
		claim.logical = file->records[i].logical;
		if (owner_vec_push(&claims->owners, claim))
			return ERR_NOMEM;
	}
	claim.logical = 0;
	claim.role = file->role == FILE_RESIZE ? OWNER_RESIZE : OWNER_NODE;
	for (i = 0; i < file->node_count; i++) {
		claim.at = file->nodes[i];
		if (owner_vec_push(&claims->owners, claim))
			return ERR_NOMEM;
	}
	if (!file->xattr_place)
		return 0;
	claim.role = OWNER_XATTR;
	claim.at = (struct range) { file->xattr_place, claims->block_bytes };
	return owner_vec_push(&claims->owners, claim);
}

static int claims_merge(void *state, void *next)
{
	struct owner_vec *owners = &((struct claims *)state)->owners;
	struct owner_vec *from = &((struct claims *)next)->owners;
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < from->count; i++)
		ret = owner_vec_push(owners, from->item[i]);
	owner_vec_free(from);
	return ret;
}

static void claims_release(void *state)
{
	owner_vec_free(&((struct claims *)state)->owners);
}

static const struct fold claims_fold = {
	.size = sizeof(struct claims),
	.fork = claims_fork,
	.add.file = claims_add,
	.merge = claims_merge,
	.release = claims_release,
};

/* Metadata before files, then by inode: who wins when two begin at the same byte. */
static int by_place(const void *a, const void *b)
{
	const struct owner *x = a, *y = b;

	if (x->at.start != y->at.start)
		return x->at.start < y->at.start ? -1 : 1;
	if (x->inode != y->inode && (!x->inode || !y->inode))
		return x->inode ? 1 : -1;
	return x->inode < y->inode ? -1 : x->inode > y->inode;
}

/* Claims that overlap by design: bad blocks and the resize inode name metadata. */
static bool may_overlap(const struct fs *fs, const struct owner *first, const struct owner *next)
{
	if (first->role == OWNER_RESIZE || next->role == OWNER_RESIZE ||
	    first->role == OWNER_BAD_BLOCKS || next->role == OWNER_BAD_BLOCKS)
		return true;
	if (first->role == OWNER_XATTR && next->role == OWNER_XATTR &&
	    first->at.start == next->at.start)
		return true;	/* one attribute block serves many inodes */
	return fs->shares_blocks && first->role == OWNER_DATA && next->role == OWNER_DATA;
}

static const char *claim_name(const struct owner *owner, char text[80])
{
	if (owner->inode && owner->role != OWNER_INODE_TABLE)
		snprintf(text, 80, "%s of inode %" PRIu64, owner_role_name(owner->role),
			 owner->inode);
	else
		snprintf(text, 80, "%s of group %" PRIu64, owner_role_name(owner->role),
			 owner->group);
	return text;
}

static int report_shared(struct fs *fs, const struct owner *first, const struct owner *next,
			 uint64_t end)
{
	uint32_t block = fs->volume.block_bytes;
	char one[80], two[80];

	return finding_add(&fs->findings, FINDING_SHARED, next->at.start,
			   "blocks %" PRIu64 " to %" PRIu64 " belong to %s and to %s",
			   next->at.start / block, (end - 1) / block, claim_name(first, one),
			   claim_name(next, two));
}

/* Sorts the claims and cuts them so that none overlaps: the one that begins first stays. */
static int settle(struct fs *fs, struct owner_vec *claims)
{
	struct owner *last, next;
	uint64_t cut, end;
	size_t i, kept = 0;

	qsort(claims->item, claims->count, sizeof(*claims->item), by_place);
	for (i = 0; i < claims->count; i++) {
		next = claims->item[i];
		last = kept ? &claims->item[kept - 1] : NULL;
		if (last && next.at.start < range_end(&last->at)) {
			end = range_end(&next.at) < range_end(&last->at) ? range_end(&next.at)
									: range_end(&last->at);
			if (!may_overlap(fs, last, &next) && report_shared(fs, last, &next, end))
				return ERR_NOMEM;
			cut = end - next.at.start;
			next.at.start += cut;
			next.at.len -= cut;
			next.logical += cut;
		}
		if (next.at.len)
			claims->item[kept++] = next;
	}
	claims->count = kept;
	return 0;
}

/* The state of the merge of claims with free runs. */
struct merge {
	struct fs *fs;
	const struct owner_vec *claims;
	size_t next;			/* the claim that was not handed out yet */
	uint64_t position;		/* all before it was handed out */
	fs_owner_fn *fn;
	void *ctx;
	bool no_memory;
};

static int put(struct merge *m, const struct owner *owner)
{
	m->position = range_end(&owner->at);
	return m->fn(m->ctx, owner);
}

/* The claim of an index, or NULL behind the last. */
static const struct owner *claim_at(const struct merge *m, size_t index)
{
	return m->claims->item && index < m->claims->count ? &m->claims->item[index] : NULL;
}

/* Hands out [position, end) as a part of what `owner` says. */
static int put_part(struct merge *m, struct owner owner, uint64_t end)
{
	owner.at = (struct range) { m->position, end - m->position };
	return put(m, &owner);
}

/*
 * With clusters larger than a block, what is left of a cluster belongs to whoever
 * has its beginning (head: where that ends) or its end (tail: where that begins).
 */
static int put_used_gap(struct merge *m, uint64_t end)
{
	uint64_t cluster = m->fs->volume.cluster_bytes;
	uint64_t head = (m->position / cluster + 1) * cluster, tail = end / cluster * cluster;
	const struct owner *before = m->next ? claim_at(m, m->next - 1) : NULL;
	const struct owner *after = claim_at(m, m->next);
	const struct owner unowned = { .role = OWNER_UNOWNED };
	struct owner rest;
	int ret = 0;

	if (before && m->position % cluster && range_end(&before->at) == m->position) {
		rest = *before;
		rest.logical += before->at.len;
		ret = put_part(m, rest, head < end ? head : end);
	}
	if (!after || after->at.start != end)
		tail = end;	/* nobody begins there */
	if (!ret && m->position < tail)
		ret = put_part(m, unowned, tail);
	if (!ret && after && m->position < end)
		ret = put_part(m, *after, end);
	return ret;
}

/* Hands out [position, end), which nobody claims. */
static int put_gap(struct merge *m, uint64_t end, bool is_free)
{
	const struct owner gap = { .role = OWNER_FREE };

	return is_free ? put_part(m, gap, end) : put_used_gap(m, end);
}

static int report_free(struct merge *m, const struct owner *owner, const struct range *run)
{
	uint32_t block = m->fs->volume.block_bytes;
	uint64_t from = owner->at.start > run->start ? owner->at.start : run->start;
	uint64_t to = range_end(&owner->at) < range_end(run) ? range_end(&owner->at)
							    : range_end(run);
	struct finding finding = {
		.kind = FINDING_OWNED_FREE, .place = from,
		.expected_dirty = m->fs->volume.journal == VOLUME_JOURNAL_DIRTY,
	};
	char name[80];

	snprintf(finding.text, sizeof(finding.text), "blocks %" PRIu64 " to %" PRIu64
		 " belong to %s, but are marked free", from / block, (to - 1) / block,
		 claim_name(owner, name));
	return finding_put(&m->fs->findings, &finding);
}

/* Hands out all up to `end`; gaps between claims are free when `run` says so. */
static int advance(struct merge *m, uint64_t end, const struct range *run)
{
	const struct owner *claim;
	struct owner part;
	int ret = 0;

	while (!ret && m->position < end) {
		claim = claim_at(m, m->next);
		if (!claim || claim->at.start >= end)
			return put_gap(m, end, run);
		if (claim->at.start > m->position)
			ret = put_gap(m, claim->at.start, run);
		if (ret)
			break;
		if (run && report_free(m, claim, run))
			return ERR_NOMEM;
		part = *claim;
		m->next++;
		ret = put(m, &part);
	}
	return ret;
}

static int on_free(void *ctx, const struct range *run)
{
	struct merge *m = ctx;
	const struct owner *last;
	int ret = 0;

	if (m->position < run->start)
		ret = advance(m, run->start, NULL);
	/* a claim may reach into the run, or past it */
	last = m->next ? claim_at(m, m->next - 1) : NULL;
	if (!ret && last && m->position > run->start && report_free(m, last, run))
		ret = ERR_NOMEM;
	if (!ret && m->position < range_end(run))
		ret = advance(m, range_end(run), run);
	if (ret == ERR_NOMEM)
		m->no_memory = true;
	return ret;
}

int fs_each_owner(struct fs *fs, const struct fs_walk_options *walk, fs_owner_fn *fn,
		  void *ctx, struct err *err)
{
	const struct fs_file_options options = { 0 };
	struct claims claims = { .block_bytes = fs->volume.block_bytes };
	struct merge m = { .fs = fs, .claims = &claims.owners, .fn = fn, .ctx = ctx };
	int ret = fs_fold_files(fs, &options, &claims_fold, &claims, walk, err);

	if (!ret && (fs->backend->metadata(fs, &claims.owners) || settle(fs, &claims.owners)))
		ret = err_nomem(err, "the list of owners");
	if (!ret)
		ret = fs_each_free(fs, on_free, &m, err);
	if (!ret)
		ret = advance(&m, fs->volume.size, NULL);
	if (m.no_memory)
		err_nomem(err, "findings");
	owner_vec_free(&claims.owners);
	return ret;
}
