#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# layout against e2fsck -E fragcheck, file by file; its conditions; --against.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

# How e2fsck counts. Where it and our "in several pieces" part, each file must
# show a reason in its own line of --json-lines:
#   hole     e2fsck wants each block to follow the one before it on the volume, so a
#            hole breaks a file whose gaps on the volume and in the file are equal:
#            no seek for us. (Blocks on both sides that touch are whole for both.)
#   map      in a block map its indirect blocks must follow, too: one that lies
#            between two pieces breaks nothing for e2fsck, one elsewhere breaks all
#   large    a file of as many blocks as a group has is never counted
#   system   the journal and other inodes without a name count there, not here
# shellcheck disable=SC2016 # $group is jq's
differences='
	def broken: .seeks > 0 and .role == "file";
	def reason:
		if .role != "file" then "system"
		elif .block_mapped and .map_blocks > 0 then "map"
		elif .e2fsck_noncontig and .holes > 0 then "hole"
		elif (.e2fsck_noncontig | not) and .allocated_bytes >= $group then "large"
		else "none" end;
	select(broken != .e2fsck_noncontig) | "\(reason) \(.inode)"'

# compare NAME IMAGE: e2fsck finds the image clean
compare() {
	local name=$1 image=$2 why='' group
	e2fsck -fnv -E fragcheck "$image" >"$WORK/peer" 2>/dev/null
	run layout --json "$image"
	[ "$code" = 0 ] || [ "$code" = 3 ] || why+="exit code $code: $(cat "$WORK/err"); "
	cp "$WORK/out" "$WORK/json"
	run layout --json-lines "$image"
	cp "$WORK/out" "$WORK/lines"

	# the totals; e2fsck's own sum is the percentage of its last line
	sed -n 's/^ *\([0-9]*\) non-contiguous file.*/files \1/p
		s/^ *\([0-9]*\) non-contiguous director.*/dirs \1/p' "$WORK/peer" >"$WORK/want"
	jq -r '.layout.files | "files \(.e2fsck_noncontig_files)", "dirs \(.e2fsck_noncontig_dirs)"' \
		"$WORK/json" >"$WORK/got"
	cmp -s "$WORK/want" "$WORK/got" || why+="totals: $(diff "$WORK/want" "$WORK/got"); "

	# each inode that e2fsck names; it names the large ones, too, and then does not count them
	group=$(dumpe2fs -h "$image" 2>/dev/null | awk '/^Block size:/ {b = $3} /^Blocks per group:/ {g = $4}
		END {print b * g}')
	sed -n 's/^ *\([0-9]*\)(.): expecting .*/\1/p' "$WORK/peer" | sort -u >"$WORK/want"
	jq -r 'select(.e2fsck_noncontig) | .inode' "$WORK/lines" | sort -u >"$WORK/got"
	jq -r --argjson group "$group" 'select(.allocated_bytes >= $group) | .inode' "$WORK/lines" |
		sort -u >"$WORK/large"
	comm -3 "$WORK/want" "$WORK/got" | tr -d '\t' | sort -u |
		grep -vxFf "$WORK/large" >"$WORK/odd"
	[ -s "$WORK/odd" ] && why+="inodes that one alone calls broken: $(tr '\n' ' ' <"$WORK/odd"); "

	# ours against its: every difference has a reason
	jq -r --argjson group "$group" "$differences" "$WORK/lines" >"$WORK/differ"
	grep -q '^none' "$WORK/differ" && why+="no reason: $(grep '^none' "$WORK/differ" | head -n 5); "
	cut -d' ' -f1 "$WORK/differ" >>"$WORK/reasons"
	check "layout: $name, by e2fsck -E fragcheck" "$why" test -z "$why"
}

# A block map of all depths with holes, and groups so small that files must cross them.
make_images() {
	local at
	truncate -s 256M "$WORK/map.img"
	mke2fs -q -t ext2 -b 1024 "$WORK/map.img"
	for at in 0 11 13 280 5000 66000 66100 70000 140000; do	# KiB: direct, single, double, triple
		dd if=/dev/zero of="$WORK/sparse" bs=1K seek=$at count=40 conv=notrunc status=none
	done
	tr '\0' x <"$WORK/sparse" | head -c 700K >"$WORK/dense"
	debugfs -w -f - "$WORK/map.img" >"$WORK/null" 2>&1 <<-END
		write $WORK/sparse sparse
		write $WORK/dense dense
		write $WORK/dense dense2
		rm dense
		write $WORK/sparse sparse2
	END
	truncate -s 8M "$WORK/groups.img"
	mke2fs -q -t ext4 -O ^flex_bg,^has_journal -b 1024 -g 1024 "$WORK/groups.img"
	head -c 2000K "$WORK/sparse" | tr '\0' x >"$WORK/large"
	debugfs -w -f - "$WORK/groups.img" >"$WORK/null" 2>&1 <<-END
		write $WORK/dense a
		write $WORK/dense b
		write $WORK/large c
		symlink s /a
	END
}

# holds FILTER FILE...: jq finds it true; quietly, for check
holds() { jq -e "$@" >"$WORK/null" 2>&1; }

: >"$WORK/reasons"
for image in "$SAMPLES"/*.img; do
	name=$(basename "$image" .img)
	case $name in
	raid5*|empty8t) continue ;;	# terabytes: e2fsck takes minutes
	esac
	e2fsck -fn "$image" >"$WORK/null" 2>&1 || continue
	compare "$name" "$image"
done

make_images
for name in map groups; do
	compare "$name" "$WORK/$name.img"
done
check "layout: a file as large as a group is not counted by e2fsck" "$(cat "$WORK/reasons")" \
	grep -q '^large' "$WORK/reasons"

corpus=$CASES/ext
if [ -d "$corpus" ]; then
	while IFS=$'\t' read -r name _ _ _ _ _ _ e2fsck _; do
		[ "$e2fsck" = 0 ] || continue
		if [ -e "$corpus/$name.img.zst" ]; then
			zstd -dqf --sparse "$corpus/$name.img.zst" -o "$WORK/case.img"
		else
			tar -S -I zstd -C "$WORK" -xf "$corpus/$name.img.tar.zst"
			mv "$WORK/$name.img" "$WORK/case.img"
		fi
		compare "$name" "$WORK/case.img"
		rm -f "$WORK/case.img"
	done <"$corpus/index.tsv"
	sort "$WORK/reasons" | uniq -c | tr -s ' \n' ' ' >"$WORK/summary"
	check "layout: the reasons for differences were met" "$(cat "$WORK/summary")" \
		grep -q 'hole.*map' "$WORK/summary"
else
	skip "layout: corpus" "no ../shared/cases/ext here"
fi

# The totals of the report are the sums over the lines, and the worst are the worst.
run layout --json --top 25 "$SAMPLES/aged.img"
cp "$WORK/out" "$WORK/json"
run layout --json-lines "$SAMPLES/aged.img"
# shellcheck disable=SC2016 # the variables are jq's
check "layout: sums of --json-lines" "$(jq -c .layout.extents "$WORK/json")" \
	holds -s --slurpfile whole "$WORK/json" 'map(select(.role == "file")) |
		{files: length, with_data: map(select(.extents > 0)) | length,
		 in_one_piece: map(select(.extents > 0 and .seeks == 0)) | length,
		 records: map(.records) | add, extents: map(.extents) | add,
		 seeks_inside: map(.seeks) | add, near_seeks_inside: map(.near_seeks) | add,
		 most_extents: map(.extents) | max, written_bytes: map(.written_bytes) | add,
		 unwritten_bytes: map(.unwritten_bytes) | add, holes: map(.holes) | add,
		 in_holes_bytes: map(.in_holes_bytes) | add, slack_bytes: map(.slack_bytes) | add}
		== ($whole[0].layout | (.files + .extents) as $all |
		 {files: $all.files, with_data: $all.with_data, in_one_piece: $all.in_one_piece,
		 records: $all.records, extents: $all.extents, seeks_inside: $all.seeks_inside,
		 near_seeks_inside: $all.near_seeks_inside, most_extents: $all.most_extents,
		 written_bytes: $all.written_bytes, unwritten_bytes: $all.unwritten_bytes,
		 holes: $all.holes, in_holes_bytes: $all.in_holes_bytes,
		 slack_bytes: $all.slack_bytes})' "$WORK/out"
jq -r '.layout.worst_files[] | "\(.seeks) \(.extents) \(.inode) \(.path)"' "$WORK/json" >"$WORK/got"
jq -r 'select(.role == "file" and .extents > 1) | "\(.seeks) \(.extents) \(.inode) \(.paths[0])"' \
	"$WORK/out" | sort -k1,1nr -k2,2nr -k3,3n | head -n 25 >"$WORK/want"
same "layout: the worst 25 files" "$WORK/want" "$WORK/got"
jq -r '.inode' "$WORK/out" >"$WORK/got"
sort -n "$WORK/got" >"$WORK/want"
same "layout: lines come in inode order" "$WORK/want" "$WORK/got"
debugfs -R 'ncheck 4224' "$SAMPLES/aged.img" 2>"$WORK/null" | sed -n 's/^4224\t//p' >"$WORK/want"
jq -r 'select(.inode == 4224) | .paths[]' "$WORK/out" >"$WORK/got"
same "layout: the path, by debugfs ncheck" "$WORK/want" "$WORK/got"

# Conditions.
run layout --check 'extents-per-file<2.35' -c 'layout-score >= 91%' "$SAMPLES/aged.img"
check "layout: conditions that hold" "$code: $(cat "$WORK/err")" \
	test "$code" = 0 -a ! -s "$WORK/err"
run layout --check 'extents-per-file<1.05' -c 'extents>1' "$SAMPLES/aged.img"
check "layout: a condition that does not hold ends with 4" "$code" test "$code" = 4
check "layout: and is named with its figure" "$(cat "$WORK/err")" \
	grep -q '^fsatlas: .*: check failed: extents-per-file<1.05: it is 2\.34' "$WORK/err"
check "layout: the report is still printed" "$(tail -n 3 "$WORK/out")" \
	grep -q 'no  *2.345  extents-per-file<1.05' "$WORK/out"
run layout --json -c 'most-seeks==0' "$SAMPLES/aged.img"
check "layout: conditions in JSON" "$code" \
	test "$code:$(jq -c '.layout.checks[0].holds' "$WORK/out")" = 4:false
run layout --json-lines -c 'most-seeks==0' "$SAMPLES/aged.img"
check "layout: conditions with --json-lines" "$code" test "$code" = 4
run layout -c 'most-seeks<0' "$SAMPLES/damaged.img"
check "layout: damage before conditions" "$code" test "$code" = 3
fails "layout: a bad condition" 2 'measures are extents-per-file, layout-score, .*, slack$' \
	layout --check 'extends<1' "$SAMPLES/aged.img"
fails "layout: a condition that needs names" 2 'leave --no-names out' \
	layout --no-names -c 'directory-seeks-per-gib<9' "$SAMPLES/aged.img"
many=()
for _ in {1..17}; do many+=(-c 'extents>1'); done
fails "layout: too many conditions" 2 'more than 16 times' layout "${many[@]}" "$SAMPLES/aged.img"
fails "layout: two forms of JSON" 2 'exclude each other' layout --json-lines --against x "$SAMPLES/aged.img"
fails "layout: a --top too large" 2 'at most 1000000' layout --top 1000001 "$SAMPLES/aged.img"
run layout --no-names "$SAMPLES/aged.img"
check "layout: --no-names" "$(grep -n 'directory order\|path' "$WORK/out")" \
	test "$code" = 0 -a "$(grep -c 'directory order\|  path' "$WORK/out")" = 0
run layout --top 0 "$SAMPLES/aged.img"
check "layout: --top 0" "$code" test "$code" = 0 -a "$(grep -c 'worst files' "$WORK/out")" = 0
run layout --json-lines --no-names "$SAMPLES/aged.img"
check "layout: lines without names" "$code" \
	holds -n '[inputs | has("paths")] | any | not' "$WORK/out"

# What moved. Inode numbers are used again: one file is gone and another new.
cp --sparse=always "$SAMPLES/small1k.img" "$WORK/before.img"
head -c 100K /dev/urandom >"$WORK/data"
debugfs -w -f - "$WORK/before.img" >"$WORK/null" 2>&1 <<-END
	write $WORK/data stays
	write $WORK/data goes
	write $WORK/data grows
END
cp --sparse=always "$WORK/before.img" "$WORK/after.img"
debugfs -w -f - "$WORK/after.img" >"$WORK/null" 2>&1 <<-END
	rm goes
	write $WORK/data new1
	write $WORK/data new2
	sif grows size 100000
END
run layout --json --against "$WORK/before.img" "$WORK/after.img"
check "layout: --against" "$(jq -c '.layout.changes, .layout.most_changed_files' "$WORK/out")" \
	holds '[.layout.changes[] | {(.what): .files}] | add |
		.moved == 0 and .new == .gone + 1 and .changed == 1' "$WORK/out"
run layout --json --against "$WORK/after.img" "$WORK/after.img"
check "layout: --against itself" "$(jq -c .layout.changes "$WORK/out")" \
	holds '[.layout.changes[] | select(.what != "unmoved") | .files] | add == 0' "$WORK/out"
run layout --against "$SAMPLES/aged.img" "$WORK/after.img"
check "layout: --against another filesystem" "$(cat "$WORK/err")" \
	grep -q 'warning: .*aged.img is another filesystem: its UUID is' "$WORK/err"
fails "layout: --against nothing" 1 '[-]-against nosuch.img: cannot open' \
	layout --against nosuch.img "$WORK/after.img"
