/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "image/file.h"
#include "image/inuse.h"
#include "image/window.h"
#include "suites.h"
#include "support.h"

static struct image *temp_image(char path[PATH_ROOM])
{
	struct blob blob = blob_new(65536);
	struct image *img = NULL;

	support_path("inuse.img", path);
	CHECK_FATAL(blob_store(&blob, path));
	blob_free(&blob);
	CHECK_FATAL(file_open(path, &img, NULL) == 0);
	return img;
}

static void a_plain_file_is_not_in_use(void)
{
	char path[PATH_ROOM], how[INUSE_TEXT] = "";
	struct image *img = temp_image(path), *window = NULL;
	struct blob blob = blob_new(10);
	struct image *memory = blob_image(&blob);

	CHECK(!inuse_check(img, how));
	CHECK_FATAL(window_open(img, (struct range) { 512, 1024 }, &window, NULL) == 0);
	CHECK(!inuse_check(window, how));
	CHECK(!inuse_check(memory, how));
	image_close(memory);
	blob_free(&blob);
	image_close(window);
	image_close(img);
}

/* Attaches a file read-only; false when this machine has no loop devices for us. */
static bool attach(const char *path, char device[64])
{
	char command[PATH_ROOM + 64];
	FILE *pipe;

	snprintf(command, sizeof(command), "PATH=$PATH:/sbin:/usr/sbin losetup -r -f --show '%s' 2>&1",
		 path);
	pipe = popen(command, "re");
	if (!pipe)
		return false;
	if (!fgets(device, 64, pipe))
		device[0] = '\0';
	device[strcspn(device, "\n")] = '\0';
	return !pclose(pipe) && !strncmp(device, "/dev/loop", 9);
}

static void a_file_behind_a_loop_device_is(void)
{
	char path[PATH_ROOM], device[64], how[INUSE_TEXT] = "", expected[96];
	struct image *img = temp_image(path);

	if (geteuid() || !attach(path, device)) {
		support_skip("loop device", geteuid() ? "needs root" : "losetup refuses");
		image_close(img);
		return;
	}
	CHECK(inuse_check(img, how));
	snprintf(expected, sizeof(expected), "attached to %s", device);
	CHECK_STR(how, expected);
	support_run("PATH=$PATH:/sbin:/usr/sbin losetup -d '%s'", device);
	CHECK(!inuse_check(img, how));
	image_close(img);
}

/* Mounts a small filesystem read-only at `point` and finds its loop device. */
static bool mount_image(const char *path, const char *point, char device[64])
{
	struct stat st;

	if (geteuid() || support_run("PATH=$PATH:/sbin:/usr/sbin; truncate -s 4M '%s' && "
				     "mke2fs -q -F -t ext2 '%s' && mkdir '%s' && "
				     "mount -o ro,loop '%s' '%s' 2>/dev/null", path, path, point,
				     path, point))
		return false;
	if (stat(point, &st))
		return false;
	snprintf(device, 64, "/dev/loop%u", minor(st.st_dev));
	return true;
}

static void a_mounted_device_is(void)
{
	char path[PATH_ROOM], point[PATH_ROOM], device[64], how[INUSE_TEXT] = "";
	char expected[PATH_ROOM + 16];
	struct image *img = NULL;

	support_path("mounted.img", path);
	support_path("mountpoint", point);
	if (!mount_image(path, point, device)) {
		support_skip("mounted device", geteuid() ? "needs root" : "mount refuses");
		return;
	}
	if (CHECK_EQ(file_open(device, &img, NULL), 0)) {
		CHECK(inuse_check(img, how));
		snprintf(expected, sizeof(expected), "mounted at %s", point);
		CHECK_STR(how, expected);
		CHECK_EQ(img->size, 4 << 20);
	}
	support_run("umount '%s' || umount -l '%s'", point, point);
	image_close(img);
}

static const struct unit_test tests[] = {
	{ "a plain file is not in use", a_plain_file_is_not_in_use },
	{ "a file behind a loop device is", a_file_behind_a_loop_device_is },
	{ "a mounted device is", a_mounted_device_is },
};

void suite_inuse(void)
{
	SUITE("image/inuse", tests);
}
