# Completion for tracker in fish 3.1 or newer: tracker completion fish > ~/.config/fish/completions/tracker.fish
#
# `tracker __complete` chooses what to offer from what tracker has seen before. It sends no request; its output is never evaluated.

function __tracker_complete
    set -l words (commandline -opc)
    while string match -qr -- '^\w+=' $words[1]
        set -e words[1]
    end
    set -l token (commandline -ct)
    set -l value (string unescape -- $token)
    or set value (string unescape -- $token\")
    or set value (string unescape -- $token\')
    or set value $token
    set -l program tracker
    string match -q -- '*/*' $words[1]
    and set program (string replace -r -- '^~/' "$HOME/" $words[1])
    set -l lines (command $program __complete fish -- $words[2..-1] "$value" 2>/dev/null </dev/null)
    set -l head (string split \t -- $lines[1])
    switch $head[1]
        case files
            printf '%s\n' $head[2](__fish_complete_path "$head[3]")
        case folders
            printf '%s\n' $head[2](__fish_complete_directories "$head[3]" '')
        case command
            set -l start (math (count $words) - $head[5] + 1)
            complete -C (string join ' ' -- (string escape -- $words[$start..-1]) $token)
        case candidates
            set -e lines[1]
            if set -q __tracker_found[2]; and test -z "$head[3]"
                set lines $__tracker_found
            else if string match -q -- '*keep*' $head[4]
                # fish offers only candidates that match the word. A match by title has to replace the word: a single one at
                # once, several as candidates for an empty word. Only an abbreviation can replace it (fish 3.6).
                set -g __tracker_found $lines
                set -g __tracker_instead $head[2]
                set -q lines[2]
                or set __tracker_instead (string escape -- (string split -m 1 \t -- $lines[1])[1])
                abbr --add __tracker --position anywhere --regex '.+' --function __tracker_replace 2>/dev/null
                and commandline -f expand-abbr
                and commandline -f complete
                return
            end
            set -e __tracker_found
            printf '%s\n' $lines
    end
end

function __tracker_replace
    abbr --erase __tracker
    echo -n $__tracker_instead
end

complete -c tracker -e
complete -c tracker -f -k -a '(__tracker_complete)'
