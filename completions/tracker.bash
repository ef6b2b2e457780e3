# Completion for tracker in bash 3.2 or newer. In ~/.bashrc: eval "$(tracker completion bash)"
#
# `tracker __complete` chooses what to offer from what tracker has seen before, and quotes it for the command line. It sends
# no request; its output is never evaluated.

_tracker() {
  local program=${COMP_WORDS[0]-} what='' typed='' marks='' given=0 each line
  COMPREPLY=()
  case $program in
    */*) program=${program/#\~\//"${HOME-}/"} ;;
    *) program=tracker ;;
  esac
  line=${COMP_LINE:0:COMP_POINT}
  while IFS= read -r each; do
    if [[ -n $what ]]; then
      COMPREPLY[${#COMPREPLY[@]}]=$each
    else
      what=${each%%$'\t'*} each=${each#*$'\t'} each=${each#*$'\t'}
      typed=${each%%$'\t'*} each=${each#*$'\t'}
      marks=${each%%$'\t'*} given=${each#*$'\t'}
    fi
  done < <(command "$program" __complete bash -- "$line" "${COMP_TYPE-}" "${COMP_WORDBREAKS-}" "${COLUMNS-}" \
    "${BASH_VERSINFO[0]}" 2>/dev/null </dev/null)
  case $what in
    candidates)
      _tracker_option nosort || :
      if [[ $marks == *nospace* ]]; then _tracker_option nospace || :; fi
      ;;
    files) _tracker_option default || _tracker_paths -f ;;
    folders) _tracker_option dirnames || _tracker_paths -d ;;
    command)
      if ((given > 0)); then
        _tracker_option default || _tracker_paths -f
      else
        _tracker_paths -c
      fi
      ;;
  esac
}

# Sets an option for this completion only; fails in an old bash, such as that of macOS.
_tracker_option() {
  compopt -o "$1" 2>/dev/null
}

# Offers paths or commands that start with the word at the cursor.
_tracker_paths() {
  while IFS= read -r each; do
    printf -v line %q "$each"
    COMPREPLY[${#COMPREPLY[@]}]=$line
  done < <(compgen "$1" -- "$typed")
}

# Old versions cannot suppress the space for a single completion, so tracker adds it where it belongs.
if ((BASH_VERSINFO[0] < 4)); then
  complete -o nospace -F _tracker tracker
else
  complete -F _tracker tracker
fi
