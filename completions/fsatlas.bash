# bash completion for fsatlas; made by 'fsatlas completions bash'
_fsatlas()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local command=${COMP_WORDS[1]} options=
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W 'info freefrag metrics --help --version' -- "$cur"))
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
	metrics:--output|metrics:-o) COMPREPLY=($(compgen -f -- "$cur")); return ;;
	metrics:--partition|metrics:-p) return ;;
	metrics:--offset) return ;;
	metrics:--progress) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	esac
	case $command in
	info) options=' -p --partition --offset --json --progress -h --help -q --quiet' ;;
	freefrag) options=' -c --chunk -v --verbose -g --groups -p --partition --offset --json --progress -h --help -q --quiet' ;;
	metrics) options=' -o --output -p --partition --offset --progress -h --help -q --quiet' ;;
	esac
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$options" -- "$cur"))
	else
		COMPREPLY=($(compgen -f -- "$cur"))
	fi
}
complete -o filenames -F _fsatlas fsatlas
