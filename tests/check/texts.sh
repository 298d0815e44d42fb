#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Completions, man pages and README agree with the command table.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

for shell in bash zsh fish; do
	"$FSATLAS" completions $shell >"$WORK/completion"
	same "texts: completions/fsatlas.$shell is current (else: make completions)" \
		"$WORK/completion" completions/fsatlas.$shell
	if have $shell; then
		check "texts: $shell reads its completions" "$($shell -n completions/fsatlas.$shell 2>&1)" \
			$shell -n completions/fsatlas.$shell
	else
		skip "texts: $shell reads its completions" "$shell is not installed"
	fi
done

pages="cmd/fsatlas.1"
for command in $("$FSATLAS" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
	page=cmd/fsatlas-$command.1
	pages+=" $page"
	check "texts: $command has a man page" "$page is missing" test -f "$page"
	check "texts: $command is in fsatlas(1)" "not named there" grep -q "fsatlas-$command" cmd/fsatlas.1
	check "texts: $command is in the README" "no example there" grep -q "fsatlas $command " README.md
	missing=
	for option in $("$FSATLAS" "$command" --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p'); do
		grep -q -- "${option//-/\\\\-}\|$option" "$page" || missing+="--$option "
	done
	check "texts: the man page of $command names each option" "$missing" test -z "$missing"
done
if have mandoc; then
	# shellcheck disable=SC2086 # paths are words
	found=$(mandoc -T lint -W warning $pages 2>&1 | head -n 5)
	check "texts: mandoc finds no fault in the man pages" "$found" test -z "$found"
else
	skip "texts: mandoc" "mandoc is not installed"
fi
