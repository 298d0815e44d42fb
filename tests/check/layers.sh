#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Who may include whom: each folder's include lines against the table of the
# design, and each foreign library against the files that may know it.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

declare -A may=(
	[base]="base"
	[image]="base image"
	[model]="base model"
	[fs]="base image model fs"
	[trace]="base image model fs trace"
	[measure]="base model measure"
	[plan]="base model measure plan"
	[apply]="base image model fs plan apply"
	[report]="base report"
	[chart]="base model measure plan chart"
	[tui]="base model measure plan tui"
	[cmd]="base image model fs trace measure plan apply report chart tui cmd"
)

layer_of() {
	case $1 in
	lib/*) cut -d/ -f2 <<<"$1" ;;
	viz/*) cut -d/ -f2 <<<"$1" ;;
	cmd/*) echo cmd ;;
	esac
}

wrong=
while IFS=: read -r file line; do
	layer=$(layer_of "$file")
	target=${line#*\"} target=${target%%\"*}
	folder=${target%%/*}
	[ "$folder" = viz ] && folder=$(cut -d/ -f2 <<<"$target")
	case " ${may[$layer]:-} " in
	*" $folder "*) ;;
	*) wrong+="$file includes $target; " ;;
	esac
	case $file:$target in
	lib/fs/ext/*:fs/xfs/*|lib/fs/xfs/*:fs/ext/*) wrong+="$file includes $target; " ;;
	lib/fs/ext/*|lib/fs/xfs/*) ;;
	*:fs/ext/*|*:fs/xfs/*) wrong+="$file reaches into $target; " ;;
	esac
done < <(grep -rn --include='*.[ch]' '^#include "' lib cmd viz 2>/dev/null | sed 's/:[0-9]*:/:/')
check "layers: include lines" "$wrong" test -z "$wrong"

# foreign PATTERN ALLOWED: headers that match may be included by matching files only
foreign() {
	local found
	found=$(grep -rlE --include='*.[ch]' "^#include <($1)" lib cmd viz 2>/dev/null |
		grep -vE "^($2)" | tr '\n' ' ')
	check "layers: <$1>" "not in its place: $found" test -z "$found"
}
foreign 'ext2fs/|et/|e2p/' 'lib/fs/ext/|lib/apply/'
foreign 'xfs/' 'lib/fs/xfs/'
foreign 'blkid' 'lib/fs/probe\.c|lib/image/partition\.c'
foreign 'cairo|pango' 'viz/chart/'
foreign 'ncurses|curses' 'viz/tui/'
foreign 'json' 'lib/report/'
foreign 'xxhash' 'lib/measure/layoutdiff\.c'

# no file above the backends names a kind of filesystem
found=$(grep -rnwiE --include='*.[ch]' 'ext[234]|xfs|libext2fs|ext2fs' lib/base lib/image lib/model \
	lib/measure lib/plan lib/report 2>/dev/null | grep -vE '/\* |^[^:]*:[0-9]*:[[:space:]]*\*|crc32c' | head -n 3)
check "layers: no filesystem by name above the backends" "$found" test -z "$found"
