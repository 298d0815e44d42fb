/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "fs/ext/ext_features.h"

struct bit {
	uint32_t mask;
	enum feature_class class;
	const char *name;
};

/*
 * Bits from ext2_fs.h, names as e2fsprogs spells them (the *_INCOMPAT_DIRDATA
 * family is listed without being implemented there). Understood are those that
 * shape what we read (superblock, descriptors, bitmaps, inodes, maps, names) and
 * those that leave it alone. Encrypted names and content stay as they are.
 */
static const struct bit compat_bits[] = {
	{ 0x0001, FEATURE_SHOWN, "dir_prealloc" },
	{ 0x0002, FEATURE_SHOWN, "imagic_inodes" },
	{ 0x0004, FEATURE_UNDERSTOOD, "has_journal" },
	{ 0x0008, FEATURE_UNDERSTOOD, "ext_attr" },
	{ 0x0010, FEATURE_UNDERSTOOD, "resize_inode" },
	{ 0x0020, FEATURE_UNDERSTOOD, "dir_index" },
	{ 0x0040, FEATURE_SHOWN, "lazy_bg" },
	{ 0x0100, FEATURE_SHOWN, "snapshot_bitmap" },
	{ 0x0200, FEATURE_UNDERSTOOD, "sparse_super2" },
	{ 0x0400, FEATURE_SHOWN, "fast_commit" },
	{ 0x0800, FEATURE_SHOWN, "stable_inodes" },
	{ 0x1000, FEATURE_UNDERSTOOD, "orphan_file" },
	{ 0 }
};

static const struct bit incompat_bits[] = {
	{ 0x00001, FEATURE_SHOWN, "compression" },
	{ 0x00002, FEATURE_UNDERSTOOD, "filetype" },
	{ 0x00004, FEATURE_UNDERSTOOD, "needs_recovery" },
	{ 0x00008, FEATURE_UNDERSTOOD, "journal_dev" },
	{ 0x00010, FEATURE_UNDERSTOOD, "meta_bg" },
	{ 0x00040, FEATURE_UNDERSTOOD, "extent" },
	{ 0x00080, FEATURE_UNDERSTOOD, "64bit" },
	{ 0x00100, FEATURE_UNDERSTOOD, "mmp" },
	{ 0x00200, FEATURE_UNDERSTOOD, "flex_bg" },
	{ 0x00400, FEATURE_UNDERSTOOD, "ea_inode" },
	{ 0x01000, FEATURE_SHOWN, "dirdata" },
	{ 0x02000, FEATURE_UNDERSTOOD, "metadata_csum_seed" },
	{ 0x04000, FEATURE_UNDERSTOOD, "large_dir" },
	{ 0x08000, FEATURE_UNDERSTOOD, "inline_data" },
	{ 0x10000, FEATURE_UNDERSTOOD, "encrypt" },
	{ 0x20000, FEATURE_UNDERSTOOD, "casefold" },
	{ 0 }
};

static const struct bit ro_compat_bits[] = {
	{ 0x00001, FEATURE_UNDERSTOOD, "sparse_super" },
	{ 0x00002, FEATURE_UNDERSTOOD, "large_file" },
	{ 0x00008, FEATURE_UNDERSTOOD, "huge_file" },
	{ 0x00010, FEATURE_UNDERSTOOD, "uninit_bg" },
	{ 0x00020, FEATURE_UNDERSTOOD, "dir_nlink" },
	{ 0x00040, FEATURE_UNDERSTOOD, "extra_isize" },
	{ 0x00100, FEATURE_UNDERSTOOD, "quota" },
	{ 0x00200, FEATURE_UNDERSTOOD, "bigalloc" },
	{ 0x00400, FEATURE_UNDERSTOOD, "metadata_csum" },
	{ 0x00800, FEATURE_SHOWN, "replica" },
	{ 0x01000, FEATURE_UNDERSTOOD, "read-only" },
	{ 0x02000, FEATURE_UNDERSTOOD, "project" },
	{ 0x04000, FEATURE_UNDERSTOOD, "shared_blocks" },
	{ 0x08000, FEATURE_UNDERSTOOD, "verity" },
	{ 0x10000, FEATURE_UNDERSTOOD, "orphan_present" },
	{ 0 }
};

static int list_word(uint32_t word, const struct bit *known, char letter,
		     struct feature_vec *features)
{
	struct feature feature;
	const struct bit *bit;
	unsigned i;

	for (i = 0; i < 32; i++) {
		if (!(word & UINT32_C(1) << i))
			continue;
		for (bit = known; bit->mask && bit->mask != UINT32_C(1) << i; bit++)
			;
		feature.class = bit->mask ? bit->class : FEATURE_UNKNOWN;
		feature.incompatible = letter == 'I';
		if (bit->mask)
			snprintf(feature.name, sizeof(feature.name), "%s", bit->name);
		else
			snprintf(feature.name, sizeof(feature.name), "FEATURE_%c%u", letter, i);
		if (feature_vec_push(features, feature))
			return ERR_NOMEM;
	}
	return 0;
}

int ext_features_list(const struct ext_super *super, struct feature_vec *features)
{
	int ret = list_word(super->compat, compat_bits, 'C', features);

	if (!ret)
		ret = list_word(super->incompat, incompat_bits, 'I', features);
	if (!ret)
		ret = list_word(super->ro_compat, ro_compat_bits, 'R', features);
	return ret;
}

const struct feature *ext_features_unreadable(const struct feature_vec *features)
{
	size_t i;

	for (i = 0; i < features->count; i++)
		if (features->item[i].incompatible &&
		    features->item[i].class == FEATURE_UNKNOWN)
			return &features->item[i];
	return NULL;
}
