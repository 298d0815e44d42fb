/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include <blkid.h>

#include "fs/probe.h"

static int collect(blkid_probe probe, struct probe_types *types)
{
	struct probe_type type;
	const char *name;

	blkid_reset_probe(probe);
	while (blkid_do_probe(probe) == 0) {
		if (blkid_probe_lookup_value(probe, "TYPE", &name, NULL))
			continue;
		snprintf(type.name, sizeof(type.name), "%s", name);
		if (probe_types_push(types, type))
			return ERR_NOMEM;
	}
	return 0;
}

int probe_image(struct image *img, struct probe_types *types, struct err *err)
{
	blkid_probe probe;
	int ret = 0;

	*types = (struct probe_types) { 0 };
	if (img->fd < 0)
		return 0;
	probe = blkid_new_probe();
	if (!probe)
		return err_nomem(err, "the filesystem prober");
	if (blkid_probe_set_device(probe, img->fd, (blkid_loff_t)img->fd_start,
				   (blkid_loff_t)img->size)) {
		ret = err_set(err, ERR_IO, ERR_NO_PLACE, "cannot look for a filesystem");
		goto out;
	}
	blkid_probe_enable_superblocks(probe, 1);
	blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE | BLKID_SUBLKS_BADCSUM);
	blkid_probe_filter_superblocks_usage(probe, BLKID_FLTR_ONLYIN,
					     BLKID_USAGE_FILESYSTEM);
	ret = collect(probe, types);
	if (!ret && !types->count) {
		blkid_probe_reset_superblocks_filter(probe);
		ret = collect(probe, types);
	}
	if (ret) {
		probe_types_free(types);
		err_nomem(err, "the list of filesystem types");
	}
out:
	blkid_free_probe(probe);
	return ret;
}
