/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The unit tests of fsatlas. The last line printed is
 * `unit: N passed, N failed` (test functions); exit 1 when anything failed.
 */
#include <stdio.h>
#include <stdlib.h>

#include <CUnit/Basic.h>

#include "suites.h"
#include "support.h"

static void (*const suites[])(void) = {
	suite_err, suite_vec, suite_range, suite_bytes, suite_checked, suite_units,
	suite_log2hist, suite_bitrun, suite_crc32c,
	suite_file, suite_window, suite_memory, suite_overlay, suite_fault, suite_partition,
	suite_inuse, suite_mapfile,
	suite_finding, suite_volume,
	suite_freehist, suite_freegroups, suite_lookup,
	suite_filelayout, suite_fsckview, suite_layout, suite_dirorder, suite_layoutcheck,
	suite_layoutdiff, suite_fiemap, suite_paths,
	suite_fs_open, suite_fs_free, suite_fs_damage, suite_fs_damage_super,
	suite_ext_super, suite_ext_features,
	suite_fs_lookup, suite_ext_dir, suite_ext_dir_damage,
	suite_utf8, suite_json, suite_lines, suite_text, suite_prom,
};

int main(void)
{
	unsigned run, failed;
	bool broken;
	size_t i;

	if (!support_start() || CU_initialize_registry() != CUE_SUCCESS) {
		fprintf(stderr, "unit: cannot start\n");
		return 1;
	}
	for (i = 0; i < sizeof(suites) / sizeof(suites[0]); i++)
		suites[i]();
	CU_basic_set_mode(CU_BRM_VERBOSE);
	broken = CU_basic_run_tests() != CUE_SUCCESS;
	run = CU_get_number_of_tests_run();
	failed = CU_get_number_of_tests_failed();
	broken = broken || failed || !run || CU_get_number_of_suites_failed();
	CU_cleanup_registry();
	support_end();
	printf("\nunit: %u passed, %u failed\n", run - failed, failed);
	return broken;
}
