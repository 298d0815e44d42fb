# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Helpers of the test scripts. Each test prints one line: "ok NAME",
# "not ok NAME: why" or "skip NAME: why"; tests/run.sh counts them.
#
# From the environment: FSATLAS (the program), SAMPLES (folder of images),
# OBJECTS (folder of object files), CASES (../shared/cases, if it is there).

set -u
# a check script may be run by itself, on what 'make' has built
: "${FSATLAS:=$PWD/build/fsatlas}" "${OBJECTS:=$PWD/build/obj}" "${SAMPLES:=$PWD/build/samples}"
: "${CASES:=$(realpath -m ../shared/cases)}"
export FSATLAS OBJECTS SAMPLES CASES
export LC_ALL=C TZ=UTC PATH=$PATH:/sbin:/usr/sbin

WORK=$(mktemp -d "${TMPDIR:-/tmp}/fsatlas-test.XXXXXX")
trap 'rm -rf "$WORK"' EXIT

ok() { echo "ok $1"; }
bad() { echo "not ok $1: ${2//$'\n'/ | }"; }
skip() { echo "skip $1: $2"; }

# check NAME WHY COMMAND...: ok when the command succeeds; what it prints is dropped
check() {
	local name=$1 why=$2
	shift 2
	if "$@" >"$WORK/null" 2>&1; then ok "$name"; else bad "$name" "$why"; fi
}

# same NAME EXPECTED GOT: two files must be equal
same() {
	local difference
	if difference=$(diff "$2" "$3" 2>&1); then ok "$1"; else bad "$1" "$(head -n 6 <<<"$difference")"; fi
}

# run ARG...: runs the program; leaves $code, and its output in $WORK/out and $WORK/err
run() {
	timeout 60 "$FSATLAS" "$@" >"$WORK/out" 2>"$WORK/err"
	code=$?
}

# fails NAME CODE WORDS ARG...: the program must end with CODE and say one
# sentence that holds WORDS (a basic regular expression) on stderr, nothing on stdout
fails() {
	local name=$1 want=$2 words=$3
	shift 3
	run "$@"
	if [ "$code" != "$want" ]; then
		bad "$name" "exit code $code, not $want: $(cat "$WORK/err")"
	elif [ -s "$WORK/out" ]; then
		bad "$name" "wrote to stdout: $(head -n 3 "$WORK/out")"
	elif [ "$(grep -c '^fsatlas: ' "$WORK/err")" != 1 ]; then
		bad "$name" "not one sentence: $(cat "$WORK/err")"
	elif ! grep -q -e "$words" "$WORK/err"; then
		bad "$name" "does not say '$words': $(cat "$WORK/err")"
	else
		ok "$name"
	fi
}

have() { command -v "$1" >/dev/null; }

# can_loop: root with loop devices
can_loop() {
	local device
	[ "$(id -u)" = 0 ] && have losetup && device=$(losetup -f 2>/dev/null) && [ -e "$device" ]
}
