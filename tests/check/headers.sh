#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every header compiles alone, and every function in one has its comment.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

flags=$(pkg-config --cflags ext2fs com_err blkid json-c libisal)
headers=$(find lib cmd viz -name '*.h' 2>/dev/null | sort)
found=
for header in $headers; do
	# shellcheck disable=SC2086 # flags are words
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Wall -Wextra -Werror -I. -Ilib $flags \
		-fsyntax-only -x c "$header" 2>"$WORK/err" || found+="$header: $(head -n 1 "$WORK/err"); "
done
check "headers: each compiles alone" "$found" test -z "$found"

# A declaration at the left margin that has a parameter list must follow a
# comment or carry one on its line.
cat >"$WORK/comments.awk" <<'AWK'
FNR == 1 { before = ""; depth = 0 }
/\\$/ { before = $0; next }			# macros
depth == 0 && /^[a-z].*\(/ && !/^(struct|enum|union|extern const)[^(]*[{;]/ && !/^#/ {
	if (before !~ /\*\/[ \t]*$/ && $0 !~ /\/\*/)
		print FILENAME ":" FNR ": " $0
}
{
	line = $0
	depth += gsub(/\{/, "{", line) - gsub(/\}/, "}", line)
	# a continuation line does not count as what stands before
	if ($0 !~ /^[ \t]*$/)
		before = $0
}
AWK
# shellcheck disable=SC2086 # paths are words
found=$(awk -f "$WORK/comments.awk" $headers | head -n 5)
check "headers: every function has its comment" "$found" test -z "$found"

# the check itself sees a missing comment
printf '#ifndef A\nint naked(int a);\n#endif\n' >"$WORK/naked.h"
check "headers: a missing comment is seen" "the check is blind" \
	grep -q naked <(awk -f "$WORK/comments.awk" "$WORK/naked.h")
