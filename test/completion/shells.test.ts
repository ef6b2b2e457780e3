import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allTests } from '../support/set-up.js';
import { hasTerminal } from '../support/terminal/terminal.js';
import {
  hostile,
  makeSeen,
  openShell,
  type Seen,
  type Shell,
  scripts,
  zshLoads,
  zshReads,
  zshSaysItReads,
} from './shell.js';

async function openBash(seen: Seen): Promise<Shell> {
  const settings = [
    'bell-style none',
    'page-completions off',
    'completion-query-items 0',
    'enable-bracketed-paste off',
  ];
  const lines = [`PS1='READY> '`, ...settings.map((line) => `bind 'set ${line}'`), `source '${scripts}/tracker.bash'`];
  const file = seen.home.write('bashrc', lines.join('\n'));
  return await openShell(seen, ['bash', '--noprofile', '--rcfile', file, '-i']);
}

async function openFish(seen: Seen): Promise<Shell> {
  const prompt =
    "function fish_prompt; echo -n 'READY> '; end; set fish_greeting; set -g fish_autosuggestion_enabled 0";
  return await openShell(seen, ['fish', '--no-config', '-C', `${prompt}; source '${scripts}/tracker.fish'`]);
}

/** A zsh that finds the script in $fpath, or, counting arrays from 0 and minding unset names, is given it by `eval`, or by that alone. */
async function openZsh(seen: Seen, way: 'fpath' | 'eval' | 'alone' = 'fpath'): Promise<Shell> {
  const folder = join(seen.home.folder, `zsh-${way}`);
  mkdirSync(folder);
  const started = [
    'PS1="READY> "',
    'unsetopt beep zle_bracketed_paste; PROMPT_EOL_MARK="" LISTMAX=999',
    ...zshSaysItReads,
  ];
  const byEval = `eval "$(<'${scripts}/_tracker')"`;
  const load = {
    fpath: zshLoads(),
    eval: [...zshLoads(), 'compdef -d tracker; unfunction _tracker', 'setopt ksh_arrays nounset', byEval],
    alone: [byEval],
  }[way];
  writeFileSync(join(folder, '.zshrc'), [...started, ...load, ''].join('\n'));
  return await openShell(seen, ['zsh', '-d', '-i'], { env: { ZDOTDIR: folder }, reads: zshReads });
}

type Typed = readonly (readonly [keys: string, args: readonly string[]])[];

/** What is typed, and what it comes to, in every shell: for what asks the built program, and for what is answered here. */
const typedBuilt: Readonly<Record<string, Typed>> = {
  'nouns, verbs and their other names': [
    ['tracker task\tvi\tX', ['tasks', 'view', 'X']],
    ['tracker ticket sh\tX', ['ticket', 'show', 'X']],
  ],
  'hostile values, which become one argument': [
    ['tracker tasks --tag a\t', ['tasks', '--tag', hostile]],
    ['tracker wiki view a\t', ['wiki', 'view', hostile]],
    ['tracker tasks --tag=a\t', ['tasks', `--tag=${hostile}`]],
  ],
};
const typedHere: Readonly<Record<string, Typed>> = {
  'references in any case': [
    ['tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']],
    ['tracker tasks edit SCM-12 scm\t', ['tasks', 'edit', 'SCM-12', 'SCM-17']],
    ['tracker open ticket:ca\t', ['open', 'ticket:CASA-16']],
  ],
  'any word of a title or a name, without accents': [
    ['tracker tickets view night\t', ['tickets', 'view', 'CASA-16']],
    ['tracker tasks view torsh\t', ['tasks', 'view', 'SCM-12']],
    ['tracker tasks -a luk\t', ['tasks', '-a', 'Łukasz Wójcik']],
    ['tracker tasks --assignee=wojc\t', ['tasks', '--assignee=Łukasz Wójcik']],
  ],
  'values in each way of writing them': [
    ['tracker tasks -s in\t', ['tasks', '-s', 'in_progress']],
    ['tracker tasks --status=in\t', ['tasks', '--status=in_progress']],
    ['tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']],
    ['tracker tasks list --project=O\t', ['tasks', 'list', '--project=OPS']],
    ['tracker views view \t', ['views', 'view', 'tickets']],
    ['tracker completion fi\t', ['completion', 'fish']],
  ],
  'people and servers': [
    ['tracker tasks -a @\t', ['tasks', '-a', '@me']],
    ['tracker tasks -a mara\\ l\t', ['tasks', '-a', 'Mara Lindqvist']],
    ['tracker tasks -a "Mara L\t', ['tasks', '-a', 'Mara Lindqvist']],
    ['tracker -I ot\ttasks view\t', ['-I', 'other-one', 'tasks', 'view']],
  ],
  'flags where flags may go, never as a value and never after --': [
    ['tracker tasks list --ov\t', ['tasks', 'list', '--overdue']],
    ['tracker tasks list -s --ov\t', ['tasks', 'list', '-s', '--ov']],
    ['tracker tasks view -- --ov\t', ['tasks', 'view', '--', '--ov']],
    ['tracker tasks view -- ops\t', ['tasks', 'view', '--', 'OPS-4']],
  ],
  'files, and whatever is run against a sandbox': [
    ['tracker tasks create -F my\t', ['tasks', 'create', '-F', 'my notes.md']],
    ['tracker tasks create --attach=my\t', ['tasks', 'create', '--attach=my notes.md']],
    ['tracker sandbox run -- cat my\t', ['sandbox', 'run', '--', 'cat', 'my notes.md']],
  ],
};

interface Kind {
  readonly name: string;
  readonly open: (seen: Seen) => Promise<Shell>;
  /** What is typed where a list is wanted, after the Tab that completes. */
  readonly list: string;
  /** A title, as it stands next to what it is of. */
  readonly titled: (title: string) => string;
  /** What is typed and done only there. */
  readonly own: Typed;
}

const kinds: readonly Kind[] = [
  {
    name: 'bash',
    open: openBash,
    list: '\t',
    titled: (title) => ` ${title}`,
    own: [
      ['tracker open tas\tops\t', ['open', 'task:OPS-4']],
      ['tracker open night\t', ['open', 'night']],
      ['tracker tasks --tag "a\t"', ['tasks', '--tag', 'a']],
      ["tracker tasks --tag 'a\t'", ['tasks', '--tag', 'a']],
    ],
  },
  {
    name: 'zsh',
    open: openZsh,
    list: '',
    titled: (title) => `-- ${title}`,
    own: [
      ['tracker open tas\tops\t', ['open', 'task:OPS-4']],
      ['tracker open night\t', ['open', 'night']],
      ['tracker tasks --tag "a\t', ['tasks', '--tag', hostile]],
      ["tracker tasks --tag 'a\t", ['tasks', '--tag', hostile]],
    ],
  },
  {
    name: 'fish',
    open: openFish,
    list: '',
    titled: (title) => `(${title}`,
    own: [
      ['tracker open task:ops\t', ['open', 'task:OPS-4']],
      ['tracker tasks --tag "a\t', ['tasks', '--tag', hostile]],
      ["tracker tasks --tag 'a\t", ['tasks', '--tag', hostile]],
    ],
  },
];

const has = (name: string): boolean => hasTerminal && spawnSync(name, ['--version']).status === 0;

for (const { name, open, list, titled, own } of kinds) {
  describe.skipIf(!has(name))(`${name} at a terminal, the server switched off`, () => {
    let seen: Seen;
    let shell: Shell;
    beforeAll(async () => {
      seen = makeSeen();
      shell = await open(seen);
      for (const file of ['my notes.md', 'your list.txt', 'your plan.txt'])
        writeFileSync(join(seen.home.folder, file), '');
    });
    afterAll(async () => {
      await shell.end();
      await seen.home.close();
    });

    const escaped = (text: string): string => text.replace(/[()]/g, '\\$&');
    /** What is on the screen where these keys have listed a row with this title. */
    const lists = async (keys: string, word: string, title: string): Promise<string> =>
      await shell.shows(`${keys}\t${list}`, new RegExp(`${word} +${escaped(titled(title).trim())}`));

    const types = async (_what: string, lines: Typed): Promise<void> => {
      for (const [keys, args] of lines) await shell.runs(keys, args);
      expect(seen.isHarmed()).toBe(false);
    };

    describe('where the built program answers', () => {
      test.each(Object.entries(typedBuilt))('%s', types);
    });

    describe('where its answers are made here', () => {
      allTests(() => ({ close: seen.answerHere() }));

      test.each(Object.entries({ ...typedHere, 'what is its own': own }))('%s', types);

      test('titles and what verbs are for are listed', async () => {
        await lists('tracker open night', 'CASA-16', 'Night of the Museums');
        const screen = await lists(`tracker tasks view SCM${list}`, 'SCM-12', 'Night ferry to Tórshavn');
        expect(screen).toContain(titled('Publish a b$(touch pwned)`touch pwned`;'));
        await shell.shows(`tracker tasks list -s \t${list}`, /(?:done|todo) +in_progress/);
        await shell.shows(`tracker -I \t${list}`, /work +other-one|other-one +work/);
        if (name === 'bash') return;
        await lists('tracker tasks ', 'create', 'Create a task');
        await lists('tracker tasks list --project=', 'SCM', 'Scandia Marine');
        await lists('tracker tasks list --', '--overdue', 'only unfinished tasks whose due day has passed');
      });

      test.runIf(name === 'bash')('a shell that stops at failures and at unset names goes on, in silence', async () => {
        await shell.runs('set -eu; tracker X', ['X']);
        await shell.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
        await shell.runs('tracker tasks -s todo,do\t', ['tasks', '-s', 'todo,done']);
        await shell.runs('tracker help ex\t', ['help', 'exit-codes']);
        await shell.runs('set +eu; tracker X', ['X']);
      });

      test.runIf(name === 'zsh')('files are offered in silence', async () => {
        const beginnings = ['tasks create -F', 'tasks create --attach=', 'attach SCM-12', 'sandbox run -- cat'];
        for (const line of beginnings.map((each) => (each.endsWith('=') ? each : `${each} `))) {
          const screen = await shell.shows(`tracker ${line}your\t\t`, /your.{1,2}list\.txt +your/);
          expect(screen).not.toContain('no matches found');
        }
        const screen = await shell.shows('tracker attachments download SCM-12 --dir \t\t', /bin/);
        expect(screen).not.toContain('no matches found');
      });

      test.runIf(name === 'zsh').each(['eval', 'alone'] as const)('the same by eval: %s', async (way) => {
        const other = await openZsh(seen, way);
        await other.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
        await other.end();
      });

      test('20,000 tasks more: the newest are offered, and what is typed leads to any', async () => {
        seen.learnMany();
        const any = name === 'fish' ? 'big-12345' : 'BIG-12345';
        await shell.runs('tracker tasks view big-1234\t5', ['tasks', 'view', any]);
        await shell.runs('tracker tasks view ops\t', ['tasks', 'view', 'OPS-4']);
        // All of the newest begin with BIG-, and yet an older one does not.
        if (name === 'bash') await shell.runs('tracker tasks view \tops\t', ['tasks', 'view', 'OPS-4']);
        else await lists('tracker tasks view ', 'BIG-20000', 'Number 20000');
        if (name === 'zsh') await shell.shows('tracker tasks view \t', /BIG-20000 [\s\S]*SCM-12 +-- Night/);
      });
    });
  });
}
