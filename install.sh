#!/bin/sh
usage='Usage: sh install.sh FOLDER|ADDRESS    install tracker, or update it
       sh install.sh --uninstall       remove what was installed

Takes the program for this computer from a folder or an https address (or http on this computer), and checks it against the
SHA256SUMS there.
The program goes into ~/.local/bin, its man pages go into ~/.local/share/man, and completion for bash, zsh and fish goes into
$XDG_DATA_HOME, or ~/.local/share.'
by_npm='with Node.js 20.19, or 22.3 or newer, run: npm install -g tracker-cli'

fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
sum() { if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -c 1-64; }
# Prints a file of the folder or address. The flag says how curl shows progress. Neither curl nor wget goes on to http: wget goes on
# from no http at all, and from https, it has a proxy for http that is not there.
get() { case $from in http://* | https://*) fetch "$@" ;; *) cat "$from/$1" ;; esac || fail "cannot get $from/$1"; }
fetch() {
  if command -v curl >/dev/null; then curl -fL --proto-redir =https "$2" "$from/$1"
  elif [ "${from%%:*}" = http ]; then wget --max-redirect=0 -qO - "$from/$1"
  else http_proxy=http://127.0.0.1:1 no_proxy='' wget --check-certificate -qO - "$from/$1"; fi
}
require_safe() {
  server=${from#*://} && server=${server%%[/?#]*}
  case $from in
    https://*) command -v curl || wget --version 2>&1 | grep '^GNU Wget' || fail 'this wget checks no certificates; install curl' ;;
    http://*@*) fail "$from is not on this computer: use https" ;;
    http://*) case $server in localhost | localhost:* | 127.0.0.1 | 127.0.0.1:* | '[::1]' | '[::1]:'*) ;; *) fail "$from is not on this computer: use https" ;; esac ;;
  esac >/dev/null
}
# The record has a line `SUM  FILE` for each version of each file, and `folder  FOLDER` for each new folder, the deepest first.
ours() { grep -qxF "$(sum "$1" 2>/dev/null)  $1" "$record" 2>/dev/null; }
missing() { [ -d "$1" ] || { echo "folder  $1" && missing "$(dirname "$1")"; }; }
remove_folders() { sed -n 's/^folder  //p' | while IFS= read -r each; do rmdir "$each" 2>/dev/null; done; }
remove_parts() { for file in "$record" "$man/tracker" "$@"; do rm -rf "$file".part.*; done; }
listed() { echo "$sums" | sed -n "s/^\([0-9a-f]\{64\}\) [ *]$1\$/\1/p"; }
# Stores a file as another, and fails unless it is the one that is listed.
get_listed() {
  get "$1" "$2" >"$3" || fail "cannot write to ${3%/*}"
  [ "$(sum "$3")" = "$(listed "$1")" ] || fail "$from/$1 is incomplete, or not the file that SHA256SUMS lists"
}
require_ours() { for file do [ ! -e "$file" ] && [ ! -L "$file" ] || ours "$file" || fail "$file is not from this script; remove it first"; done; }
# Runs a command with each man page that was unpacked, and its place.
each_page() { for page in "$pages"/man?/*; do [ ! -f "$page" ] || "$@" "$page" "$man/${page#"$pages"/}" || return; done; }
check_page() { require_ours "$2"; }
record_page() { echo "$(sum "$1")  $2"; }
advise() { grep -qF "$1" "$start" 2>/dev/null || printf 'Add to %s: %s\n' "$start${3-}" "$2"; }

install() {
  require_safe
  require_ours "$@"
  remove_parts "$@"
  sums=$(get SHA256SUMS -sS) || exit
  name=tracker-$(uname -sm | sed 's/Linux /linux-/; s/x86_64/x64/; s/aarch64/arm64/')
  [ "$(listed "$name")" ] || fail "$from/SHA256SUMS lists no program for $(uname -sm); $by_npm"
  manual=$(listed tracker-man.tar)
  [ -z "$manual" ] || command -v tar >/dev/null || { manual= && no_tar=1; }
  set -- "$@" ${manual:+"$man/man1/" "$man/man7/"}
  made=$(for file in "$record" "$@"; do missing "${file%/*}"; done)
  trap 'remove_parts "$@"; echo "$made" | remove_folders' EXIT && trap 'exit 130' HUP INT TERM
  for file in "$record" "$@"; do mkdir -p "${file%/*}" || fail "cannot create ${file%/*}"; done
  set -- "$1" "$2" "$3" "$4"
  if [ "$manual" ]; then
    get_listed tracker-man.tar -sS "$pages.tar"
    mkdir "$pages" && tar -xmf "$pages.tar" -C "$pages" || fail "cannot unpack $from/tracker-man.tar"
    each_page check_page
  fi
  get_listed "$name" "$([ -t 2 ] && echo -# || echo -sS)" "$1.$part"
  chmod +x "$1.$part" && version=$("$1.$part" --version) || fail "$name does not run on this computer; $by_npm"
  "$1.$part" completion bash >"$2.$part" && "$1.$part" completion zsh >"$3.$part" && "$1.$part" completion fish >"$4.$part" &&
    { for file do echo "$(sum "$file.$part")  $file"; done; each_page record_page; echo "$made"; cat "$record" 2>/dev/null; } |
    LC_ALL=C sort -ur >"$record.$part" && mv -f "$record.$part" "$record" || fail "cannot write to $data"
  each_page mv -f || fail "cannot write to $man"
  for file do mv -f "$file.$part" "$file" || fail "cannot replace $file"; done
  echo "Installed tracker $version as $1, and completion for bash, zsh and fish in $data."
  [ -z "$manual" ] || echo "Its man pages are in $man."
  [ -z "${no_tar-}" ] || echo "Its man pages are not installed, because there is no tar."
  case ${SHELL##*/} in bash) start=~/.bashrc ;; zsh) start=${ZDOTDIR:-$HOME}/.zshrc ;; fish) start=~/.config/fish/config.fish ;; *) start=~/.profile ;; esac
  [ "$(command -v tracker)" = "$1" ] || advise .local/bin: 'export PATH="$HOME/.local/bin:$PATH"'
  [ "${start##*/}" != .zshrc ] || advise tracker "source \"$3\"" ', after compinit'
  [ "$start" != ~/.bashrc ] || [ -e /usr/share/bash-completion/bash_completion ] || advise tracker "source \"$2\""
}

uninstall() {
  [ -f "$record" ] || fail "nothing is installed: there is no $record"
  sed -n 's/^[0-9a-f]\{64\}  //p' "$record" | LC_ALL=C sort -u | while IFS= read -r file; do
    if ours "$file"; then rm -f "$file" && echo "Removed $file" || fail "cannot remove $file"; fi
    [ ! -e "$file" ] || echo "Left $file, which has changed since"
  done || exit
  remove_parts "$@"
  made=$(cat "$record") && rm "$record" && echo "$made" | remove_folders; echo 'Your settings and sign-ins are kept.'
}

# What is installed is nobody else's to change.
case $(umask) in *[2367][2367]) ;; *) umask 022 ;; esac
[ $# = 1 ] && from=${1%/} || from=
case ${HOME-} in /*) ;; *) fail 'HOME is not an absolute path' ;; esac
case ${XDG_DATA_HOME-} in /*) data=$XDG_DATA_HOME ;; *) data=$HOME/.local/share ;; esac
# man looks there for the pages of what is in ~/.local/bin.
man=$HOME/.local/share/man
record=$data/tracker/installed part=part.$$ pages=$man/tracker.part.$$ bash=$data/bash-completion/completions fish=$data/fish/vendor_completions.d
set -- "$HOME/.local/bin/tracker" "$bash/tracker" "$data/zsh/site-functions/_tracker" "$fish/tracker.fish"
case $from in --help) echo "$usage" ;; --uninstall) uninstall "$@" ;; '' | -*) echo "$usage" >&2 && exit 2 ;; *) install "$@" ;; esac
