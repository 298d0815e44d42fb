#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# metrics: the format, the numbers, and the file that is replaced at once.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
cd "$SAMPLES" || exit 1

run metrics aged.img raid5.img
check "metrics: two images" "code $code: $(cat "$WORK/err")" test "$code" = 0 -a ! -s "$WORK/err"
cp "$WORK/out" "$WORK/two"
if have promtool; then
	promtool check metrics <"$WORK/two" >"$WORK/lint" 2>&1
	check "metrics: promtool finds no fault" "$(head -n 3 "$WORK/lint")" test $? = 0 -a ! -s "$WORK/lint"
else
	skip "metrics: promtool" "promtool (package prometheus) is not installed"
fi

value() { sed -n "s/^$1{volume=\"$2\"[^}]*} //p" "$WORK/two"; }
for name in aged raid5; do
	run freefrag --json $name.img
	jq -r '.freefrag | .free_bytes, .free_extents, .largest_free_extent_bytes' "$WORK/out" >"$WORK/want"
	{
		value fsatlas_free_bytes $name.img
		value fsatlas_free_extents $name.img
		value fsatlas_largest_free_extent_bytes $name.img
	} >"$WORK/got"
	same "metrics: numbers of $name" "$WORK/want" "$WORK/got"
	# each bucket counts the extents of all classes that end at or below its bound
	jq -r '.freefrag.histogram[] | "\(.below_bytes) \(.free_extents)"' "$WORK/out" >"$WORK/classes"
	sed -n "s/^fsatlas_free_extent_size_bytes_bucket{volume=\"$name.img\".*le=\"\([0-9]*\)\"} /\1 /p" \
		"$WORK/two" >"$WORK/buckets"
	awk 'NR == FNR { below[NR] = $1; count[NR] = $2; n = NR; next }
		{ sum = 0; for (i = 1; i <= n; i++) if (below[i] - 1 <= $1) sum += count[i]; print $1, sum }' \
		"$WORK/classes" "$WORK/buckets" >"$WORK/want"
	same "metrics: buckets of $name" "$WORK/want" "$WORK/buckets"
	check "metrics: $name has 20 buckets" "$(wc -l <"$WORK/buckets")" test "$(wc -l <"$WORK/buckets")" = 20
done

# -o replaces the file at once, and leaves the old one when it cannot
echo old >"$WORK/file.prom"
run metrics -o "$WORK/file.prom" aged.img raid5.img
check "metrics: -o prints nothing" "code $code" test "$code" = 0 -a ! -s "$WORK/out"
same "metrics: -o writes the same" "$WORK/two" "$WORK/file.prom"
check "metrics: -o leaves no other file" "$(ls "$WORK")" test -z "$(ls "$WORK"/file.prom.* 2>/dev/null)"
check "metrics: the collector may read it" "$(stat -c %a "$WORK/file.prom")" \
	test "$(stat -c %a "$WORK/file.prom")" = 644
fails "metrics: -o into no folder" 1 'cannot write' metrics -o "$WORK/nowhere/file.prom" aged.img
fails "metrics: -o onto a folder" 2 'is no plain file' metrics -o "$WORK" aged.img
check "metrics: -o onto a folder leaves nothing behind" "$(ls -d "$WORK".* 2>/dev/null)" \
	test -z "$(ls -d "$WORK".* 2>/dev/null)"

fails "metrics: an image named twice" 2 'named twice' metrics aged.img raid5.img aged.img
run metrics dirty.img
check "metrics: a dirty journal shows" "$(grep dirty "$WORK/out")" \
	grep -q '^fsatlas_journal_dirty{volume="dirty.img".*} 1$' "$WORK/out"

# what must not be replaced, and what is written through
cp --sparse=always small1k.img "$WORK/victim.img"
before=$(sha256sum <"$WORK/victim.img")
fails "metrics: -o onto an image" 2 'is one of the images' metrics -o "$WORK/victim.img" "$WORK/victim.img"
check "metrics: the image is as before" "it changed" test "$before" = "$(sha256sum <"$WORK/victim.img")"
mkfifo "$WORK/fifo"
fails "metrics: -o onto a FIFO" 2 'is no plain file' metrics -o "$WORK/fifo" aged.img
check "metrics: the FIFO is still one" "it was replaced" test -p "$WORK/fifo"
fails "metrics: -o onto a device" 2 'is no plain file' metrics -o /dev/null aged.img
echo old >"$WORK/real.prom"
ln -s real.prom "$WORK/link.prom"
run metrics -o "$WORK/link.prom" aged.img
check "metrics: -o through a symlink" "code $code" test "$code" = 0 -a -L "$WORK/link.prom"
check "metrics: -o through a symlink, the file" "$(head -n 1 "$WORK/real.prom")" \
	grep -q '^fsatlas_up' "$WORK/real.prom"
ln -s nowhere.prom "$WORK/dangling.prom"
fails "metrics: -o through a symlink to nothing" 2 'leads nowhere' \
	metrics -o "$WORK/dangling.prom" aged.img

# one bad image does not hide the others
run metrics "$WORK/nowhere.img" aged.img
check "metrics: a missing image" "code $code" test "$code" = 1
cp "$WORK/out" "$WORK/two"
check "metrics: a missing image is down" "$(grep up "$WORK/two")" \
	grep -q 'fsatlas_up{volume="[^"]*nowhere.img"} 0' "$WORK/two"
check "metrics: the other is up" "$(grep up "$WORK/two")" test "$(value fsatlas_up aged.img)" = 1
run metrics aged.img damaged.img
check "metrics: a damaged image" "code $code: $(cat "$WORK/err")" test "$code" = 3
cp "$WORK/out" "$WORK/two"
check "metrics: its findings are counted" "$(grep findings "$WORK/two")" \
	test "$(value fsatlas_findings damaged.img)" = 1

# a name that must be escaped
cp --sparse=always small1k.img "$WORK/a\"b\\c.img"
run metrics "$WORK/a\"b\\c.img"
# shellcheck disable=SC1003 # backslashes as they stand in the output
check "metrics: labels are escaped" "$(grep fsatlas_up "$WORK/out")" \
	grep -qF 'a\"b\\c.img"' "$WORK/out"
