#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/run.sh BUILD: speed of freefrag, as ratios in the same run, warm
# cache, medians of five. Each row names its goal and says whether it is met.
set -eu
export LC_ALL=C PATH=$PATH:/sbin:/usr/sbin

cd "$(dirname "$0")/../.."
build=$1
for name in raid5 raid5flex empty8t; do
	[ -e "$build/samples/$name.img" ] ||
		samples/build.sh -d "$build/samples" -g "$build/gen" "$name"
done

printf '%-10s %-22s %10s %10s %10s\n' image program 'cpu s' 'wall s' 'peak KiB'
summary=
compare()	# NAME GOAL: at least GOAL times less user+sys than e2freefrag
{
	local image=$build/samples/$1.img
	"$build/bench/measure" 5 "$build/fsatlas freefrag $image" "e2freefrag $image" \
		"$build/bench/preads $image" >"$build/bench/figures"
	paste -d' ' <(printf '%s\n' 'fsatlas freefrag' e2freefrag 'plain preads' | tr ' ' '_') \
		"$build/bench/figures" | while read -r program cpu wall kib; do
		printf '%-10s %-22s %10s %10s %10s\n' "$1" "${program//_/ }" "$cpu" "$wall" "$kib"
	done
	summary+=$(awk -v name="$1" -v goal="$2" '
		{ cpu[NR] = $1; wall[NR] = $2; kib[NR] = $3 }
		function verdict(good) { return good ? "met" : "MISSED" }
		END {
			printf "%-10s user+sys: %.0f times less than e2freefrag (goal %d: %s)", name,
				cpu[2] / cpu[1], goal, verdict(cpu[2] / cpu[1] >= goal)
			printf "; wall: %.2f of plain preads (goal 1.5: %s)", wall[1] / wall[3],
				verdict(wall[1] / wall[3] <= 1.5)
			printf "; peak: %.1f MiB (goal 32: %s)", kib[1] / 1024, verdict(kib[1] < 32768)
		}' "$build/bench/figures")$'\n'
}
compare raid5 20
compare raid5flex 50
compare empty8t 100
printf '\n%s' "$summary"
