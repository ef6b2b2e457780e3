import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listWords } from '../../args/flag.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError, usageError } from '../../errors.js';

/** The script of each shell, in the folder `completions` of the package. */
const scripts: ReadonlyMap<string, string> = new Map([
  ['bash', 'tracker.bash'],
  ['zsh', '_tracker'],
  ['fish', 'tracker.fish'],
  ['powershell', 'tracker.ps1'],
]);

const shells = [...scripts.keys()];

export const verb = defineVerb({
  details: [
    'Words and flags; references with titles, people, projects, checklist items, states and tags, found without accents and by any word of a name or title. All of it comes from what this computer has seen before: no request is sent.',
    'bash 3.2 or newer, in ~/.bashrc: eval "$(tracker completion bash)"',
    'zsh, in ~/.zshrc after compinit: eval "$(tracker completion zsh)"',
    'zsh, in a folder of $fpath: tracker completion zsh > FOLDER/_tracker',
    'fish: tracker completion fish > ~/.config/fish/completions/tracker.fish',
    'PowerShell, in the file that $PROFILE names:',
    'tracker completion powershell | Out-String | Invoke-Expression',
  ].join('\n\n'),
  prints: 'text',
  arguments: [{ value: oneOf('shell', shells), isOptional: true, help: listWords(shells) }],
  flags: {},
  examples: [
    { line: 'tracker completion bash > ~/.tracker.bash', does: 'a file to be sourced' },
    { line: 'tracker completion zsh > _tracker', does: 'one for a folder of $fpath' },
  ],
  run: async ({ show }, [shell]) => {
    if (show.isAsked) throw usageError('the script is printed as it is, in no other format');
    if (shell === undefined) throw usageError(`which shell? ${listWords(shells)}`, 'tracker completion bash');
    const file = scripts.get(shell.toLowerCase());
    if (file === undefined)
      throw usageError(`there is a script for ${listWords(shells)}, not ${JSON.stringify(shell)}`);
    await show.text(readScript(file));
  },
});

/** The script out of the package, which is found upward from the program's own file. Throws TrackerError `failed`. */
function readScript(file: string): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    try {
      return readFileSync(join(at, 'completions', file), 'utf8');
    } catch {
      if (dirname(at) === at)
        throw new TrackerError('failed', `the script completions/${file} is missing from this installation`);
    }
  }
}
