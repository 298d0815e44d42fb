# bash completion for fsatlas; made by 'fsatlas completions bash'
_fsatlas()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local command=${COMP_WORDS[1]} options=
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W 'info freefrag filefrag layout owner metrics --help --version' -- "$cur"))
		return
	fi
	case $command:$prev in
	info:--partition|info:-p) return ;;
	info:--offset) return ;;
	info:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	freefrag:--chunk|freefrag:-c) return ;;
	freefrag:--partition|freefrag:-p) return ;;
	freefrag:--offset) return ;;
	freefrag:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	filefrag:--block-size|filefrag:-b) return ;;
	filefrag:--partition|filefrag:-p) return ;;
	filefrag:--offset) return ;;
	filefrag:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	layout:--top|layout:-t) return ;;
	layout:--check|layout:-c) return ;;
	layout:--against|layout:-a) COMPREPLY=($(compgen -f -- "$cur")); return ;;
	layout:--partition|layout:-p) return ;;
	layout:--offset) return ;;
	layout:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	owner:--mapfile|owner:-m) COMPREPLY=($(compgen -f -- "$cur")); return ;;
	owner:--partition|owner:-p) return ;;
	owner:--offset) return ;;
	owner:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	metrics:--output|metrics:-o) COMPREPLY=($(compgen -f -- "$cur")); return ;;
	metrics:--partition|metrics:-p) return ;;
	metrics:--offset) return ;;
	metrics:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	esac
	case $command in
	info) options=' -p --partition --offset --json --progress -h --help -q --quiet' ;;
	freefrag) options=' -c --chunk -v --verbose -g --groups -p --partition --offset --json --progress -h --help -q --quiet' ;;
	filefrag) options=' -v --verbose -b --block-size -k --kib -e --extents -X --hex -x --xattr -s --sync -p --partition --offset --json --progress -h --help -q --quiet' ;;
	layout) options=' -t --top -c --check -a --against -n --no-names --json-lines -p --partition --offset --json --progress -h --help -q --quiet' ;;
	owner) options=' --bytes --sectors -m --mapfile -p --partition --offset --json --progress -h --help -q --quiet' ;;
	metrics) options=' -o --output -p --partition --offset --progress -h --help -q --quiet' ;;
	esac
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$options" -- "$cur"))
	else
		COMPREPLY=($(compgen -f -- "$cur"))
	fi
}
complete -o filenames -F _fsatlas fsatlas
