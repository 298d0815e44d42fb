#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tests/fuzz/run.sh TARGET SECONDS: runs the libFuzzer target from small fresh
# volumes of each kind. What it finds is kept in the folder of the target.
set -eu
export LC_ALL=C PATH=$PATH:/sbin:/usr/sbin

target=$(realpath "$1") seconds=$2
cd "$(dirname "$target")"
mkdir -p corpus
seed() {	# NAME SIZE MKE2FS-ARGUMENT...
	local name=$1 size=$2
	shift 2
	[ -e "corpus/$name" ] || mke2fs -q -F -E nodiscard "$@" "corpus/$name" "$size" >/dev/null
}
seed ext2 64K -b 1024 -N 16
seed ext4 256K -b 1024 -N 16 -O extent,64bit,flex_bg,metadata_csum,^resize_inode
seed uninit 256K -b 1024 -N 16 -O extent,uninit_bg,^resize_inode
seed bigalloc 512K -b 1024 -C 4096 -N 16 -O extent,bigalloc,^resize_inode
seed groups 512K -b 1024 -g 256 -N 64 -O extent,^resize_inode
seed metabg 512K -b 1024 -g 256 -N 64 -O meta_bg,^resize_inode
"$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=600000 \
	-print_final_stats=1 corpus
