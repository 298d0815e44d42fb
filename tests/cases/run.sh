#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Golden cases: each folder tests/cases/<command>-<what>/ holds
#   cmd    the arguments of fsatlas, run in the folder of the samples
#   out    what it must print on standard output
#   err    the same for standard error; missing: nothing
#   code   the exit code; missing: 0
#   json   standard output with --json added; missing: not tried
# tests/cases/run.sh --update writes what the program prints now: read the
# difference before you commit it. Numbers are proved elsewhere, against peers;
# these cases keep the form.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
cases=$PWD/tests/cases

update=
[ "${1:-}" = --update ] && update=yes
cd "$SAMPLES" || exit 1

# What depends on the version of the program stays out of the comparison.
neutral() { sed 's/^\( *"version": \)".*"/\1"VERSION"/'; }

for folder in "$cases"/*/; do
	name=$(basename "$folder")
	read -ra arguments <"$folder/cmd"
	run "${arguments[@]}"
	[ -z "$update" ] || {
		cp "$WORK/out" "$folder/out"
		cp "$WORK/err" "$folder/err"
		[ -s "$folder/err" ] || rm "$folder/err"
		rm -f "$folder/code"
		[ "$code" = 0 ] || echo "$code" >"$folder/code"
	}
	want=$(cat "$folder/code" 2>/dev/null || echo 0)
	same "case $name: out" "$folder/out" "$WORK/out"
	cat "$folder/err" >"$WORK/want" 2>/dev/null || : >"$WORK/want"
	same "case $name: err" "$WORK/want" "$WORK/err"
	check "case $name: exit code" "$code, not $want" test "$code" = "$want"
	[ -e "$folder/json" ] || continue
	run "${arguments[0]}" --json "${arguments[@]:1}"
	neutral <"$WORK/out" >"$WORK/got"
	[ -z "$update" ] || cp "$WORK/got" "$folder/json"
	same "case $name: json" "$folder/json" "$WORK/got"
	check "case $name: json, exit code" "$code, not $want" test "$code" = "$want"
done
