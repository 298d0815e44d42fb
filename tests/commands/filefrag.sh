#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# filefrag: against debugfs on the samples, and byte for byte against the real
# filefrag on mounts of the samples and of volumes that the kernel fills.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

# quietly COMMAND...: for check, whose own line must not go where output goes
quietly() { "$@" >"$WORK/null" 2>&1; }

# --- without root -----------------------------------------------------------

# inodes_of IMAGE: the inodes of all regular files, as <N>
inodes_of() {
	"$FSATLAS" layout --json-lines "$1" 2>"$WORK/null" |
		jq -r 'select(.kind == "regular" and .role == "file") | "<\(.inode)>"'
}

# records NAME IMAGE: number of records and blocks of each file, by dump_extents
records() {
	local block
	block=$(dumpe2fs -h "$2" 2>/dev/null | sed -n 's/^Block size: *//p')
	inodes_of "$2" | head -n 400 >"$WORK/inodes"
	sed 's/^/ex /' "$WORK/inodes" >"$WORK/script"
	debugfs -f "$WORK/script" "$2" 2>"$WORK/null" | awk '
		/^debugfs: ex/ { if (n++) print inode, records + 0, blocks + 0
			inode = $3; records = blocks = 0 }
		# a leaf has no column for the block of a node; 3/ 3 comes apart
		/^ *[0-9]+\// { gsub(/\/ */, " "); if ($1 == $2) { records++; gsub(/ - /, " "); blocks += $9 } }
		END { print inode, records + 0, blocks + 0 }' >"$WORK/want"
	mapfile -t list <"$WORK/inodes"
	run filefrag --json "$2" "${list[@]}"
	jq -r --argjson block "$block" '.filefrag.files[] |
		"\(.path) \(.records) \([.fiemap[].length_bytes] | add // 0 | . / $block)"' \
		"$WORK/out" >"$WORK/got"
	same "filefrag: records of $1, by debugfs" "$WORK/want" "$WORK/got"
}
records aged "$SAMPLES/aged.img"
records bigalloc "$SAMPLES/bigalloc.img"

# block maps: where both ends of each row lie, by debugfs' bmap
mapfile -t list < <(inodes_of "$SAMPLES/small1k.img")
run filefrag --json "$SAMPLES/small1k.img" "${list[@]}"
jq -r '.filefrag.files[] | .path as $p | .fiemap[] |
	(.logical_bytes / 1024 | floor) as $l | (.physical_bytes / 1024 | floor) as $b |
	(.length_bytes / 1024) as $n | "bmap \($p) \($l) \($b)", "bmap \($p) \($l + $n - 1) \($b + $n - 1)"' \
	"$WORK/out" >"$WORK/rows"
cut -d' ' -f1-3 "$WORK/rows" >"$WORK/script"
cut -d' ' -f4 "$WORK/rows" >"$WORK/got"
debugfs -f "$WORK/script" "$SAMPLES/small1k.img" 2>"$WORK/null" | grep -v '^debugfs' >"$WORK/want"
same "filefrag: block maps of small1k, by debugfs" "$WORK/want" "$WORK/got"
check "filefrag: small1k has rows enough to mean something" "$(wc -l <"$WORK/rows")" \
	test "$(wc -l <"$WORK/rows")" -gt 40

# a volume made here, so that the text is known
export E2FSPROGS_FAKE_TIME=1262304000
image=$WORK/made.img
seq 2000 >"$WORK/text"
# "debugfs write" leaves a hole where the host file has one
dd if=/dev/urandom of="$WORK/gaps" bs=4096 count=1 status=none
dd if=/dev/urandom of="$WORK/gaps" bs=4096 seek=4 count=2 status=none
truncate -s 40000 "$WORK/gaps"
mke2fs -q -F -t ext4 -b 4096 -O ^has_journal,^metadata_csum "$image" 8M >"$WORK/null" 2>&1
debugfs -w -f - "$image" >"$WORK/null" 2>&1 <<END
mkdir /d
write $WORK/text /d/text
write $WORK/gaps /gaps
write $WORK/text /gone
symlink /link text
mknod pipe p
END
first=$(debugfs -R 'bmap /d/text 0' "$image" 2>/dev/null)
run filefrag -v "$image" /d/text
cat >"$WORK/want" <<END
Filesystem type is: ef53
File size of /d/text is 8893 (3 blocks of 4096 bytes)
 ext:     logical_offset:        physical_offset: length:   expected: flags:
   0:        0..       2: $(printf '%10d..%10d' "$first" $((first + 2))):      3:             last,eof
/d/text: 1 extent found
END
same "filefrag: the text of one file" "$WORK/want" "$WORK/out"

run filefrag "$image" /d/../d//text /gaps /link /pipe /d '<2>'
cat >"$WORK/want" <<'END'
/d/../d//text: 1 extent found
/gaps: 2 extents found
/link: 1 extent found
/pipe: 0 extents found
/d: 1 extent found
<2>: 1 extent found
END
gaps=$(debugfs -R 'bmap /gaps 0' "$image" 2>/dev/null)
next=$(debugfs -R 'bmap /gaps 4' "$image" 2>/dev/null)
[ "$next" = $((gaps + 1)) ] && sed -i 's/^.gaps: 2 extents/\/gaps: 1 extent/' "$WORK/want"
same "filefrag: paths as they were typed; holes; no link is followed" "$WORK/want" "$WORK/out"
run filefrag -v "$image" /link
check "filefrag: a short link lies in its inode" "$(cat "$WORK/out")" \
	grep -q 'last,not_aligned,inline,eof$' "$WORK/out"

run filefrag "$image" /nosuch /d/text /d/text/x
check "filefrag: a missing path is said, the others are shown, 1" "$code: $(cat "$WORK/out" "$WORK/err")" \
	test "$code" = 1 -a "$(cat "$WORK/out")" = '/d/text: 1 extent found' \
	-a "$(grep -c "^fsatlas: $image: /" "$WORK/err")" = 2
run filefrag --json "$image" /nosuch /d/text
check "filefrag: the same as JSON" "$code: $(cat "$WORK/out")" \
	quietly jq -e '.filefrag.files | length == 2 and .[0].error.code == "not_found" and
		.[1].extents == 1 and .[1].filefrag_extents == 1 and .[1].size_bytes == 8893 and
		(.[1].fiemap == [{logical_bytes: 0, physical_bytes: ('"$first"' * 4096),
			length_bytes: 12288, flags: ["last", "eof"]}])' "$WORK/out"
fails "filefrag: no path inside the volume" 2 'begins with a slash' filefrag "$image" d/text
fails "filefrag: a path must be given" 2 'operand is missing' filefrag "$image"
fails "filefrag: a unit too large" 2 '1 GiB at most' filefrag -b 2g "$image" /d
fails "filefrag: a unit that is none" 2 'is no size' filefrag -b x "$image" /d

inode=$(debugfs -R 'stat /gone' "$image" 2>/dev/null | sed -n 's/^Inode: \([0-9]*\).*/\1/p')
debugfs -w -R 'rm /gone' "$image" >"$WORK/null" 2>&1
run filefrag "$image" "<$inode>"
check "filefrag: a deleted inode is said" "$code: $(cat "$WORK/err")" \
	grep -q "inode $inode is deleted" "$WORK/err"
run filefrag "$image" '<2000000>'
check "filefrag: an inode that does not exist" "$code: $(cat "$WORK/err")" \
	test "$code" = 1 -a "$(grep -c 'does not exist' "$WORK/err")" = 1

debugfs -w -R 'sif /d/text block[0] 0x0002f30a' "$image" >"$WORK/null" 2>&1	# 2 entries, there is 1
debugfs -w -R 'sif /d/text block[6] 0' "$image" >"$WORK/null" 2>&1
run filefrag -v "$image" /d/text /gaps
check "filefrag: of a damaged map, what is there and a finding, 3" "$code: $(cat "$WORK/out" "$WORK/err")" \
	test "$code" = 3 -a "$(grep -c "^ *0: *0\.\. *2: *$first\.\." "$WORK/out")" = 1 \
	-a "$(grep -c 'extents\? found$' "$WORK/out")" = 2 -a "$(grep -c finding "$WORK/err")" -ge 1
unset E2FSPROGS_FAKE_TIME

# --- on mounts --------------------------------------------------------------

if ! can_loop; then
	skip "filefrag: against filefrag on a mount" "needs root and loop devices"
	exit 0
fi

mnt=$WORK/mnt
loop=''
mkdir "$mnt"

detach() {
	mountpoint -q "$mnt" && umount "$mnt"
	[ -n "$loop" ] && losetup -d "$loop"
	loop=''
}
trap 'detach; rm -rf "$WORK"' EXIT
trap 'exit 1' INT TERM

# attach IMAGE OPTION...: mounts it
attach() {
	local image=$1 how=()
	shift
	[[ " $* " == *' ro '* ]] && how=(-r)
	loop=$(losetup -f --show "${how[@]}" "$image") &&
		mount -o "noatime${*:+,$*}" "$loop" "$mnt" 2>"$WORK/null" && return 0
	detach
	return 1
}

# ask OPTION...: filefrag for each of ./PATH of $WORK/list, which become /PATH
ask() {
	(cd "$mnt" && xargs -0 -s 1000000 filefrag "$@") <"$WORK/list" 2>"$WORK/peer-err" |
		sed -e 's|^File size of \./|File size of /|' -e 's|^\./|/|'
}

# against NAME IMAGE [OPTIONS...]: all files and directories, by each set of options.
# The mount must be fresh, and a directory comes before what lies in it: to
# look a name up is to read the directory, which changes what FIEMAP says.
against() {
	local name=$1 image=$2 options count
	shift 2
	[ $# = 0 ] && set -- -v '' -e\ -k '-X -v' '-v -b512' -eXb4096 -v\ -x
	if ! attach "$image" ro; then
		skip "filefrag: $name as on a mount" "the kernel does not mount it"
		return
	fi
	(cd "$mnt" && find . \( -type f -o -type d \) -printf './%P\0') >"$WORK/list"
	detach
	count=$(tr -dc '\0' <"$WORK/list" | wc -c)
	for options; do
		attach "$image" ro
		# shellcheck disable=SC2086 # several options
		ask $options >"$WORK/want"
		detach
		# shellcheck disable=SC2086
		sed -z 's|^\./|/|' "$WORK/list" | xargs -0 -s 1000000 \
			"$FSATLAS" filefrag $options "$image" >"$WORK/got" 2>"$WORK/err"
		if [ -s "$WORK/peer-err" ] || [ "$(wc -l <"$WORK/want")" -lt "$count" ]; then
			bad "filefrag: $name: filefrag itself" "$(head -n 3 "$WORK/peer-err")"
		fi
		same "filefrag $options: $count files of $name as on a mount" "$WORK/want" "$WORK/got"
	done
}

against aged "$SAMPLES/aged.img"
against small1k "$SAMPLES/small1k.img"
against metabg "$SAMPLES/metabg.img" -v
against bigalloc "$SAMPLES/bigalloc.img" -v '' '-k -v'
against shapes "$SAMPLES/shapes.img" -v '' "-v -x"
against blockmap "$SAMPLES/blockmap.img" -v '' -k
against features "$SAMPLES/features.img" -v "-v -x"

# zeros KIBIBYTES
zeros() { head -c "$1k" /dev/zero; }

# age FILES: writes, appends, deletes, preallocates, punches and cuts
age() {
	local i n=$1 round f
	mkdir "$mnt/a" "$mnt/a dir with blanks"
	for ((i = 0; i < n; i++)); do
		f=$mnt/a/f$i
		((i % 7)) || f="$mnt/a dir with blanks/f$i"
		zeros $((1 + i * i % 97)) >"$f"
	done
	sync -f "$mnt"
	for ((i = 0; i < n; i += 3)); do rm -f "$mnt/a/f$i"; done
	for round in 1 2 3; do
		for ((i = round; i < n; i += 11)); do zeros $((30 * round)) >>"$mnt/a/f$i"; done
		sync -f "$mnt"
	done
	for ((i = 1; i < n; i += 9)); do
		f=$mnt/a/f$i
		case $((i / 9 % 5)) in
		0) fallocate -l $((i * 8))k "$f" ;;
		1) fallocate -n -o 64k -l 3M "$f" ;;
		2) fallocate -p -o 4k -l 8k "$f" ;;
		3) truncate -s $((i % 13))k "$f" ;;
		4) truncate -s 900k "$f" && echo end >>"$f" ;;
		esac 2>"$WORK/null"
	done
	: >"$mnt/empty"
	truncate -s 3M "$mnt/hole"
	# every other block, and some in between later
	zeros 8000 >"$mnt/comb"
	sync -f "$mnt"
	for ((i = 0; i < 400; i++)); do
		fallocate -p -o $((i * 16))k -l $((4 + i % 3 * 4))k "$mnt/comb" 2>"$WORK/null" || break
	done
	sync -f "$mnt"
}

# what reaches the borders of block maps and of records, where the volume allows
special() {
	local block at
	block=$(stat -f -c %S "$mnt")
	for at in 11 $((11 + block / 4)) $((11 + block / 4 + block * block / 16)); do
		dd if=/dev/zero of="$mnt/borders" bs="$block" seek="$at" count=2 conv=notrunc status=none
	done
	{ echo start >"$mnt/giant" && truncate -s 4398046490000 "$mnt/giant"; } 2>"$WORK/null"
	zeros 140000 >"$mnt/long"
	fallocate -l 300M "$mnt/unwritten" 2>"$WORK/null" &&
		dd if=/dev/zero of="$mnt/unwritten" bs=1M seek=100 count=20 conv=notrunc status=none
	# the first records of a file that begins with a hole, and of many leaves
	fallocate -o 1M -l 200M "$mnt/hole-first" 2>"$WORK/null"
	[ "$(stat -f -c %b "$mnt")" -gt 4000000 ] && fallocate -l 3500M "$mnt/leaves"
	ln -s long "$mnt/link"
	for at in 50 90 160; do printf "%${at}s" x >"$mnt/small$at"; done
	sync -f "$mnt"
}

head -c 700 /dev/urandom >"$WORK/value"	# too large for an inode

# filled NAME FILES MKE2FS-ARGUMENT...: makes, ages and compares a volume; all
# sets of options on the one with many files
filled() {
	local name=$1 files=$2 image=$WORK/$1.img
	shift 2
	mke2fs -q -F "$@" "$image" "${SIZE:-900M}" >"$WORK/null" 2>&1
	if ! attach "$image"; then
		skip "filefrag: $name as on a mount" "the kernel does not mount it"
		rm -f "$image"
		return
	fi
	age "$files"
	special
	detach
	quietly debugfs -w -f - "$image" <<-END
	ea_set /empty user.small here
	ea_set -f $WORK/value /hole user.large
	ea_set -f $WORK/value /giant user.large
	ea_set /giant user.small here
	END
	check "filefrag: $name is clean" "$(e2fsck -fn "$image" 2>&1)" quietly e2fsck -fn "$image"
	if [ "$files" -gt 100 ]; then
		against "$name" "$image"
	else
		against "$name" "$image" -v '-v -x' '-X -e -b512'
	fi
	rm -f "$image"
}

filled ext4 450 -t ext4
SIZE=5G filled ext4-1k 60 -t ext4 -b 1024
filled ext4-2k 60 -t ext4 -b 2048 -O inline_data -I 256
filled ext4-64k 20 -t ext4 -b 65536
filled bigalloc-made 60 -t ext4 -O bigalloc -C 65536
filled ext3 60 -t ext3
filled ext3-1k 60 -t ext3 -b 1024
filled ext2 60 -t ext2
filled ext2-1k 60 -t ext2 -b 1024 -I 128
