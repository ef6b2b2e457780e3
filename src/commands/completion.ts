import { listWords } from '../args/flag.js';
import { oneOf } from '../args/value.js';
import { defineVerb } from '../args/verb.js';
import { usageError } from '../contract/errors.js';
import { readPackageFile } from '../disk/package-file.js';

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
    [
      'Completes commands and flags, references (shown with titles), people, projects, checklist items, statuses and tags, by',
      'any word of a name or title and ignoring accents. Everything comes from what this computer has seen before; no request',
      'is sent.',
    ].join('\n'),
    'bash 3.2 or newer, in ~/.bashrc: eval "$(tracker completion bash)"',
    'zsh, in ~/.zshrc after compinit: eval "$(tracker completion zsh)"',
    'zsh, alternatively in a folder of $fpath: tracker completion zsh > FOLDER/_tracker',
    'fish: tracker completion fish > ~/.config/fish/completions/tracker.fish',
    'PowerShell, in the file that $PROFILE names:',
    'tracker completion powershell | Out-String | Invoke-Expression',
  ].join('\n\n'),
  prints: 'text',
  arguments: [{ value: oneOf('shell', shells), isOptional: true, help: listWords(shells) }],
  examples: [
    { line: 'tracker completion bash > ~/.tracker.bash', does: 'write a file to source' },
    { line: 'tracker completion zsh > _tracker', does: 'write a file for a folder of $fpath' },
  ],
  run: async ({ show }, [shell]) => {
    if (show.isAsked) throw usageError('the script is printed unchanged; output formats do not apply');
    if (shell === undefined) throw usageError(`specify a shell: ${listWords(shells)}`, 'tracker completion bash');
    const file = scripts.get(shell.toLowerCase());
    if (file === undefined) throw usageError(`the shell is ${listWords(shells)}, not ${JSON.stringify(shell)}`);
    await show.text(readPackageFile(`completions/${file}`).toString());
  },
});
