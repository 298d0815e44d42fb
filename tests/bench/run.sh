#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/run.sh BUILD: speed as ratios in the same run, warm cache, medians
# of five. Each row of the summary names its goal and says whether it is met.
set -eu
export LC_ALL=C PATH=$PATH:/sbin:/usr/sbin

cd "$(dirname "$0")/../.."
build=$1
program=$build/fsatlas samples=$build/samples figures=$build/bench/figures
for name in raid5 raid5flex empty8t many shapes; do
	[ -e "$samples/$name.img" ] || samples/build.sh -d "$samples" -g "$build/gen" "$name"
done
summary=

# figures RUNS NAME COMMAND...: runs the commands in turn and prints a row each
figures() {
	local runs=$1 name=$2
	shift 2
	"$build/bench/measure" "$runs" "$@" >"$figures"
	paste -d'|' <(printf '%s\n' "$@") "$figures" | while IFS='|' read -r command row; do
		read -r cpu wall kib <<<"$row"
		command=${command//$build\/bench\//} command=${command//$build\//}
		printf '%-10s %9s %9s %9s  %s\n' "$name" "$cpu" "$wall" "$kib" "${command//samples\//}"
	done
}

# verdict NAME TEXT VALUE at-least|at-most GOAL
verdict() {
	summary+=$(awk -v name="$1" -v text="$2" -v value="$3" -v how="$4" -v goal="$5" 'BEGIN {
		met = how == "at-least" ? value >= goal : value <= goal
		printf "%-10s %-62s %9.2f  (%s %s: %s)", name, text, value, how, goal, met ? "met" : "MISSED"
	}')$'\n'
}
field() { awk -v row="$1" -v column="$2" 'NR == row {print $column}' "$figures"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print a / b }'; }

freefrag() {	# NAME GOAL
	local image=$samples/$1.img
	figures 5 "$1" "$program freefrag $image" "e2freefrag $image" "$build/bench/preads bitmaps $image"
	verdict "$1" "freefrag: user+sys, times less than e2freefrag" \
		"$(ratio "$(field 2 1)" "$(field 1 1)")" at-least "$2"
	verdict "$1" "freefrag: wall, of plain preads of the bitmaps" \
		"$(ratio "$(field 1 2)" "$(field 3 2)")" at-most 1.5
	verdict "$1" "freefrag: peak memory, MiB" "$(ratio "$(field 1 3)" 1024)" at-most 32
}

layout() {	# NAME FILES
	local image=$samples/$1.img
	figures 5 "$1" "$program layout --no-names $image" "$program layout $image" \
		"e2fsck -fn -E fragcheck $image" "$build/bench/preads inodes $image"
	verdict "$1" "layout without names: wall, of e2fsck -E fragcheck" \
		"$(ratio "$(field 1 2)" "$(field 3 2)")" at-most 0.1667
	verdict "$1" "layout without names: wall, of plain preads of the inode tables" \
		"$(ratio "$(field 1 2)" "$(field 4 2)")" at-most 3
	verdict "$1" "layout without names: bytes of memory a file" \
		"$(ratio "$(field 1 3)" "$(($2 / 1024))")" at-most 64
	verdict "$1" "layout with names: bytes of memory a file" \
		"$(ratio "$(field 2 3)" "$(($2 / 1024))")" at-most 160
	cp "$figures" "$build/bench/layout-figures"
}

# one file of 200000 records: a tree that is read node by node, in linear time
records() {
	local image=$samples/shapes.img leaf whole
	echo "dump_extents /trees/records" >"$build/bench/dump"
	figures 5 shapes "$program filefrag $image /trees/records" \
		"debugfs -f $build/bench/dump $image" "$program filefrag $image /trees/leaf"
	whole=$(field 1 1) leaf=$(field 3 1)
	verdict shapes "filefrag of 200000 records: user+sys, of debugfs dump_extents" \
		"$(ratio "$whole" "$(field 2 1)")" at-most 0.2
	summary+=$(awk -v whole="$whole" -v leaf="$leaf" 'BEGIN {
		printf "%-10s a record costs %.0f ns there (file of 340 records: %.4f s in all)", "shapes",
			(whole - leaf) / 199660 * 1e9, leaf }')$'\n'
}

# find | xargs filefrag asks the kernel for each file of a mount
filefrag_on_mount() {	# NAME
	local image=$samples/$1.img mount wall
	mount=$(mktemp -d)
	if [ "$(id -u)" != 0 ] || ! mount -o loop,ro,noload "$image" "$mount" 2>/dev/null; then
		rmdir "$mount"
		echo "$1: find | xargs filefrag is left out: it needs root and loop devices"
		return
	fi
	cat >"$build/bench/filefrag-all" <<-END
		#!/bin/sh
		find $mount -xdev -type f -print0 | xargs -0 filefrag
	END
	chmod +x "$build/bench/filefrag-all"
	figures 1 "$1" "$build/bench/filefrag-all"
	umount "$mount"
	rmdir "$mount"
	wall=$(awk 'NR == 2 {print $2}' "$build/bench/layout-figures")
	verdict "$1" "layout with names: wall, of find | xargs filefrag on the mount" \
		"$(ratio "$wall" "$(field 1 2)")" at-most 0.02
}

printf '%-10s %9s %9s %9s  %s\n' image 'cpu s' 'wall s' 'peak KiB' command
freefrag raid5 20
freefrag raid5flex 50
freefrag empty8t 100
layout many 1000000
filefrag_on_mount many
records
printf '\n%s' "$summary"
