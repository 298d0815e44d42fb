/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ext_map: where the blocks of a file lie: extent trees and block maps, read
 * into the records and nodes of a struct file.
 *
 * One struct ext_map serves one thread for many files, so that its buffers are
 * allocated once. Nothing that a map says is believed: each node is read once
 * per file, so that a map that points at itself ends, and all files of a walk
 * together read no more nodes than the volume has blocks.
 */
#ifndef FS_EXT_EXT_MAP_H
#define FS_EXT_EXT_MAP_H

#include "fs/ext/ext_inode.h"
#include "model/extent.h"

VEC_DEFINE(range_vec, struct range);
VEC_DEFINE(index_vec, size_t);

/* Levels below the inode: 5 in the kernel's extent trees, 3 in block maps. */
#define EXT_MAP_DEPTH 5

/* A set of block numbers; open addressing, at most half full. */
struct ext_map_seen {
	uint64_t *slot;		/* block + 1, 0: empty */
	size_t size;		/* a power of two, or 0 */
	size_t count;
};

struct ext_map {
	const struct ext *ext;
	struct fs_shard *shard;		/* of the walk: takes findings, counts what is claimed */
	const struct ext_inode *inode;	/* the file at hand */
	struct extent_vec records;
	struct range_vec nodes;
	struct extent_vec empty_nodes;	/* nodes of a block map without a record */
	struct index_vec leaves;
	struct ext_map_seen seen;
	uint8_t *buffer;		/* a block for each level */
	uint64_t budget;		/* nodes that may still be read */
	bool damaged;			/* of the file at hand */
	bool given_up;			/* the walk has claimed too much: no more records */
	bool no_memory;
};

/* Prepares for many files of a shard. 0 or ERR_NOMEM. */
int ext_map_init(struct ext_map *map, const struct ext *ext, struct fs_shard *shard);

/* Releases the buffers. */
void ext_map_free(struct ext_map *map);

/*
 * Reads the map of a file and sets its records, nodes and damaged; they live
 * until the next call. 0 or ERR_NOMEM; everything else is a finding.
 */
int ext_map_read(struct ext_map *map, const struct ext_inode *inode, struct file *file);

/* For ext_extents.c and ext_blockmap.c. */

/* Notes that the map at hand is damaged, with a sentence. */
void ext_map_bad(struct ext_map *map, uint64_t node_blk, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Reads a node for the given level (0 is next to the inode) and adds it to the
 * nodes. NULL when it lies outside the volume, was seen before, or cannot be
 * read; that is then a finding.
 */
uint8_t *ext_map_node(struct ext_map *map, uint64_t node_blk, unsigned level);

/*
 * Adds a record in blocks; one that lies outside the volume or before the end
 * of the last one becomes a finding that names node_blk (0: the inode).
 */
void ext_map_record(struct ext_map *map, uint64_t node_blk, uint64_t logical_blk,
		    uint64_t physical_blk, uint64_t count_blk, bool unwritten);

/* Reads the extent tree in the inode. */
void ext_extents_read(struct ext_map *map);

/* Reads the block map in the inode. */
void ext_blockmap_read(struct ext_map *map);

#endif
