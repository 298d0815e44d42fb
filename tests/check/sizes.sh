#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Functions stay under 100 lines, nearly all under 60; files under 600, nearly all under 400.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

files=$(find lib cmd viz samples tests -name '*.[ch]' 2>/dev/null)
# shellcheck disable=SC2086 # paths are words
found=$(wc -l $files | awk '$2 != "total" && $1 > 600 {print $2 " has " $1}')
check "sizes: no file over 600 lines" "$found" test -z "$found"
# shellcheck disable=SC2086
long=$(wc -l $files | awk '$2 != "total" && $1 > 400' | wc -l)
check "sizes: at most one file in twenty over 400 lines" "$long of $(wc -w <<<"$files")" \
	test $((long * 20)) -le "$(wc -w <<<"$files")"

if ! ctags --version 2>/dev/null | grep -q Universal; then
	skip "sizes: functions" "universal-ctags is not installed"
	exit 0
fi
# shellcheck disable=SC2086
ctags -f - --languages=C --kinds-C=f --fields=+ne $files |
	sed -n 's/^\([^\t]*\)\t\([^\t]*\)\t.*line:\([0-9]*\).*end:\([0-9]*\).*/\1 \2 \3 \4/p' |
	awk '{print $4 - $3 + 1, $1, $2}' >"$WORK/functions"
found=$(awk '$1 > 100' "$WORK/functions" | head -n 5)
check "sizes: no function over 100 lines" "$found" test -z "$found"
long=$(awk '$1 > 60' "$WORK/functions" | wc -l)
check "sizes: at most one function in fifty over 60 lines" \
	"$long of $(wc -l <"$WORK/functions")" test $((long * 50)) -le "$(wc -l <"$WORK/functions")"
