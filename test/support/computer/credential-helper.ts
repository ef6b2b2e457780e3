import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from './home.js';

/** How a helper behaves. */
export type Mood = 'good' | 'missing' | 'fails' | 'locked' | 'slow' | 'rubbish' | 'killed' | 'huge' | 'other' | 'empty';

interface Entry {
  readonly ServerURL: string;
  readonly Username: string;
  readonly Secret: string;
}

type Entries = Readonly<Record<string, Entry>>;

/** A program `docker-credential-fake` in the PATH of a home. */
export interface FakeHelper {
  become(mood: Mood): void;
  /** What it was started for, in order: `get URL`. */
  calls(): readonly string[];
  /** What it keeps, by address. */
  kept(): Entries;
  /** Makes it keep this instead. */
  keep(entries: Entries): void;
}

/** In the shell, which starts in a tenth of the time of Node. It keeps an entry a line. */
const script = `#!/bin/sh
at="\${0%/*}/../files"
action=$1
read -r mood < "$at/mood"
IFS= read -r input
url=\${input#*'"ServerURL":"'}
url=\${url%%'"'*}
echo "$action $url" >> "$at/calls"
others() { grep -vF '"ServerURL":"'"$url"'"' "$at/keychain"; }
keep() { cat > "$at/keychain.$$" && mv "$at/keychain.$$" "$at/keychain"; }
act() {
  case $action in
    store) { others; echo "$input"; } | keep ;;
    erase) others | keep ;;
    *) grep -F '"ServerURL":"'"$url"'"' "$at/keychain" || { echo 'credentials not found in native keychain'; exit 1; } ;;
  esac
}
case $mood in
  good) act ;;
  fails) echo 'exit status 2: the keyring is gone'; exit 1 ;;
  locked) exec sleep 1000 ;;
  slow) sleep 3 > /dev/null 2>&1; act ;;
  rubbish) echo '<html>' ;;
  killed) printf '{"ServerURL":'; kill -KILL $$ ;;
  # As docker-credential-pass 0.6.4 does for what it does not have.
  empty) [ "$action" != get ] || grep -qF "$url" "$at/keychain" || { echo '{"ServerURL":"'"$url"'","Username":"","Secret":""}'; exit; }; act ;;
  huge) head -c 1000000 /dev/zero | tr '\\0' x ;;
  other) echo '{"ServerURL":"'"$url"'","Username":"somebody","Secret":"of a registry"}' ;;
esac
`;

export const helperName = 'fake';

export function putHelper({ folder }: Home, first: Mood = 'good'): FakeHelper {
  const [program, files] = [
    join(dirname(folder), 'bin', `docker-credential-${helperName}`),
    join(dirname(folder), 'files'),
  ];
  const lines = (name: string): readonly string[] =>
    existsSync(join(files, name)) ? readFileSync(join(files, name), 'utf8').split('\n').slice(0, -1) : [];
  const become = (mood: Mood): void => {
    if (mood === 'missing') rmSync(program);
    else writeFileSync(program, script, { mode: 0o755 });
    writeFileSync(join(files, 'mood'), mood);
  };
  const keep = (entries: Entries): void =>
    writeFileSync(
      join(files, 'keychain'),
      Object.values(entries)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
  become(first);
  keep({});
  return {
    become,
    calls: () => lines('calls'),
    kept: () => Object.fromEntries(lines('keychain').map((line) => [JSON.parse(line).ServerURL, JSON.parse(line)])),
    keep,
  };
}
