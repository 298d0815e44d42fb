#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# freefrag and info against e2freefrag and dumpe2fs on the samples.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
cd "$SAMPLES" || exit 1

# Where blocks divide evenly into chunks e2freefrag counts one chunk too many:
# (blocks + n) / n instead of the ceiling of blocks / n, so that 65536 blocks
# in chunks of one block are 65537. The expected text has the right number.
right_chunks() {	# KB
	awk -v kib="$1" '
		/^Blocksize:/ { n = kib * 1024 / $2 }
		/^Total blocks:/ { total = $3; right = int((total + n - 1) / n) }
		/^Total chunks:/ { $0 = "Total chunks: " right }
		/^Free chunks:/ { $0 = sprintf("Free chunks: %d (%.1f%%)", $3, $3 * 100 / right) }
		{ print }'
}

for name in aged raid5 small1k metabg; do
	e2freefrag "$name.img" >"$WORK/peer"
	run freefrag "$name.img"
	same "peers: freefrag $name" "$WORK/peer" "$WORK/out"
	check "peers: freefrag $name ends with 0 and is silent" "$code: $(cat "$WORK/err")" \
		test "$code" = 0 -a ! -s "$WORK/err"
	[ $name = raid5 ] && continue
	for kib in 4 8 64 1024 16384; do
		e2freefrag -c $kib "$name.img" | right_chunks $kib >"$WORK/peer"
		run freefrag -c $kib "$name.img"
		same "peers: freefrag -c $kib $name" "$WORK/peer" "$WORK/out"
	done
done

# the dirty volume as it lies on disk: debugfs left its bitmaps and counts consistent
e2freefrag dirty.img >"$WORK/peer"
run freefrag dirty.img
same "peers: freefrag dirty" "$WORK/peer" "$WORK/out"
check "peers: a dirty journal is the first thing said" "$(cat "$WORK/err")" \
	grep -q '^journal: dirty, not replayed' <(head -n 1 "$WORK/err")

# The table of the RAID5 volume: classes from 4K-8K up to 64M-128M.
cat >"$WORK/known" <<'END'
1858 1858
3415 8534
9952 54324
23884 288848
27901 658130
25761 1211519
35863 3376274
48643 9416851
150311 60704033
244895 148283666
3970 5508499
187 551835
302 1765912
282 2727162
42 788539
END
run freefrag raid5.img
awk '/\.\.\./ {print $(NF - 2), $(NF - 1)}' "$WORK/out" >"$WORK/rows"
same "peers: the RAID5 volume's table, row by row" "$WORK/known" "$WORK/rows"
run freefrag --json raid5.img
check "peers: the RAID5 volume's totals" "$(jq -c '.freefrag | del(.histogram)' "$WORK/out")" \
	jq -e '.freefrag.free_bytes == 235345984 * 4096 and
	       .freefrag.largest_free_extent_bytes == 99348 * 1024 and
	       (.freefrag.mean_free_extent_bytes / 4096 | floor) == 407 and
	       .volume.size_bytes == 976761344 * 4096 and .findings == []' "$WORK/out"

# bigalloc: e2freefrag shifts the block number twice; dumpe2fs lists each
# group's free ranges, but ends each at the first block of its last cluster
# (1.47.0), which rounding up to the cluster of 16 blocks mends.
dumpe2fs bigalloc.img 2>/dev/null | awk '
	/^Cluster size:/ { cluster = $3 }
	/^Block size:/ { block = $3 }
	/^  Free blocks:/ {
		sub(/^  Free blocks: /, "")
		count = split($0, ranges, ", ")
		for (i = 1; i <= count && $0 != ""; i++) {
			split(ranges[i], edge, "-")
			from = edge[1]; to = edge[2] == "" ? edge[1] : edge[2]
			ratio = cluster / block
			to = int(to / ratio) * ratio + ratio
			if (extents && end == from) { end = to; continue }	# across groups
			if (extents) free += end - start
			extents++; start = from; end = to
		}
	}
	END { print extents, (free + end - start) * block }' >"$WORK/peer"
run freefrag --json bigalloc.img
jq -r '"\(.freefrag.free_extents) \(.freefrag.free_bytes)"' "$WORK/out" >"$WORK/got"
same "peers: freefrag bigalloc, by dumpe2fs' free ranges" "$WORK/peer" "$WORK/got"

# info against dumpe2fs -h
for name in aged raid5 small1k metabg bigalloc dirty; do
	dumpe2fs -h "$name.img" 2>/dev/null >"$WORK/peer-text"
	value() { sed -n "s/^$1: *//p" "$WORK/peer-text" | head -n 1; }
	{
		value 'Filesystem UUID'
		value 'Filesystem features' | tr ' ' '\n' | grep . | sort | tr '\n' ' '
		echo
		echo $(($(value 'Block count') * $(value 'Block size')))
		echo $(($(value 'Free blocks') * $(value 'Block size')))
		value 'Block size'
		value 'Inode count'
		value 'Free inodes'
		value 'Inode size' | tr -d '\t '
		stride=$(value 'RAID stride') width=$(value 'RAID stripe width')
		echo "${stride:-0} ${width:-0}"
		grep -q 'needs_recovery' "$WORK/peer-text" && echo true || echo false
	} >"$WORK/peer"
	run info --json "$name.img"
	jq -r '.volume.uuid, ([.info.features[][]] | sort | join(" ") + " "),
		.info.geometry.size_bytes, .info.geometry.free_bytes, .info.geometry.block_bytes,
		.info.geometry.inodes, .info.geometry.free_inodes, .info.geometry.inode_bytes,
		"\(.info.raid.stride_blocks // 0) \(.info.raid.stripe_width_blocks // 0)",
		.info.state.needs_recovery' "$WORK/out" >"$WORK/got"
	same "peers: info $name, by dumpe2fs" "$WORK/peer" "$WORK/got"
	check "peers: type of $name, by blkid" "blkid: $(blkid -p -o value -s TYPE "$name.img")" \
		test "$(jq -r .volume.type "$WORK/out")" = "$(blkid -p -o value -s TYPE "$name.img")"
done

# --groups: sums, and each group's free blocks as its descriptor counts them
run freefrag --json --groups aged.img
dumpe2fs aged.img 2>/dev/null | sed -n 's/^  \([0-9]*\) free blocks, .*/\1/p' >"$WORK/peer"
jq -r '.freefrag.groups[].free_bytes / 4096' "$WORK/out" >"$WORK/got"
same "peers: freefrag --groups, by dumpe2fs" "$WORK/peer" "$WORK/got"
