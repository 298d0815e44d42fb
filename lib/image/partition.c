/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include <blkid.h>

#include "image/partition.h"

/* libblkid counts partitions in units of 512 bytes, whatever the sector size. */
#define BLKID_SECTOR 512

static void copy_text(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "");
}

static int add_partition(struct partition_table *table, blkid_partition found,
			 struct err *err)
{
	struct partition part = {
		.number = (unsigned)blkid_partition_get_partno(found),
		.at.start = (uint64_t)blkid_partition_get_start(found) * BLKID_SECTOR,
		.at.len = (uint64_t)blkid_partition_get_size(found) * BLKID_SECTOR,
	};
	const char *type = blkid_partition_get_type_string(found);

	if (blkid_partition_is_extended(found))
		return 0;
	if (type)
		copy_text(part.type, sizeof(part.type), type);
	else
		snprintf(part.type, sizeof(part.type), "0x%02x",
			 (unsigned)blkid_partition_get_type(found));
	copy_text(part.name, sizeof(part.name), blkid_partition_get_name(found));
	if (partition_vec_push(&table->parts, part))
		return err_nomem(err, "the partition list");
	return 0;
}

static int collect(blkid_probe probe, struct partition_table *table, struct err *err)
{
	blkid_partlist list = blkid_probe_get_partitions(probe);
	blkid_parttable found = list ? blkid_partlist_get_table(list) : NULL;
	int i, ret = 0;

	if (!found)
		return 0;
	copy_text(table->type, sizeof(table->type), blkid_parttable_get_type(found));
	for (i = 0; !ret && i < blkid_partlist_numof_partitions(list); i++)
		ret = add_partition(table, blkid_partlist_get_partition(list, i), err);
	return ret;
}

int partition_read(struct image *img, uint32_t sector_size,
		   struct partition_table *table, struct err *err)
{
	blkid_probe probe;
	int ret;

	*table = (struct partition_table) { .sector_size = sector_size };
	if (img->fd < 0)
		return 0;
	probe = blkid_new_probe();
	if (!probe)
		return err_nomem(err, "the partition prober");
	if (blkid_probe_set_device(probe, img->fd, (blkid_loff_t)img->fd_start,
				   (blkid_loff_t)img->size)) {
		ret = err_set(err, ERR_IO, ERR_NO_PLACE, "cannot look for partitions");
		goto out;
	}
	blkid_probe_set_sectorsize(probe, sector_size);
	ret = collect(probe, table, err);
	if (ret)
		partition_free(table);
out:
	blkid_free_probe(probe);
	return ret;
}

const struct partition *partition_find(const struct partition_table *table,
				       uint64_t number)
{
	size_t i;

	for (i = 0; i < table->parts.count; i++)
		if (table->parts.item[i].number == number)
			return &table->parts.item[i];
	return NULL;
}

void partition_free(struct partition_table *table)
{
	partition_vec_free(&table->parts);
	table->type[0] = '\0';
}
