#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# make install and make uninstall.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

build=$(dirname "$OBJECTS")
san=
case $build in */san) san=SAN=1 build=$(dirname "$build") ;; esac
make -s ${san:+$san} BUILD="$build" DESTDIR="$WORK/root" PREFIX=/usr install >"$WORK/log" 2>&1
check "install: make install" "$(tail -n 3 "$WORK/log")" test $? = 0
(cd "$WORK/root" && find . -type f | sort) >"$WORK/got"
{
	echo ./usr/bin/fsatlas
	echo ./usr/share/bash-completion/completions/fsatlas
	echo ./usr/share/fish/vendor_completions.d/fsatlas.fish
	for page in cmd/*.1; do echo "./usr/share/man/man1/$(basename "$page")"; done
	echo ./usr/share/zsh/site-functions/_fsatlas
} | sort >"$WORK/want"
same "install: what is installed" "$WORK/want" "$WORK/got"
check "install: the program runs" "" test "$("$WORK/root/usr/bin/fsatlas" --version)" = "$("$FSATLAS" --version)"
make -s ${san:+$san} BUILD="$build" DESTDIR="$WORK/root" PREFIX=/usr uninstall >"$WORK/log" 2>&1
check "install: make uninstall leaves nothing" "$(find "$WORK/root" -type f)" \
	test -z "$(find "$WORK/root" -type f)"
