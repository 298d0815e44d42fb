#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whole-disk images, offsets, devices: each way to a filesystem shows the same.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
cd "$SAMPLES" || exit 1

# opens NAME PART-OFFSET PART-BYTES IMAGE ARG...: info by these arguments must
# equal info on the part cut out, but for where it lies
opens() {
	local name=$1 offset=$2 size=$3 image=$4
	shift 4
	dd if="$image" of="$WORK/part.img" iflag=skip_bytes,count_bytes skip="$offset" count="$size" \
		bs=1M conv=sparse status=none
	truncate -s "$size" "$WORK/part.img"
	run info --json "$WORK/part.img"
	jq 'del(.info.place)' "$WORK/out" >"$WORK/want"
	run info --json "$@" "$image"
	jq 'del(.info.place) | .volume.device_offset_bytes = 0' "$WORK/out" >"$WORK/got"
	same "partitions: $name" "$WORK/want" "$WORK/got"
	check "partitions: $name is at byte $offset" "$(jq -c .info.place "$WORK/out")" \
		test "$(jq .info.place.device_offset_bytes "$WORK/out")" = "$offset"
	e2freefrag "$WORK/part.img" | tail -n +2 >"$WORK/peer"
	run freefrag "$@" "$image"
	tail -n +2 "$WORK/out" >"$WORK/got"
	same "partitions: freefrag, $name" "$WORK/peer" "$WORK/got"
}

opens "the only one of a GPT disk" 5242880 50331648 gpt.img
check "partitions: it says which" "$(cat "$WORK/err")" \
	grep -q '^partition: 2 of a disk with GPT, at byte 5242880' "$WORK/err"
opens "-p 2 of a GPT disk" 5242880 50331648 gpt.img -p 2
opens "the only one of a GPT disk with 4096-byte sectors" 1048576 50331648 gpt4k.img
opens "-p 1 of a GPT disk with 4096-byte sectors" 1048576 50331648 gpt4k.img -p 1
opens "-p 1 of an MBR disk" 1048576 25165824 mbr2.img -p 1
opens "-p 5, a logical one" 27262976 33554432 mbr2.img --partition=5
opens "--offset in bytes" 27262976 33554432 mbr2.img --offset 27262976
opens "--offset in sectors" 27262976 33554432 mbr2.img --offset=53248s
opens "--offset in MiB" 27262976 33554432 mbr2.img --offset 26MiB

# the quick note can be turned off
run info -q gpt.img
check "partitions: -q is silent" "$(cat "$WORK/err")" test "$code" = 0 -a ! -s "$WORK/err"

# a disk image that was cut off inside its partition
head -c 30000000 mbr2.img >"$WORK/cut.img"
run freefrag -p 5 "$WORK/cut.img"
check "partitions: a disk that was cut off" "code $code: $(cat "$WORK/err")" \
	grep -q 'finding: the superblock claims 33554432 bytes, the image has 2737024' "$WORK/err"

run freefrag "$WORK/cut.img"
check "partitions: a disk that was cut off still has two filesystems" "code $code: $(cat "$WORK/err")" \
	grep -q 'choose one with -p: 1 (ext2, 24.0 MiB), 5 (ext4, 32.0 MiB)' "$WORK/err"
head -c 10000000 gpt.img >"$WORK/cut.img"
fails "partitions: a GPT that was cut off" 1 'begins with a GPT that cannot be used' info "$WORK/cut.img"

# a filesystem on the whole disk, and a table that came later
truncate -s 32M "$WORK/both.img"
mke2fs -q -F -t ext4 -E nodiscard -L whole "$WORK/both.img" >"$WORK/null" 2>&1
printf 'label: dos\nstart=2048, size=40000, type=83\n' | sfdisk -q --wipe never "$WORK/both.img" >"$WORK/null" 2>&1
mke2fs -q -F -t ext4 -E nodiscard,offset=1048576 "$WORK/both.img" 20000k >"$WORK/null" 2>&1
run info "$WORK/both.img"
check "partitions: a table beside a whole filesystem is said" "code $code: $(cat "$WORK/err")" \
	grep -q 'it also has a partition table: 1 (ext4, 19.5 MiB)' "$WORK/err"

if can_loop; then
	cp --sparse=always aged.img "$WORK/aged.img"
	device=$(losetup -f --show "$WORK/aged.img")
	run freefrag "$device"
	tail -n +2 "$WORK/out" >"$WORK/got"
	e2freefrag aged.img | tail -n +2 >"$WORK/peer"
	same "partitions: a block device" "$WORK/peer" "$WORK/got"
	run info "$WORK/aged.img"
	check "partitions: a file behind a loop device is reported" "$(cat "$WORK/err")" \
		grep -q "attached to $device" "$WORK/err"
	mkdir "$WORK/mnt"
	if mount -o ro,noload "$device" "$WORK/mnt" 2>"$WORK/null"; then
		run freefrag "$device"
		check "partitions: a mounted device is reported" "code $code: $(cat "$WORK/err")" \
			grep -q "warning: $device is mounted at $WORK/mnt" "$WORK/err"
		tail -n +2 "$WORK/out" >"$WORK/got"
		same "partitions: a mounted device is read all the same" "$WORK/peer" "$WORK/got"
		umount "$WORK/mnt"
	else
		skip "partitions: a mounted device" "this kernel does not mount ext4"
	fi
	losetup -d "$device"
	device=$(losetup -f --show -P mbr2.img -r)
	if [ -e "${device}p5" ]; then
		run info --json "${device}p5"
		check "partitions: a partition's device knows where it begins" \
			"$(jq -c .info.place "$WORK/out")" \
			test "$(jq .info.place.device_offset_bytes "$WORK/out")" = 27262976
	else
		skip "partitions: a partition's device" "the kernel makes no partition devices here"
	fi
	losetup -d "$device"
else
	skip "partitions: block devices" "needs root and loop devices"
fi
