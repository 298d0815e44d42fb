#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Damaged maps, inodes and directories: each is a finding that names the inode
# and the place; the rest of the volume is still reported, and the code is 3.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

# A volume without checksums, so that the structure itself must be doubted:
# /victim (40 blocks), /other (8 blocks), /dir with three names.
make_base() {	# mke2fs options
	mkdir -p "$WORK/tree/dir"
	head -c 40960 /dev/urandom >"$WORK/tree/victim"
	head -c 8192 /dev/urandom >"$WORK/tree/other"
	touch "$WORK/tree/dir/one" "$WORK/tree/dir/two" "$WORK/tree/dir/three"
	mke2fs -q -F -E nodiscard -b 1024 -d "$WORK/tree" "$@" "$WORK/base" 4M >"$WORK/null"
}

# where NAME: byte offset of its inode
where() {
	debugfs -R "imap $1" "$WORK/base" 2>/dev/null |
		sed -n 's/.*located at block \([0-9]*\), offset 0x\([0-9a-f]*\)/\1 0x\2/p' |
		{ read -r block offset; echo $((block * 1024 + offset)); }
}
number() { debugfs -R "stat $1" "$WORK/base" 2>/dev/null | sed -n 's/^Inode: \([0-9]*\) .*/\1/p'; }
first_block() { debugfs -R "blocks $1" "$WORK/base" 2>/dev/null | tr ' ' '\n' | grep -m1 .; }
le16() { printf '\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)); }
le32() { le16 $(($1 & 65535)); le16 $(($1 >> 16 & 65535)); }
patch() {	# OFFSET ESCAPED-BYTES...
	local at=$1
	shift
	# shellcheck disable=SC2059 # the bytes are the format
	printf "$(printf '%s' "$@")" | dd of="$WORK/image" bs=1 seek="$at" conv=notrunc status=none
}
fresh() { cp --sparse=always "$WORK/base" "$WORK/image"; }

# damaged NAME WORDS...: the finding holds each of the words; the other file is
# still found with its blocks, and the sum of owners is the volume
damaged() {
	local name=$1 word missing=
	shift
	run owner --json "$WORK/image" "0-4095"
	for word; do
		grep -q -e "$word" "$WORK/err" || missing+="'$word' "
	done
	check "hostile: $name" "code $code, lacks $missing: $(head -n 3 "$WORK/err")" \
		test "$code" = 3 -a -z "$missing"
	check "hostile: $name, the rest is reported" "$(jq -c '.owner.owners | length' "$WORK/out")" \
		jq -e '([.owner.owners[].length_bytes] | add) == 4194304 and
			([.owner.owners[] | select(.paths[0] == "/other") | .length_bytes] | add) == 8192' \
		"$WORK/out"
}

make_base -t ext4 -O '^metadata_csum,^uninit_bg,^has_journal,^resize_inode'
inode=$(number /victim) map=$(($(where /victim) + 40)) data=$(first_block /victim)
other=$(first_block /other)
here="inode $inode:"

fresh; patch $map "$(le16 0xBEEF)"
damaged "extent tree, magic" "$here" 'magic number is 0xbeef'
fresh; patch $((map + 2)) "$(le16 5)"
damaged "extent tree, more entries than room" "$here" '5 entries in room for 4'
fresh; patch $((map + 4)) "$(le16 100)"
damaged "extent tree, more room than there is" "$here" 'room for 100 entries'
fresh; patch $((map + 6)) "$(le16 6)"
damaged "extent tree, depth 6" "$here" 'depth is 6'
fresh; patch $((map + 6)) "$(le16 65535)"
damaged "extent tree, depth 65535" "$here" 'depth is 65535'
fresh; patch $((map + 12 + 4)) "$(le16 0)"
damaged "an extent without length" "$here" 'has no length'
fresh; patch $((map + 12 + 8)) "$(le32 4090)"
damaged "an extent past the end" "$here" 'lie outside the volume'
fresh; patch $((map + 12 + 6)) "$(le16 0x8000)"
damaged "an extent far outside" "$here" 'lie outside the volume'
fresh; patch $((map + 12)) "$(le32 0xFFFFFFFF)"
damaged "an extent past the largest file" "$here" 'past the largest file'

# two entries: out of order, and overlapping in the file
fresh; patch $((map + 2)) "$(le16 2)" "$(le16 4)" "$(le16 0)" "$(le32 0)" \
	"$(le32 20)" "$(le16 10)" "$(le16 0)" "$(le32 "$data")" \
	"$(le32 0)" "$(le16 10)" "$(le16 0)" "$(le32 $((data + 10)))"
damaged "extents out of order" "$here" 'file block 0 begins before the last one ends'
fresh; patch $((map + 2)) "$(le16 2)" "$(le16 4)" "$(le16 0)" "$(le32 0)" \
	"$(le32 0)" "$(le16 10)" "$(le16 0)" "$(le32 "$data")" \
	"$(le32 5)" "$(le16 10)" "$(le16 0)" "$(le32 $((data + 10)))"
damaged "extents that overlap in the file" "$here" 'file block 5 begins before'
# two files that claim the same blocks
fresh; patch $((map + 12 + 8)) "$(le32 "$other")"
run owner --json "$WORK/image" "$other"
check "hostile: blocks of two files" "$(cat "$WORK/err")" \
	grep -q "belong to file data of inode .* and to file data of inode" "$WORK/err"
check "hostile: blocks of two files is damage" "$code" test "$code" = 3

# a root of depth 2 whose node points at itself; the node is the first data block
node() {	# BLOCK ENTRIES DEPTH: a header, then one index entry that points at CHILD
	patch $(($1 * 1024)) "$(le16 0xF30A)" "$(le16 "$2")" "$(le16 84)" "$(le16 "$3")" "$(le32 0)" \
		"$(le32 0)" "$(le32 "$4")" "$(le16 0)" "$(le16 0)"
}
root() {	# DEPTH CHILD
	patch $map "$(le16 0xF30A)" "$(le16 1)" "$(le16 4)" "$(le16 "$1")" "$(le32 0)" \
		"$(le32 0)" "$(le32 "$2")" "$(le16 0)" "$(le16 0)"
}
fresh; root 2 "$data"; node "$data" 1 1 "$data"
damaged "an extent tree that points at itself" "$here" "node block $data more than once"
fresh; root 1 "$data"; node "$data" 1 1 "$data"
damaged "a node at the wrong depth" "$here" "node block $data: the depth is 1, must be 0"
fresh; root 1 9999999
damaged "a node outside the volume" "$here" 'node block 9999999, outside the volume'
fresh; root 1 "$data"
damaged "a node that is no node" "$here" "node block $data: the magic number"

# the inode itself
fresh; patch $((map - 40 + 4)) "$(le32 0)"; patch $((map - 40 + 108)) "$(le32 0x80000000)"
run owner --json "$WORK/image" "$data"
check "hostile: an inode of 2^63 bytes" "code $code" test "$code" = 0 -o "$code" = 3
check "hostile: an inode of 2^63 bytes, its block" "$(cat "$WORK/out")" \
	jq -e '.owner.owners[0].paths == ["/victim"]' "$WORK/out"
fresh
bitmap=$(dumpe2fs "$WORK/base" 2>/dev/null | sed -n 's/.*Inode bitmap at \([0-9]*\).*/\1/p' | head -n 1)
patch $((bitmap * 1024)) '\x00\x00\x00\x00'
damaged "an inode bitmap that was cleared" "inode bitmap at block $bitmap"

# directories
inode=$(number /dir) block=$(first_block /dir)
here="inode $inode"
entry() { echo $((block * 1024 + $1)); }	# "." at 0, ".." at 12, the first name at 24
fresh; patch $(($(entry 24) + 4)) "$(le16 0)"
damaged "a directory record of length 0" "$here" "$block"
fresh; patch $(($(entry 24) + 4)) "$(le16 2000)"
damaged "a directory record past its block" "$here" "$block"
fresh; patch $(($(entry 24) + 6)) '\xff'
damaged "a name longer than its record" "$here" "$block"
fresh; patch "$(entry 24)" "$(le32 999999)"
damaged "a name of an inode that does not exist" "$here" "$block"
fresh; patch "$(entry 24)" "$(le32 0)"
run owner "$WORK/image" "$block"
check "hostile: a name of inode 0 is a deleted one" "code $code: $(cat "$WORK/err")" test "$code" = 0

# block maps
rm -rf "$WORK/tree"
make_base -t ext2 -O '^resize_inode'
inode=$(number /victim) map=$(($(where /victim) + 40)) data=$(first_block /victim)
here="inode $inode:"
indirect=$(debugfs -R "stat /victim" "$WORK/base" 2>/dev/null | sed -n 's/.*(IND):\([0-9]*\).*/\1/p')
fresh; patch $((map + 4 * 3)) "$(le32 9999999)"
damaged "a pointer outside the volume" "$here" 'lie outside the volume'
fresh; patch $((map + 4 * 12)) "$(le32 9999999)"
damaged "an indirect block outside the volume" "$here" 'node block 9999999, outside'
fresh; patch $((map + 4 * 13)) "$(le32 "$indirect")"
damaged "an indirect block that is used twice" "$here" "node block $indirect more than once"
fresh; patch $((map + 4 * 14)) "$(le32 "$data")"
patch $((data * 1024)) "$(le32 "$data")"
damaged "a triple-indirect block that points at itself" "$here" "node block $data more than once"

# many directories on the same blocks: a small image must not become millions of names
rm -rf "$WORK/tree"
mkdir -p "$WORK/tree/big" "$WORK/tree/copies"
(cd "$WORK/tree/big" && seq -f 'a-name-that-is-long-enough-to-fill-blocks-%g' 3000 | xargs touch)
mke2fs -q -F -E nodiscard -t ext2 -b 1024 -N 4000 -O '^resize_inode' -d "$WORK/tree" "$WORK/image" 4M >"$WORK/null"
for i in $(seq 200); do
	echo "mkdir /copies/d$i"
	echo "copy_inode /big /copies/d$i"
done | debugfs -w -f - "$WORK/image" >"$WORK/null" 2>&1
for command in "layout" "owner"; do
	# shellcheck disable=SC2086 # words
	timeout 5 "$FSATLAS" $command "$WORK/image" >"$WORK/out" 2>"$WORK/err"
	code=$?
	check "hostile: directories that share blocks, $command" "code $code: $(head -n 2 "$WORK/err")" \
		test $code = 3 -a -n "$(grep 'claim more than twice the blocks' "$WORK/err")"
done

# a volume whose descriptors are old copies: fresh bitmaps are not held against them
cp --sparse=always "$SAMPLES/aged.img" "$WORK/image"
dd if=/dev/zero of="$WORK/image" bs=4096 count=3 conv=notrunc status=none
run owner "$WORK/image"
check "hostile: old descriptors are no fault of the bitmaps" "$(cat "$WORK/err")" \
	test "$code" = 3 -a "$(grep -c 'bitmap at block .* checksum' "$WORK/err")" = 0

# a sparse image of 4 TiB that claims 2^24 groups with hardly any data
mke2fs -q -F -E nodiscard -t ext4 -b 1024 -g 256 -O '^metadata_csum,^uninit_bg,^resize_inode,^has_journal' \
	"$WORK/image" 4M >"$WORK/null"
truncate -s 4T "$WORK/image"
dd if=/dev/zero of="$WORK/image" bs=1 seek=$((1024 + 96)) count=4 conv=notrunc status=none
patch $((1024 + 4)) "$(le32 0xFFFFFFFF)"
run freefrag "$WORK/image"
check "hostile: groups that a sparse image cannot hold" "code $code: $(head -n 2 "$WORK/err")" \
	test "$code" = 1 -o "$code" = 3

# many inodes that share one huge tree must not take for ever: each node once a
# file, and no more nodes in all than the volume has blocks
dag=$CASES/ext/hostile/extent-dag-depth5.img.gz
if [ -e "$dag" ]; then
	gzip -dc "$dag" >"$WORK/image"
	timeout 5 "$FSATLAS" owner -q "$WORK/image" >"$WORK/out" 2>"$WORK/err"
	code=$?
	check "hostile: an extent tree with shared nodes" "code $code" test $code = 3
else
	skip "hostile: an extent tree with shared nodes" "no ../shared/cases/ext here"
fi
