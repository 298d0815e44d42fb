#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# owner against debugfs' icheck and ncheck and dumpe2fs' group table; and the
# sum over all owners, which is the volume, on every image there is.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
cd "$SAMPLES" || exit 1

# json ARG...: the rows of "owner --json" as "block role inode" lines
rows() { jq -r '.owner.owners[] | "\(.block) \(.inode // 0) \(.role)"' "$WORK/out"; }

# 1000 random blocks, always the same ones
for name in aged small1k metabg shapes blockmap features; do
	blocks=$(dumpe2fs -h $name.img 2>/dev/null | sed -n 's/^Block count: *//p')
	awk -v n="$blocks" 'BEGIN { srand(7); for (i = 0; i < 1000; i++) print int(rand() * n) }' |
		sort -nu >"$WORK/blocks"
	mapfile -t list <"$WORK/blocks"
	debugfs -R "icheck ${list[*]}" $name.img 2>/dev/null |
		awk -F'\t' 'NR > 1 { print $1, $2 ~ /^[0-9]+$/ ? $2 : 0 }' >"$WORK/icheck"
	run owner --json $name.img "${list[@]}"
	check "owner: 1000 blocks of $name" "code $code: $(cat "$WORK/err")" test "$code" = 0
	rows >"$WORK/rows"
	# icheck knows inodes alone: what it finds must be ours, and where it finds
	# none we have a role without an inode. It gives the reserved descriptors to
	# the resize inode, which maps them.
	wrong=$(awk '
		NR == FNR { inode[$1] = $2; next }
		{
			block = $1; got = $2; $1 = $2 = ""; role = substr($0, 3)
			want = inode[block]
			if (want == 7 && (role == "reserved group descriptors" || role == "resize inode"))
				next
			if (role == "inode table")
				got = 0
			if (got != want)
				print "block " block ": icheck says " want ", we say " got ", " role
		}' "$WORK/icheck" "$WORK/rows" | head -n 4)
	check "owner: $name, inodes as icheck says" "$wrong" test -z "$wrong"
	check "owner: $name, each block is answered" "$(wc -l <"$WORK/rows")" \
		test "$(awk '{print $1}' "$WORK/rows" | sort -nu | wc -l)" = "${#list[@]}"

	# each path that ncheck finds is among ours
	mapfile -t inodes < <(awk '$2 > 10 {print $2}' "$WORK/icheck" | sort -nu)
	debugfs -R "ncheck ${inodes[*]}" $name.img 2>/dev/null | awk -F'\t' 'NR > 1 {print $1 " " $2}' |
		sed 's|//*|/|g' | sort -u >"$WORK/ncheck"
	jq -r '.owner.owners[] | select(.inode and .role != "inode table") | "\(.inode) \(.paths[])"' \
		"$WORK/out" | sort -u >"$WORK/paths"
	missing=$(comm -23 "$WORK/ncheck" "$WORK/paths" | head -n 3)
	check "owner: $name, paths as ncheck says" "$missing" test -s "$WORK/ncheck" -a -z "$missing"

	# roles where icheck finds nothing, from dumpe2fs' table
	dumpe2fs $name.img 2>/dev/null | awk '
		function range(text, role,   e) {
			split(text, e, "-"); if (e[2] == "") e[2] = e[1]
			for (b = e[1]; b <= e[2]; b++) print b, role
		}
		/^Group /                  { sub(/^Group /, ""); group = $1 + 0 }
		{
			line = $0
			while (match(line, /(Primary|Backup) superblock at [0-9]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				print text, "superblock"; line = substr(line, RSTART + RLENGTH)
			}
			line = $0
			if (match(line, /Group descriptors? at [0-9-]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				range(text, "group descriptors")
			}
			if (match(line, /Reserved GDT blocks at [0-9-]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				range(text, "reserved group descriptors")
			}
			if (match(line, /Block bitmap at [0-9]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				print text, "block bitmap"
			}
			if (match(line, /Inode bitmap at [0-9]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				print text, "inode bitmap"
			}
			if (match(line, /Inode table at [0-9-]+/)) {
				text = substr(line, RSTART, RLENGTH); sub(/.* /, "", text)
				range(text, "inode table")
			}
		}' | sort -nu >"$WORK/want"
	run owner --json $name.img "0-$((blocks - 1))"
	jq -r '.owner.owners[] | select(.role | test("superblock|descriptors|bitmap|inode table")) |
		.block as $b | range($b; $b + .blocks) as $i | "\($i) \(.role)"' "$WORK/out" |
		sort -nu >"$WORK/got"
	same "owner: $name, metadata as dumpe2fs says" "$WORK/want" "$WORK/got"
done

# the sum of all owners is the volume; the walk hands out each byte once
sums() {	# NAME IMAGE ARG...
	local name=$1 size used
	shift
	run owner -q --json "$@"
	case $code in
	0|3) ;;
	*) skip "owner: sum of $name" "not opened: $(head -n 1 "$WORK/err")"; return ;;
	esac
	size=$(jq .volume.size_bytes "$WORK/out")
	used=$(jq '[.owner.usage[].used_bytes] | add' "$WORK/out")
	check "owner: sum of $name" "$used of $size" test "$used" = "$size"
}
for image in *.img; do
	name=${image%.img}
	case $name in
	mbr2) sums mbr2 -p 1 mbr2.img; sums mbr2 -p 5 mbr2.img ;;
	raid5flex|empty8t) ;;	# for timing only
	*) sums "$name" "$image" ;;
	esac
done

# disks: the same place in each unit
run owner --json -p 5 mbr2.img 844
jq -c '.owner.owners[0] | del(.asked)' "$WORK/out" >"$WORK/want"
for place in "--sectors $((27262976 / 512 + 844 * 8))-$((27262976 / 512 + 844 * 8 + 7))" \
	"--bytes $((27262976 + 844 * 4096))-$((27262976 + 845 * 4096 - 1))"; do
	# shellcheck disable=SC2086 # words
	run owner --json -p 5 mbr2.img $place
	jq -c '.owner.owners[0] | del(.asked)' "$WORK/out" >"$WORK/got"
	same "owner: block 844 as $place of the disk" "$WORK/want" "$WORK/got"
done

# a ddrescue map: what is not finished, inside the volume
cat >"$WORK/map" <<'END'
# Mapfile. Created by GNU ddrescue version 1.27
0x00000000     +               1
#      pos        size  status
0x00000000  0x00020000  +
0x00020000  0x00000400  -
0x00020400  0x00C00000  +
0x00C20400  0x00000200  *
0x00C20600  0x0F3DFA00  +
0x10000000  0x00100000  ?
END
run owner --json --mapfile "$WORK/map" aged.img
jq -r '.owner.owners[] | "\(.start_bytes) \(.length_bytes) \(.asked)"' "$WORK/out" >"$WORK/got"
printf '131072 1024 0x20000+0x400 -\n12715008 512 0xc20400+0x200 *\n' >"$WORK/want"
same "owner: a ddrescue map" "$WORK/want" "$WORK/got"
echo "0x0 hello" >"$WORK/map"
fails "owner: a file that is no map" 2 'line 1 is no line of a ddrescue map' owner -m "$WORK/map" aged.img
fails "owner: a map without lines" 2 'line 1 is no line' owner -m /dev/zero aged.img
fails "owner: no map file" 1 'cannot open' owner -m "$WORK/nowhere" aged.img
: >"$WORK/map"
fails "owner: an empty map file" 2 'is no ddrescue map file' owner -m "$WORK/map" aged.img
fails "owner: a block outside" 2 'block 65536: lies outside the volume, which has blocks 0 to 65535' \
	owner aged.img 65536
fails "owner: a sector of another partition" 2 'sector 100: lies outside the volume, which has sectors 53248 to 118783' \
	owner --sectors -p 5 mbr2.img 100
for word in x 1- 5-4 -- 99999999999999999999 1-18446744073709551615; do
	[ "$word" = -- ] && continue
	fails "owner: '$word' is no block" 2 'is no block' owner aged.img "$word"
done
fails "owner: two units" 2 'give one' owner --bytes --sectors aged.img 1

# damaged images from elsewhere: sums, and an answer for each block asked
if [ ! -d "$CASES/ext" ]; then
	skip "owner: images of e2fsprogs' test suite" "no ../shared/cases/ext here"
	exit 0
fi
wrong=
count=0
for file in "$CASES"/ext/*.img.zst; do
	name=$(basename "$file" .img.zst)
	zstd -dqf --sparse "$file" -o "$WORK/corpus.img"
	timeout 10 "$FSATLAS" owner -q --json "$WORK/corpus.img" >"$WORK/out" 2>"$WORK/err"
	case $? in
	0|3)
		count=$((count + 1))
		jq -e '.volume.size_bytes == ([.owner.usage[].used_bytes] | add)' "$WORK/out" \
			>"$WORK/null" || wrong+="$name " ;;
	1) ;;
	*) wrong+="$name ended badly; " ;;
	esac
done
check "owner: sums of $count images of e2fsprogs' test suite" "$wrong" test -z "$wrong" -a $count -gt 200
