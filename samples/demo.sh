#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# demo.sh PROGRAM SAMPLES GENDIR: builds two samples and shows what the program says of them.
set -eu

program=$1 samples=$2 gen=$3
here=$(cd "$(dirname "$0")" && pwd)

show()
{
	printf '\n$ fsatlas %s\n' "$*"
	"$program" "$@"
}

for name in aged raid5; do
	[ -e "$samples/$name.img" ] || {
		echo "demo: building the sample $name"
		"$here/build.sh" -d "$samples" -g "$gen" "$name"
	}
done
program=$(realpath "$program")
cd "$samples"
echo
echo "A small volume that was lived in for 300 days:"
show info aged.img
show freefrag -v aged.img
echo
echo "A 4 TB volume on a 5-disk RAID5, three quarters full and aged (a sparse file of $(du -m raid5.img | cut -f1) MB):"
show info raid5.img
show freefrag raid5.img
