#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What the compiler made of lib/: it is silent, keeps no state of its own, and
# each function is named after its file.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh

# shellcheck disable=SC2153 # OBJECTS comes from the environment
objects=$(find "$OBJECTS/lib" -name '*.o' | sort)
check "objects: there are some" "none in $OBJECTS/lib" test -n "$objects"

loud='(printf|vprintf|fprintf|vfprintf|__printf_chk|__fprintf_chk|puts|fputs|putchar|putc|perror|exit|_exit|abort|stdout|stderr)'
found=
for object in $objects; do
	case $object in */lib/report/*) continue ;; esac
	names=$(nm -u "$object" | awk '{print $2}' | grep -xE "$loud" | tr '\n' ' ')
	[ -z "$names" ] || found+="${object#"$OBJECTS"/}: $names; "
done
check "objects: the library is silent" "$found" test -z "$found"

case $OBJECTS in
*/san/*)
	skip "objects: no writable state" "sanitizers add their own" ;;
*)
	found=
	for object in $objects; do
		names=$(objdump -t "$object" | awk '
			$0 ~ / O / { section = ($3 == "O") ? $4 : $3; name = $NF
				if (section ~ /^\.(data|bss)/ && section !~ /^\.data\.rel\.ro/) print name }' |
			tr '\n' ' ')
		[ -z "$names" ] || found+="${object#"$OBJECTS"/}: $names; "
	done
	check "objects: no writable state" "$found" test -z "$found" ;;
esac

found=
for object in $objects; do
	file=$(basename "$object" .o)
	case $file in fs_*) file=fs ;; esac	# parts of fs.h
	names=$(nm -g --defined-only "$object" | awk '$2 == "T" {print $3}' |
		grep -v "^${file}_" | tr '\n' ' ')
	[ -z "$names" ] || found+="$file: $names; "
done
check "objects: functions carry the name of their file" "$found" test -z "$found"
