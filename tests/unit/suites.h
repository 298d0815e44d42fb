/* SPDX-License-Identifier: GPL-2.0-or-later */
/* suites: each adds its tests to CUnit's registry. */
#ifndef UNIT_SUITES_H
#define UNIT_SUITES_H

/* lib/base */
void suite_err(void);
void suite_vec(void);
void suite_range(void);
void suite_bytes(void);
void suite_checked(void);
void suite_units(void);
void suite_log2hist(void);
void suite_bitrun(void);
void suite_crc32c(void);

/* lib/image */
void suite_file(void);
void suite_window(void);
void suite_memory(void);
void suite_overlay(void);
void suite_fault(void);
void suite_partition(void);
void suite_inuse(void);
void suite_mapfile(void);

/* lib/model */
void suite_finding(void);
void suite_volume(void);

/* lib/measure */
void suite_freehist(void);
void suite_freegroups(void);
void suite_lookup(void);
void suite_filelayout(void);
void suite_fsckview(void);
void suite_layout(void);
void suite_dirorder(void);
void suite_layoutcheck(void);
void suite_layoutdiff(void);
void suite_fiemap(void);
void suite_paths(void);

/* lib/fs */
void suite_fs_open(void);
void suite_fs_free(void);
void suite_fs_damage(void);
void suite_fs_damage_super(void);
void suite_ext_super(void);
void suite_ext_features(void);
void suite_fs_lookup(void);
void suite_ext_dir(void);
void suite_ext_dir_damage(void);

/* lib/report */
void suite_utf8(void);
void suite_json(void);
void suite_lines(void);
void suite_text(void);
void suite_prom(void);

#endif
