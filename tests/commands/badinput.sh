#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every kind of bad input has its sentence and its exit code.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

aged=$SAMPLES/aged.img

# what is no image
: >"$WORK/empty"
printf '\217\001\353\074\102\231\020\007\123\200' >"$WORK/ten"
truncate -s 3M "$WORK/zeros"
mkfifo "$WORK/fifo"
fails_() {	# as fails, but metrics still prints what it has of other images
	local name=$1 want=$2 words=$3
	shift 3
	if [ "$1" != metrics ]; then
		fails "$name" "$want" "$words" "$@"
		return
	fi
	run "$@"
	check "$name" "code $code: $(cat "$WORK/err")" \
		test "$code" = "$want" -a "$(grep -c "^fsatlas: .*$words" "$WORK/err")" = 1
}
for command in info freefrag metrics owner; do
	fails_ "badinput: $command, no such file" 1 'nowhere.img: cannot open: No such file' \
		$command "$WORK/nowhere.img"
	fails_ "badinput: $command, a directory" 1 'is a directory' $command "$WORK"
	fails_ "badinput: $command, an empty file" 1 'is empty' $command "$WORK/empty"
	fails_ "badinput: $command, ten bytes" 1 'no filesystem is recognised' $command "$WORK/ten"
	fails_ "badinput: $command, zeros" 1 'no filesystem is recognised' $command "$WORK/zeros"
	fails_ "badinput: $command, a FIFO" 1 'no plain file' $command "$WORK/fifo"
	fails_ "badinput: $command, /dev/null" 1 'no plain file' $command /dev/null
done

# the command line
fails "badinput: no command" 2 'command is missing'
fails "badinput: unknown command" 2 'no such command' frobnicate "$aged"
fails "badinput: no operand" 2 'operand is missing' freefrag
fails "badinput: two operands" 2 'too many operands' freefrag "$aged" "$aged"
fails "badinput: unknown long option" 2 'no such option' freefrag --frobnicate "$aged"
fails "badinput: unknown letter" 2 '-Z: no such option' freefrag -Z "$aged"
fails "badinput: flag with an argument" 2 'json=yes: takes no argument' freefrag --json=yes "$aged"
fails "badinput: -c without a number" 2 'needs an argument' freefrag "$aged" -c
fails "badinput: -c 0" 2 '-c 0: .*power of two' freefrag -c 0 "$aged"
fails "badinput: -c 3" 2 '-c 3: .*power of two' freefrag -c 3 "$aged"
fails "badinput: -c 2 with blocks of 4 KiB" 2 '-c 2: .*smaller than a block' freefrag -c 2 "$aged"
fails "badinput: -c larger than the volume" 2 '-c 524288: .*larger than the volume' \
	freefrag -c 524288 "$aged"
fails "badinput: -c beyond 64 bits" 2 '-c' freefrag -c 18446744073709551616 "$aged"
fails "badinput: -c that overflows in bytes" 2 '-c' freefrag -c 9223372036854775808 "$aged"
fails "badinput: -c -4" 2 '-c -4: is no number' freefrag -c -4 "$aged"
fails "badinput: -c four" 2 '-c four: is no number' freefrag -c four "$aged"
fails "badinput: --progress sometimes" 2 'must be one of auto|always|never' \
	freefrag --progress sometimes "$aged"
fails "badinput: --offset past the end" 2 '--offset .*past the end' \
	freefrag --offset 1T "$aged"
fails "badinput: --offset that is no size" 2 '--offset 12q: is no size' freefrag --offset 12q "$aged"
fails "badinput: --offset without a filesystem" 1 'no filesystem is recognised' \
	freefrag --offset 4096 "$aged"
fails "badinput: -p without a table" 2 '-p 9: the image has no partition table' freefrag -p 9 "$aged"
fails "badinput: -p 9" 2 '-p 9: no such partition; there are 1 (swap, 4.0 MiB), 2 (ext4, 48.0 MiB)' \
	freefrag -p 9 "$SAMPLES/gpt.img"
fails "badinput: -p and --offset" 2 'give one' freefrag -p 1 --offset 4096 "$aged"
fails "badinput: partition of another kind" 1 'holds swap, which' freefrag -p 1 "$SAMPLES/gpt.img"
fails "badinput: several filesystems" 2 'choose one with -p: 1 (ext2, 24.0 MiB), 5 (ext4, 32.0 MiB)' \
	freefrag "$SAMPLES/mbr2.img"
fails "badinput: completions for no shell" 2 'bash, zsh or fish' completions tcsh
fails "badinput: completions for nothing" 2 'bash, zsh or fish' completions

# a copy of a small volume, with the superblock and its copies spoilt alike
fresh() { mke2fs -q -F -t ext4 -E nodiscard -b 1024 -O "${1:-^metadata_csum,^uninit_bg}" "$WORK/image" 24M >"$WORK/null"; }
spoil() {	# OFFSET-IN-SUPERBLOCK OCTAL-BYTES: the primary one and the copies of 1 KiB volumes
	local group
	for group in 0 1; do
		# shellcheck disable=SC2059 # the bytes are the format
		printf "$2" | dd of="$WORK/image" bs=1 seek=$((1024 + group * 8192 * 1024 + $1)) \
			conv=notrunc status=none
	done
}
refused() {	# NAME OFFSET BYTES WORDS
	fresh
	dd if=/dev/zero of="$WORK/image" bs=1024 seek=$((3 * 8192 + 1)) count=1 conv=notrunc status=none
	spoil "$2" "$3"
	fails "badinput: $1" 1 "$4" freefrag "$WORK/image"
}
refused "log2 of the block size 0 instead of 2" 24 '\002\000\000\000' 'superblock at byte 1024'
refused "log2 of the block size 57" 24 '\071\000\000\000' 'log2 of the block size over 1024 is 57'
refused "first data block absurd" 20 '\377\377\377\177' 'first data block is 2147483647'
refused "first data block 0 with 1 KiB blocks" 20 '\000\000\000\000' 'first data block is 0'
refused "no blocks" 4 '\000\000\000\000' 'block count is 0'
refused "group count that overflows" 4 '\377\377\377\377' 'group'
refused "blocks per group 0" 32 '\000\000\000\000' 'clusters per group is 0'
refused "inodes per group 0" 40 '\000\000\000\000' 'inodes per group is 0'
refused "inode size 100" 88 '\144\000' 'inode size is 100'
refused "descriptor size 0 with 64bit" 254 '\000\000' 'group descriptor size is 0'
refused "unknown incompatible feature" 96 '\302\002\000\200' 'incompatible feature FEATURE_I31'
run info "$WORK/image"
check "badinput: info still describes an unknown feature" "code $code: $(cat "$WORK/err")" \
	test "$code" = 0 -a "$(grep -c '^  unknown .*FEATURE_I31' "$WORK/out")" = 1

# 2^24 groups claimed by a 32 MiB image must not cost memory
fresh '^metadata_csum,^uninit_bg,64bit'
truncate -s 32M "$WORK/image"
dd if=/dev/zero of="$WORK/image" bs=1024 seek=$((3 * 8192 + 1)) count=1 conv=notrunc status=none
spoil 336 '\040\000\000\000'		# high word of the block count: 2^37 blocks, 2^24 groups
(
	case $OBJECTS in */san/*) ;; *) ulimit -v 400000 ;; esac	# AddressSanitizer maps terabytes
	fails "badinput: 2^24 groups in 32 MiB" 1 'claims 16777219 block groups' freefrag "$WORK/image"
)

# a truncated image is read as far as it goes
fresh
truncate -s 12M "$WORK/image"
run freefrag "$WORK/image"
check "badinput: a truncated image" "code $code: $(cat "$WORK/err")" \
	grep -q 'claims 25165824 bytes, the image has 12582912' "$WORK/err"
check "badinput: a truncated image is damaged" "code $code" test "$code" = 3

# an external journal
mke2fs -q -F -O journal_dev -b 1024 "$WORK/journal" 8M >"$WORK/null"
fails "badinput: an external journal" 1 'is an external journal' info "$WORK/journal"

# JSON errors are objects on stdout, with the same code
"$FSATLAS" freefrag --json "$WORK/nowhere.img" >"$WORK/out" 2>"$WORK/err"
check "badinput: error as JSON, code" "" test $? = 1
check "badinput: error as JSON" "$(cat "$WORK/out")" jq -e '.error.code == "io" and
	(.error.message | test("No such file"))' "$WORK/out"
"$FSATLAS" freefrag --json -c 3 "$aged" >"$WORK/out" 2>"$WORK/err"
check "badinput: usage error as JSON" "$(cat "$WORK/out")" \
	jq -e '.error.code == "usage"' "$WORK/out"
"$FSATLAS" freefrag --json --frobnicate >"$WORK/out" 2>"$WORK/err"
check "badinput: unknown option as JSON" "$(cat "$WORK/out")" \
	jq -e '.error.code == "usage"' "$WORK/out"

# standard output that cannot be written
for command in "info" "info --json" "freefrag" "freefrag --json" "freefrag -v -g" "metrics" "--help" \
	"completions bash"; do
	# shellcheck disable=SC2086 # words
	case $command in
	--help|completions*) "$FSATLAS" $command >/dev/full 2>"$WORK/err" ;;
	*) "$FSATLAS" $command "$aged" >/dev/full 2>"$WORK/err" ;;
	esac
	code=$?
	check "badinput: a full disk behind stdout of $command" "code $code: $(cat "$WORK/err")" \
		test $code = 1 -a "$(grep -c 'cannot write' "$WORK/err")" = 1
done
