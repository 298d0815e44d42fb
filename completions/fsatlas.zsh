#compdef fsatlas
# made by 'fsatlas completions zsh'
_fsatlas() {
	local -a commands
	commands=(
		'info:what a volume says of itself: geometry, features, RAID hints, state'
		'freefrag:how free space is cut up: a histogram of free extents'
		'filefrag:the extents of files, as filefrag prints them on a mount'
		'layout:how all files lie: extents, layout score, seeks, worst files, a verdict'
		'owner:who owns these blocks: role, inode, paths, place in the file'
		'metrics:free space as Prometheus metrics, for the textfile collector'
	)
	if ((CURRENT == 2)); then
		_describe -t commands command commands
		return
	fi
	local command=$words[2]
	shift words
	((CURRENT--))
	case $command in
	info)
		_arguments \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--json'[print the result as one JSON object]' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	freefrag)
		_arguments \
			'(-c --chunk)'{-c,--chunk}'[count free aligned chunks of KB kibibytes (a power of two)]:KB: ' \
			'(-v --verbose)'{-v,--verbose}'[add whole free stripes, the largest free extent and the superblock'\''s count]' \
			'(-g --groups)'{-g,--groups}'[add free space and largest free extent of each group]' \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--json'[print the result as one JSON object]' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	filefrag)
		_arguments \
			'(-v --verbose)'{-v,--verbose}'[the size of each file, and each of its extents]' \
			'(-b --block-size)'{-b,--block-size}'[count in units of SIZE instead of the volume'\''s blocks (512, 4k, 1MiB)]:SIZE: ' \
			'(-k --kib)'{-k,--kib}'[count in units of 1024 bytes]' \
			'(-e --extents)'{-e,--extents}'[the same as -v]' \
			'(-X --hex)'{-X,--hex}'[numbers of extents in hexadecimal]' \
			'(-x --xattr)'{-x,--xattr}'[where extended attributes lie, instead of content]' \
			'(-s --sync)'{-s,--sync}'[accepted and without effect: an image has nothing to write back]' \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--json'[print the result as one JSON object]' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	layout)
		_arguments \
			'(-t --top)'{-t,--top}'[list the N files in most pieces (10); 0 for none]:N: ' \
			'*'{-c,--check}'[end with 4 unless it holds, such as '\''extents-per-file<1.05'\''; may be repeated]:CONDITION: ' \
			'(-a --against)'{-a,--against}'[say what moved since the image OTHER of the same filesystem was made]:OTHER:_files' \
			'(-n --no-names)'{-n,--no-names}'[do not read directories: no paths, no directory order, less memory]' \
			--json-lines'[print every file as one JSON object on a line of its own]' \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--json'[print the result as one JSON object]' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	owner)
		_arguments \
			--bytes'[places are bytes of the image, from the start of the disk]' \
			--sectors'[places are 512-byte sectors of the image, from the start of the disk]' \
			'(-m --mapfile)'{-m,--mapfile}'[ask for all areas that a ddrescue map file does not call finished]:FILE:_files' \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--json'[print the result as one JSON object]' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	metrics)
		_arguments \
			'(-o --output)'{-o,--output}'[write to FILE, replacing it at once when complete]:FILE:_files' \
			'(-p --partition)'{-p,--partition}'[read partition N of a whole-disk image (MBR or GPT)]:N: ' \
			--offset'[the filesystem begins BYTES into the image (4096, 1MiB, 2048s)]:BYTES: ' \
			--progress'[show progress on standard error; auto: when it is a terminal]:progress:(auto always never)' \
			'(-h --help)'{-h,--help}'[show this help]' \
			'(-q --quiet)'{-q,--quiet}'[no notes, warnings or progress on standard error; errors and damage are still said]' \
			'*:image:_files'
		;;
	esac
}
_fsatlas "$@"
