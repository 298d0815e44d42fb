#compdef fsatlas
# made by 'fsatlas completions zsh'
_fsatlas() {
	local -a commands
	commands=(
		'info:what a volume says of itself: geometry, features, RAID hints, state'
		'freefrag:how free space is cut up: a histogram of free extents'
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
