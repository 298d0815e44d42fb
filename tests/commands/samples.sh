#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The samples themselves: e2fsck has nothing to say of any, two builds of one are
# byte-identical, and they hold what their recipes promise, as debugfs sees it.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
build=$PWD/samples/build.sh
gen=$(realpath "$SAMPLES/../gen")

# The offset of each filesystem on a partitioned sample, and what e2fsck is told for others.
declare -A offsets=([gpt]=5242880 [gpt4k]=1048576 [mbr2]="1048576 27262976")
declare -A options=([damaged]="-b 8193 -B 1024")
large="raid5"		# not built a second time

# clean NAME IMAGE[?offset=BYTES] [OPTION...]: e2fsck ends with 0 and neither asks nor warns
clean() {
	local name=$1 image=$2
	shift 2
	if ! e2fsck -fn "$@" "$image" >"$WORK/out" 2>"$WORK/err"; then
		bad "$name" "$(head -n 8 "$WORK/out")"
	elif grep -q -e '? no$' -e WARNING -e 'could be' "$WORK/out"; then
		bad "$name" "$(grep -e '? no$' -e WARNING -e 'could be' "$WORK/out")"
	else
		ok "$name"
	fi
}

names=$("$build" --list-tests)
for name in $names; do
	image=$SAMPLES/$name.img
	[ -e "$image" ] || { bad "samples: $name" "was not built"; continue; }
	for offset in ${offsets[$name]:-}; do
		clean "samples: $name is clean at $offset" "$image?offset=$offset"
	done
	read -ra more <<<"${options[$name]:-}"
	[ -n "${offsets[$name]:-}" ] || clean "samples: $name is clean" "$image" "${more[@]}"
done

# A replayed journal leaves nothing to repair either.
cp --sparse=always "$SAMPLES/dirty.img" "$WORK/dirty.img"
e2fsck -fy "$WORK/dirty.img" >"$WORK/out" 2>&1
check "samples: dirty needs only its journal" "$(cat "$WORK/out")" \
	test "$(grep -c -e '? yes' -e 'FILE SYSTEM WAS MODIFIED' "$WORK/out")" = 0
clean "samples: dirty is clean after a replay" "$WORK/dirty.img"
rm -f "$WORK/dirty.img"

# packed IMAGE: a hash of its data and holes, without reading the holes; a copy has a hole for every zeroed block
packed() {
	cp --sparse=always "$1" "$WORK/packed"
	tar -C "$WORK" -cS --mtime=@0 --owner=0 --group=0 --mode=644 packed | sha256sum
	rm -f "$WORK/packed"
}

# Equal archives are equal images; if only the holes differ, cmp tells.
identical() {
	[ "$(packed "$1")" = "$(packed "$2")" ] || cmp -s "$1" "$2"
}

# Time, folder and environment differ between the two builds.
for name in $names; do
	[[ " $large " == *" $name "* ]] && continue
	mkdir -p "$WORK/elsewhere"
	if ! LC_ALL=C.UTF-8 TZ=Asia/Tokyo E2FSPROGS_FAKE_TIME=1 "$build" -d "$WORK/elsewhere" -g "$gen" "$name" \
		>"$WORK/out" 2>&1; then
		bad "samples: $name is the same again" "$(cat "$WORK/out")"
	else
		check "samples: $name is the same again" "the bytes differ" \
			identical "$SAMPLES/$name.img" "$WORK/elsewhere/$name.img"
	fi
	rm -rf "$WORK/elsewhere"
done

# holds NAME COMMAND PATTERN: debugfs, asked COMMAND, prints a line with PATTERN
holds() {
	debugfs -R "$2" "$SAMPLES/$1.img" >"$WORK/out" 2>/dev/null
	check "samples: $1, $2" "no '$3': $(cut -c 1-200 "$WORK/out" | head -n 12)" grep -q -e "$3" "$WORK/out"
}

holds shapes 'ex /trees/records' '^ *1/ 2  '
holds shapes 'ex /trees/records' '^ *2/ 2  *80/ 80 *599997 '
holds shapes 'ex /trees/two-leaves' '^ *1/ 1  *1/  1 *1020 '
holds shapes 'stat /trees/mixed' '^(0-9):\([0-9]*\)-.*(10-19\[u\]).*(20-29)'
holds shapes 'stat /trees/beyond-eof' '(10-63\[u\])'
holds shapes 'stat /trees/sparse' 'Size: 1099511627776$'
holds shapes 'ex /trees/long' '^ *0/ 0  *4/  4  *98304 '
holds shapes 'stat /trees/mapped' '(DIND)'
holds shapes 'stat /links/first' '^Links: 3 '
holds shapes 'stat /inline/hundred' 'system.data (40)'
holds shapes 'stat /inline/dir' '^Size of inline data: 60'
holds shapes 'stat /links/slow' '^(0):'
holds shapes 'stat /links/fast59' '^Fast link dest'
holds shapes 'htree_dump /many' '^Number of entries (count): 6[0-9]$'
holds shapes 'stat /times/1901' ' 1901$'
holds shapes 'stat /times/2446' ' 2446$'
holds shapes 'stat /owners/high' '^User: 70000 '
holds shapes 'stat <5097>' '^ *dtime: '
holds blockmap 'stat /maps/borders' '(268):.*(TIND).*(65804):'
holds blockmap 'stat /maps/far' '(5242879)'
holds blockmap 'stat /linear' '(IND)'
holds big64k 'stat /files/beyond-eof' '(2-31\[u\])'
holds big64k 'htree_dump /index' '^Root node dump'
holds casefold 'htree_dump /folded' '^Root node dump'
holds casefold 'stat /fold' 'Flags: 0x40080000'
holds features 'htree_dump /index' 'Indirect levels: 1'
holds features 'stat /data/large-value' 'user.large (30000)'
holds features 'dump_mmp' '^sequence: ff4d4d50'
holds features 'stats' ' mmp .*ea_inode metadata_csum_seed large_dir .* quota .*project'
blocks=$(for name in 1 2 3; do
	debugfs -R "stat /attributes/shared-$name" "$SAMPLES/shapes.img" 2>/dev/null | sed -n 's/^File ACL: //p'
done | sort | uniq -c)
check "samples: three files share one attribute block" "$blocks" grep -q '^ *3 [1-9][0-9]*$' <<<"$blocks"
