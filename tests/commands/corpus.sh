#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The images of e2fsprogs' own test suite, damaged ones included, with what
# e2freefrag and an independent bit-by-bit count say of each.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

corpus=$CASES/ext
if [ ! -d "$corpus" ]; then
	skip "corpus" "no ../shared/cases/ext here"
	exit 0
fi

# Where we differ from the stored e2freefrag text on a volume that e2fsck calls clean:
#   f_jnl_32bit     its journal was skipped: the superblock counts 14699 free blocks and the
#                   bitmaps 14567; e2freefrag prints the former and divides by it
#   f_zero_inode_size  e2freefrag cannot open it; we use a backup superblock
#   f_bad_gdt_csum  e2fsck ignores the wrong descriptor checksum that it names; we report it
text_differs="f_jnl_32bit"
findings_though_clean="f_zero_inode_size f_bad_gdt_csum"

listed() { [[ " $2 " == *" $1 "* ]]; }

unpack() {	# NAME
	if [ -e "$corpus/$1.img.zst" ]; then
		zstd -dqf --sparse "$corpus/$1.img.zst" -o "$WORK/$1.img"
	else
		tar -S -I zstd -C "$WORK" -xf "$corpus/$1.img.tar.zst"
	fi
}

# The histogram and totals of the JSON result in the form of the .truth files.
as_truth() {
	jq -r '.volume.block_bytes as $b | .freefrag |
		"free_by_bitmap\t\(.free_bytes / $b)", "extents\t\(.free_extents)",
		"min\t\(.smallest_free_extent_bytes / $b)", "max\t\(.largest_free_extent_bytes / $b)",
		(.histogram[] | "hist\t\(.from_bytes / $b)\t\(.free_extents)\t\(.free_bytes / $b)")'
}

examine() {	# NAME E2FREEFRAG-CODE E2FSCK-CODE FEATURES
	local name=$1 peer=$2 fsck=$3 features=$4 why="" code
	cd "$WORK" || exit 1
	timeout 5 "$FSATLAS" freefrag "$name.img" >out 2>err
	code=$?
	case $code in
	0) ;;
	1|3) grep -q "^fsatlas: $name.img: [a-z -]*[: ]" err || why="no sentence; " ;;
	*) why+="exit code $code; " ;;
	esac
	[ "$peer" = 0 ] && [ $code = 1 ] && why+="e2freefrag opens it, we do not: $(cat err); "
	[ "$peer" != 0 ] && [ $code = 0 ] && why+="e2freefrag refuses it, we find nothing wrong; "
	if [ "$fsck" = 0 ] && [ $code = 3 ] && ! listed "$name" "$findings_though_clean"; then
		why+="e2fsck finds it clean, we do not: $(cat err); "
	fi
	if [ "$peer" = 0 ]; then
		timeout 5 "$FSATLAS" freefrag --json "$name.img" 2>err | as_truth | sort >got
		grep -E '^(free_by_bitmap|extents|min|max|hist)	' "$corpus/expected/$name.truth" | sort >want
		cmp -s want got || why+="not as counted bit by bit: $(diff want got | head -n 4); "
	fi
	if [ "$peer" = 0 ] && [ "$fsck" = 0 ] && [[ $features != *bigalloc* ]]; then
		if cmp -s out "$corpus/expected/$name.freefrag"; then
			listed "$name" "$text_differs" && why+="listed as differing, but equal; "
		else
			listed "$name" "$text_differs" || why+="text is not e2freefrag's; "
		fi
	fi
	timeout 5 "$FSATLAS" info "$name.img" >out 2>err
	case $? in 0|1|3) ;; *) why+="info ended with $?; " ;; esac
	cd - >/dev/null || exit 1
	check "corpus: $name" "$why" test -z "$why"
}

while IFS=$'\t' read -r name _ _ _ features e2freefrag _ e2fsck _; do
	[ "$name" = name ] && continue
	unpack "$name"
	before=$(head -c 8M "$WORK/$name.img" | sha256sum)
	examine "$name" "$e2freefrag" "$e2fsck" "$features"
	[ "$before" = "$(head -c 8M "$WORK/$name.img" | sha256sum)" ] ||
		bad "corpus: $name is unchanged" "the hash differs"
	rm -f "$WORK/$name.img"
done <"$corpus/index.tsv"

for file in "$corpus"/hostile/*.gz; do
	name=$(basename "$file" .img.gz)
	gzip -dc "$file" >"$WORK/$name.img"
	for command in info freefrag metrics; do
		timeout 5 "$FSATLAS" $command "$WORK/$name.img" >"$WORK/out" 2>"$WORK/err"
		code=$?
		check "corpus: hostile $name, $command" "exit code $code" test $code = 0 -o $code = 1 -o $code = 3
	done
done
