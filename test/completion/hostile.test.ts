import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTerminal } from '../support/terminal/terminal.js';
import { makeSeen, openShell, type Seen, type Shell, scripts, zshLoads, zshReads, zshSaysItReads } from './shell.js';

/** References a server could send, each of which means something to one shell or another. */
const values = [
  '!;touch pwned;#',
  'x!;touch pwned;#',
  '!`touch pwned`',
  '!!',
  'x!"',
  'a"',
  `a'`,
  `'x`,
  '"x',
  `";touch pwned;"`,
  `';touch pwned;'`,
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME',
  '~/x',
  '~',
  '-rf',
  '--all',
  'a\u0007b',
  'a b',
  'a\\b',
  'a\\',
  '{a,b}',
  '*',
  '?',
  '#x',
  'a;b',
  'a&b',
  'a|b',
  '>x',
  '<x',
  '=x',
  'a=~/x',
  'x:y',
  'x@y',
  '(touch pwned)',
  'é',
  '日本',
];

/** What no shell offers: a flag, and what moves the cursor. */
const isOffered = (value: string): boolean => !/^-|\u0007/.test(value);

/** What bash offers within a quote is what means nothing there. */
const inBash = (value: string, quote: string): boolean =>
  isOffered(value) && (quote === '' || !(quote === '"' ? /[!"$`\\]/ : /['!\\]/).test(value));

/** fish leaves a `~` at the beginning as it is. */
const inFish = (value: string): boolean => isOffered(value) && !value.startsWith('~');

interface Kind {
  readonly name: string;
  readonly offers: (value: string, quote: string) => boolean;
  readonly open: (seen: Seen) => Promise<Shell>;
}

const kinds: readonly Kind[] = [
  {
    name: 'bash',
    offers: inBash,
    open: async (seen) => {
      const lines = [`PS1='READY> '`, `bind 'set bell-style none'`, `bind 'set enable-bracketed-paste off'`];
      const file = seen.home.write('bashrc', [...lines, `source '${scripts}/tracker.bash'`].join('\n'));
      return await openShell(seen, ['bash', '--noprofile', '--rcfile', file, '-i']);
    },
  },
  {
    name: 'zsh',
    offers: isOffered,
    open: async (seen) => {
      const start = ['PS1="READY> " PROMPT_EOL_MARK=""', 'unsetopt beep zle_bracketed_paste'];
      const lines = [...start, ...zshSaysItReads, ...zshLoads(), ''];
      writeFileSync(join(seen.home.folder, '.zshrc'), lines.join('\n'));
      return await openShell(seen, ['zsh', '-d', '-i'], { env: { ZDOTDIR: seen.home.folder }, reads: zshReads });
    },
  },
  {
    name: 'fish',
    offers: inFish,
    open: async (seen) => {
      const prompt =
        "function fish_prompt; echo -n 'READY> '; end; set fish_greeting; set -g fish_autosuggestion_enabled 0";
      return await openShell(seen, ['fish', '--no-config', '-C', `${prompt}; source '${scripts}/tracker.fish'`]);
    },
  },
];

for (const { name, offers, open } of kinds) {
  const isThere = hasTerminal && spawnSync(name, ['--version']).status === 0;
  describe.skipIf(!isThere)(`what a server could send, in ${name}`, () => {
    let seen: Seen;
    let shell: Shell;
    let stop: () => void;
    beforeAll(async () => {
      seen = makeSeen();
      stop = seen.answerHere();
      shell = await open(seen);
    });
    afterAll(async () => {
      await shell.end();
      stop();
      await seen.home.close();
    });

    const completes = async (line: readonly string[], value: string, quote: string): Promise<void> => {
      seen.seesOnly(value);
      const typed = `tracker ${line.join(' ')} ${quote}\t`;
      if (offers(value, quote)) await shell.runs(typed, [...line, value]);
      else await shell.runs(`${typed}${quote || '""'}`, [...line, '']);
      expect([value, seen.isHarmed(), existsSync(join(seen.home.folder, 'x'))]).toEqual([value, false, false]);
    };

    test.each(['', '"', "'"])('after [%s] it is the one argument, or not offered', async (quote) => {
      for (const value of values) await completes(['tasks', 'view'], value, quote);
    });

    test('so it is with the values of a flag', async () => {
      for (const value of ['!;touch pwned;#', 'a"', `'x`, '$(touch pwned)', '-rf', 'a b'])
        for (const quote of ['', '"', "'"]) await completes(['tasks', 'list', '-s'], value, quote);
    });
  });
}
