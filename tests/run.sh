#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs all tests: tests/run.sh BUILD SAMPLES [WORD...]. With words, only the
# scripts whose path holds one of them. The last line counts.
set -u

cd "$(dirname "$0")/.." || exit 1
build=$(realpath "$1") samples=$(realpath "$2")
shift 2
export FSATLAS=$build/fsatlas OBJECTS=$build/obj SAMPLES=$samples
CASES=$(realpath -m ../shared/cases)
export CASES
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

wanted() {
	local path=$1 word
	shift
	[ $# = 0 ] && return 0
	for word; do [[ $path == *$word* ]] && return 0; done
	return 1
}

# Adds up what a script printed, and shows what is no success.
count() {
	passed=$((passed + $(grep -c '^ok ' "$log")))
	failed=$((failed + $(grep -c '^not ok ' "$log")))
	skipped=$((skipped + $(grep -c '^skip ' "$log")))
	grep -v '^ok ' "$log"
}

if wanted unit "$@"; then
	echo "== unit"
	"$build/unit" >"$log" 2>&1
	code=$?
	if line=$(tail -n 1 "$log" | grep '^unit: [0-9]* passed, [0-9]* failed$'); then
		read -r _ unit_passed _ unit_failed _ <<<"$line"
		passed=$((passed + unit_passed)) failed=$((failed + unit_failed))
	fi
	[ -n "$line" ] || failed=$((failed + 1))
	[ $code = 0 ] || grep -v ' \.\.\.passed$' "$log"
	grep '^skip ' "$log"
	skipped=$((skipped + $(grep -c '^skip ' "$log")))
	if [ $code != 0 ] && [ "${unit_failed:-0}" = 0 ]; then
		failed=$((failed + 1))
		echo "not ok unit: exit code $code"
	fi
fi
for script in tests/check/*.sh tests/cases/run.sh tests/commands/*.sh; do
	wanted "$script" "$@" || continue
	echo "== $script"
	"$script" >"$log" 2>&1
	code=$?
	count
	if [ $code != 0 ]; then
		failed=$((failed + 1))
		echo "not ok $script: ended with $code"
	elif ! grep -q '^ok \|^not ok \|^skip ' "$log"; then
		failed=$((failed + 1))
		echo "not ok $script: tested nothing"
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
