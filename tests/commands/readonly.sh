#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# No command changes an image, and none needs more than permission to read.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

# The 4 TB sample is a hole for the most part: its data alone is hashed.
fingerprint() {
	if [ "$(stat -c %s "$1")" -lt 1000000000 ]; then
		sha256sum <"$1"
	else
		{
			stat -c '%s %Y %Z %b' "$1"
			dd if="$1" bs=1M count=64 status=none
		} | sha256sum
	fi
}

for image in "$SAMPLES"/*.img; do
	name=$(basename "$image" .img)
	before=$(fingerprint "$image")
	part=
	[ "$name" = mbr2 ] && part="-p 5"
	for command in info "info --json" freefrag "freefrag --json -v" "freefrag -g -c 1024" metrics; do
		# shellcheck disable=SC2086 # words
		run $command $part "$image"
		want=0
		[ "$name" = damaged ] && want=3
		check "readonly: $command $name" "code $code: $(cat "$WORK/err")" test "$code" = $want
	done
	check "readonly: $name is unchanged" "the hash differs" test "$before" = "$(fingerprint "$image")"
done

if have strace; then
	strace -f -e trace=open,openat -o "$WORK/trace" "$FSATLAS" freefrag "$SAMPLES/aged.img" >"$WORK/out" 2>&1
	check "readonly: opened O_RDONLY" "$(grep aged.img "$WORK/trace" | head -n 3)" \
		test "$(grep aged.img "$WORK/trace" | grep -vc O_RDONLY)" = 0
else
	skip "readonly: opened O_RDONLY" "strace is not installed"
fi

if [ "$(id -u)" = 0 ] && have setpriv; then
	mkdir "$WORK/plain"
	cp --sparse=always "$SAMPLES/aged.img" "$FSATLAS" "$WORK/plain"
	chmod 0444 "$WORK/plain/aged.img"
	chmod 0755 "$WORK" "$WORK/plain"
	for command in info freefrag metrics; do
		setpriv --reuid=65534 --regid=65534 --clear-groups "$WORK/plain/fsatlas" $command \
			"$WORK/plain/aged.img" >"$WORK/out" 2>"$WORK/err"
		code=$?
		check "readonly: $command on a 0444 file as a plain user" "code $code: $(cat "$WORK/err")" \
			test $code = 0 -a -s "$WORK/out"
	done
else
	skip "readonly: a 0444 file as a plain user" "needs root to become one"
fi
