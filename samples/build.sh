#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# build.sh [-d OUTDIR] [-g GENDIR] NAME...
# build.sh --list | --list-tests
#
# Builds sample images. Needs e2fsprogs, util-linux, sfdisk and the generators that are compiled from samples/*.c;
# needs no root, mounts nothing. All that could vary is fixed (identities, times, seeds, mke2fs' defaults), so two
# builds give the same bytes. An image appears under its name only when it is complete.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=build/samples
gen=build/gen
now=1262304000		# 2010-01-01 00:00 UTC, the present of all samples
scratch=

export E2FSPROGS_FAKE_TIME=$now MKE2FS_CONFIG="$here/mke2fs.conf" LC_ALL=C TZ=UTC0
unset MKE2FS_SYNC MKE2FS_DEVICE_SECTSIZE MKE2FS_DEVICE_PHYS_SECTSIZE MKE2FS_FIRST_META_BG MKE2FS_SKIP_CHECK_MSG
unset MKE2FS_SKIP_PROGRESS E2FSPROGS_UNDO_DIR DEBUGFS_PAGER PAGER
PATH=$PATH:/usr/sbin:/sbin
umask 022

list()
{
	cat <<-'END'
	aged       256 MiB ext4, 85 % full after 300 days of use: some 3000 files, many of them in pieces
	raid5      4 TB ext4 of 2010 on 5-disk RAID5, free extents exactly as measured; all blocks owned
	raid5flex  4 TB ext4 with today's features, 7.5 million random free extents; for timing only, blocks unowned
	empty8t    8 TiB ext4, empty; for timing only
	many       12 GiB ext4 with a million small files; for timing only
	bigalloc   192 MiB ext4 with clusters of 64 KiB, aged
	small1k    24 MiB ext3 with 1 KiB blocks: indirect blocks, holes, first data block 1
	metabg     400 MiB ext4 with meta_bg and 1 KiB blocks: 4 meta groups
	gpt        64 MiB disk, GPT: swap and ext4
	gpt4k      64 MiB disk, GPT for 4096-byte sectors: ext4
	mbr2       64 MiB disk, MBR: ext2 in a primary partition, ext4 in a logical one
	dirty      48 MiB ext4 that was not unmounted: two committed transactions and a revoke in the journal
	damaged    24 MiB ext4 with 1 KiB blocks whose first superblock is zeroed, the copies are intact
	shapes     4 GiB ext4: files of every shape, names, links, attributes; the longest has 200000 records
	blockmap   160 MiB ext2 with 1 KiB blocks: block maps of all three levels
	big64k     1 GiB ext4 with 64 KiB blocks
	casefold   32 MiB ext4 with names whose case does not matter
	features   64 MiB ext4 with quota, project, ea_inode, orphan_file, mmp, metadata_csum_seed, sparse_super2
	END
}

die()
{
	echo "build.sh: $*" >&2
	exit 1
}

usage()
{
	echo "usage: build.sh [-d OUTDIR] [-g GENDIR] NAME... | --list | --list-tests" >&2
	exit 2
}

need()	# TOOL PACKAGE
{
	command -v "$1" >/dev/null 2>&1 || die "$1 is missing; it belongs to the package $2"
}

generator()	# NAME ARGUMENT...: runs a program out of GENDIR
{
	[ -x "$gen/$1" ] || die "$gen/$1 is missing; make builds it from samples/$1.c"
	prog=$gen/$1
	shift
	"$prog" "$@"
}

uuid()	# NUMBER
{
	printf '5f0a3c11-7d1e-4000-8000-%012d' "$1"
}

mkext()	# IMAGE SIZE NUMBER EXTENDED-OPTIONS MKE2FS-ARGUMENT...; NUMBER tells the samples' UUIDs apart
{
	image=$1
	size=$2
	id=$(uuid "$3")
	ext=hash_seed=$(uuid $(($3 + 1000))),root_owner=0:0,lazy_itable_init=1,lazy_journal_init=1,nodiscard${4:+,$4}
	shift 4
	rm -f "$image"
	truncate -s "$size" "$image" || die "$image: cannot have $size here; does the filesystem allow such files?"
	mke2fs -q -F -U "$id" -E "$ext" "$@" "$image" > "$scratch/warnings" 2>&1 ||
		die "mke2fs failed on $image: $(cat "$scratch/warnings")"
}

edit()	# IMAGE: runs debugfs commands from standard input; debugfs tells of faults on stderr only
{
	cat > "$scratch/commands"
	debugfs -w -f "$scratch/commands" "$1" > "$scratch/stdout" 2> "$scratch/stderr"
	if grep -v '^debugfs 1' "$scratch/stderr" >&2; then
		die "debugfs failed on $1"
	fi
}

text()	# FILE LINES: a file of that many numbered lines, 64 bytes each
{
	awk -v n="$2" -v name="${1##*/}" 'BEGIN {
		for (i = 1; i <= n; i++)
			printf "%-63s\n", sprintf("line %d of %s", i, name)
	}' > "$1"
}

# Directories, a symlink, a hard link, and files of many sizes. Every second note is deleted before the larger files
# are written, so that some of these lie in pieces, and some more notes at the end, which leaves small free runs.
# One file has a hole: 4 KiB in front and 4 KiB after 20 MB.
populate()	# IMAGE
{
	src=$scratch/src
	rm -rf "$src"
	mkdir "$src"
	{
		printf 'mkdir /notes\nmkdir /notes/old\nmkdir /data\n'
		i=1
		while [ $i -le 80 ]; do
			text "$src/note-$i" $((i * i % 97 * 5 + 1))
			echo "write $src/note-$i /notes/note-$i"
			i=$((i + 1))
		done
		remove_notes 1 2
		for i in 1 2 3 4; do
			text "$src/table-$i" $((i * 3000))
			echo "write $src/table-$i /data/table-$i"
		done
		remove_notes 6 10
		text "$src/ends" 64
		cp "$src/ends" "$src/holes"
		dd if="$src/ends" of="$src/holes" bs=4096 seek=5000 conv=notrunc status=none
		echo "write $src/holes /data/holes"
		echo "symlink /notes/latest note-44"
		echo "ln /notes/note-44 /notes/old/forty-four"
		echo "set_inode_field /notes/note-44 links_count 2"
	} > "$scratch/populate"
	edit "$1" < "$scratch/populate"
}

remove_notes()	# FIRST STEP: debugfs commands that delete every so many of the notes
{
	i=$1
	while [ "$i" -le 80 ]; do
		echo "rm /notes/note-$i"
		i=$((i + $2))
	done
}

insert()	# DISK PART MIB: copies a partition's image into a disk's at an offset of so many MiB
{
	dd if="$2" of="$1" bs=1M seek="$3" conv=notrunc,sparse status=none
}

sample_aged()
{
	mkext "$1" 256M 1 stride=16,stripe_width=64 -t ext4 -b 4096 -g 8192 -N 8192
	generator age "$1" $now
}

sample_raid5()
{
	mkext "$1" 4000814465024 2 stride=128,stripe_width=512 -t ext4-2010 -T largefile -b 4096 -J size=128
	generator raid5 "$1" $now
}

sample_raid5flex()
{
	mkext "$1" 4000814465024 3 stride=128,stripe_width=512 -t ext4 -b 4096
	generator noise "$1" $now
}

sample_empty8t()
{
	mkext "$1" 8T 4 '' -t ext4 -b 4096
}

sample_many()
{
	mkext "$1" 12G 19 '' -t ext4 -b 4096 -i 8192
	generator many "$1" $now
}

sample_bigalloc()
{
	mkext "$1" 192M 5 '' -t ext4 -b 4096 -O bigalloc -C 65536 -N 4096 -J size=4
	generator age -f 88 -s 5 "$1" $now
}

sample_small1k()
{
	mkext "$1" 24M 6 '' -t ext3 -b 1024
	populate "$1"
}

sample_metabg()
{
	mkext "$1" 400M 7 '' -t ext4 -b 1024 -O 'meta_bg,^resize_inode' -N 6400
	populate "$1"
}

sample_gpt()
{
	need sfdisk fdisk
	need mkswap util-linux
	truncate -s 64M "$1"
	sfdisk -q --wipe never "$1" <<-END
	label: gpt
	label-id: $(uuid 80)
	start=2048, size=8192, type=0657FD6D-A4AB-43C4-84E5-0933C84B4F4F, uuid=$(uuid 81), name="swap"
	start=10240, size=98304, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4, uuid=$(uuid 82), name="data"
	END
	truncate -s 4M "$scratch/swap"
	mkswap -p 4096 -U "$(uuid 83)" "$scratch/swap" > /dev/null 2>&1 || die "mkswap failed"
	insert "$1" "$scratch/swap" 1
	mkext "$scratch/part" 48M 8 '' -t ext4 -b 4096
	populate "$scratch/part"
	insert "$1" "$scratch/part" 5
}

sample_gpt4k()
{
	truncate -s 64M "$1"
	generator gpt "$1" 4096 "$(uuid 90)" \
		"256:12288:0FC63DAF-8483-4772-8E79-3D69D8477DE4:$(uuid 91):data"
	mkext "$scratch/part" 48M 9 '' -t ext4 -b 4096
	populate "$scratch/part"
	insert "$1" "$scratch/part" 1
}

sample_mbr2()
{
	need sfdisk fdisk
	truncate -s 64M "$1"
	sfdisk -q --wipe never "$1" <<-END
	label: dos
	label-id: 0x20100101
	1: start=2048, size=49152, type=83
	2: start=51200, size=79872, type=5
	5: start=53248, size=65536, type=83
	END
	mkext "$scratch/part" 24M 10 '' -t ext2 -b 1024
	populate "$scratch/part"
	insert "$1" "$scratch/part" 1
	mkext "$scratch/part" 32M 11 '' -t ext4 -b 4096
	populate "$scratch/part"
	insert "$1" "$scratch/part" 26
}

differing_blocks()	# OLD NEW: numbers of the 4 KiB blocks that differ, one a line
{
	cmp -l "$1" "$2" | awk '{ b = int(($1 - 1) / 4096); if (b != last || NR == 1) print b; last = b }'
}

# Copies the blocks that differ into a file, and prints their numbers with commas, as debugfs' journal writer wants.
transaction()	# OLD NEW FILE
{
	: > "$3"
	for block in $(differing_blocks "$1" "$2"); do
		dd if="$2" bs=4096 skip="$block" count=1 status=none >> "$3"
		printf '%s%s' "$comma" "$block"
		comma=,
	done
}

# The volume is changed twice in copies; what the changes did becomes two transactions in the journal of the first
# state. The directory made in the first step is removed in the second, which so revokes its block; the other one is
# made before, lest it take that block, whose new contents a replay would skip.
sample_dirty()
{
	old=$scratch/state0
	one=$scratch/state1
	two=$scratch/state2
	mkext "$old" 48M 12 '' -t ext4 -b 4096
	populate "$old"

	cp --sparse=always "$old" "$one"
	text "$scratch/new" 2000
	printf 'mkdir /spool\nwrite %s /data/new\nrm /data/table-2\n' "$scratch/new" | edit "$one"
	revoked=$(debugfs -R 'blocks /spool' "$one" 2> /dev/null | tr -d ' \n')
	[ -n "$revoked" ] || die "the new directory has no block"

	cp --sparse=always "$one" "$two"
	printf 'mkdir /notes/new\nrmdir /spool\nrm /data/table-3\nfeature needs_recovery\n' | edit "$two"

	comma=
	first=$(transaction "$old" "$one" "$scratch/first")
	second=$(transaction "$one" "$two" "$scratch/second")
	cp --sparse=always "$old" "$1"
	edit "$1" <<-END
	journal_open -c
	journal_write -b $first $scratch/first
	journal_write -r $revoked -b $second $scratch/second
	journal_close
	END
	generator jtime "$1" $now
}

# Without checksums, since whoever opens a copy of the superblock must not trust the flags of uninitialised groups;
# "close_filesys -a" brings the copies up to date.
sample_damaged()
{
	mkext "$1" 24M 13 '' -t ext4 -b 1024 -O ^metadata_csum
	populate "$1"
	printf 'dirty -clean\nclose_filesys -a\n' | edit "$1"
	dd if=/dev/zero of="$1" bs=1024 seek=1 count=1 conv=notrunc status=none
}

plant()	# IMAGE RECIPE: files as samples/recipes/RECIPE says, see plant.c
{
	generator plant "$1" $now < "$here/recipes/$2"
}

# e2fsck gives large directories an index, sets up their checksums, and counts quota.
index()	# IMAGE
{
	code=0
	E2FSCK_TIME=$now E2FSCK_CONFIG=/dev/null e2fsck -fyD -E no_optimize_extents "$1" > "$scratch/fsck" 2>&1 || code=$?
	[ $code -le 1 ] || die "e2fsck ended with $code on $1: $(cat "$scratch/fsck")"
}

sample_shapes()
{
	mkext "$1" 4G 14 '' -t ext4 -b 4096 -O inline_data -G 32 -N 16384 -J size=4
	plant "$1" shapes
	index "$1"
}

sample_blockmap()
{
	mkext "$1" 160M 15 '' -t ext2 -b 1024 -I 128 -N 4096
	plant "$1" blockmap
}

sample_big64k()
{
	mkext "$1" 1G 16 '' -t ext4 -b 65536 -N 4096
	plant "$1" big64k
	index "$1"
}

sample_casefold()
{
	mkext "$1" 32M 17 encoding=utf8 -t ext4 -b 4096 -O casefold -N 4096 -J size=4
	plant "$1" casefold
	index "$1"
}

# e2fsck would wait for another host and leave its own name behind if mmp were there already; the UUID is changed to
# show that checksums do not depend on it.
sample_features()
{
	mkext "$1" 64M 18 num_backup_sb=2,quotatype=usrquota:grpquota:prjquota -t ext4 -b 1024 -N 8192 -J size=4 -O \
		'quota,project,ea_inode,orphan_file,metadata_csum_seed,large_dir,sparse_super2,^resize_inode,inline_data'
	plant "$1" features
	index "$1"
	tune2fs -U "$(uuid 19)" "$1" > /dev/null
	echo mmp > "$scratch/mmp"
	generator plant "$1" $now < "$scratch/mmp"
}

# An image is built beside its place, for it may be too large for the temporary directory.
build()	# NAME
{
	scratch=$(mktemp -d "$out/.build.XXXXXX")
	"sample_$1" "$scratch/image"
	mv -f "$scratch/image" "$out/$1.img"
	rm -rf "$scratch"
	scratch=
}

while [ $# -gt 0 ]; do
	case $1 in
	-d) [ $# -ge 2 ] || usage; out=$2; shift 2 ;;
	-g) [ $# -ge 2 ] || usage; gen=$2; shift 2 ;;
	--list) list; exit 0 ;;
	--list-tests) list | awk '!/for timing only/ { print $1 }'; exit 0 ;;
	-*) usage ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || usage

for name in "$@"; do
	list | grep -q "^$name " || die "there is no sample '$name'; --list names them"
done
need mke2fs e2fsprogs
need debugfs e2fsprogs
need e2fsck e2fsprogs
need truncate coreutils
need cmp diffutils
need awk mawk
mkdir -p "$out"
trap '[ -z "$scratch" ] || rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
for name in "$@"; do
	build "$name"
done
