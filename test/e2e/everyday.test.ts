import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { type AtTerminal, hasTerminal, startAtTerminal, toLines } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** A row of the first table of docs/everyday.md. */
interface Job {
  readonly name: string;
  readonly keys: number;
  readonly typed: string;
}

const page = readFileSync(pathOf('docs/everyday.md'), 'utf8');

const jobs: readonly Job[] = [...page.matchAll(/^\| ([^|]+) \| (\d+) \| `(trac[^`]+⏎)` \|$/gm)].map(
  ([, name = '', keys, typed = '']) => ({ name, keys: Number(keys), typed }),
);

/** A job as a person meets it: what the terminal has shown before, and what must be true afterwards. */
interface Setting {
  /** Shown before, so that it is `@`. */
  readonly shown?: string;
  readonly text?: string;
  /** The question that the last key answers. */
  readonly asks?: RegExp;
  /** On the screen afterwards. */
  readonly shows: RegExp;
  /** A command, and what it prints afterwards. */
  readonly holds?: readonly [words: string, printed: RegExp];
}

const settings: Readonly<Record<string, Setting>> = {
  'see the ticket that has waited longest': { shows: /CASA-9/ },
  'reply to it': {
    shown: 'CASA-9',
    text: '"The link is fixed."',
    shows: /Replied to CASA-9/,
    holds: ['tickets view CASA-9', /^reply\t.*The link is fixed\.$/m],
  },
  'write an internal note': {
    shown: 'CASA-9',
    text: '"Same cause as before."',
    shows: /CASA-9/,
    holds: ['tickets view CASA-9', /^note\t.*Same cause as before\.$/m],
  },
  'assign a colleague': {
    shown: 'CASA-9',
    shows: /CASA-9/,
    holds: ['tickets view CASA-9 --fields assigneeNames', /Seán O'Connor/],
  },
  'close it': {
    shown: 'CASA-9',
    shows: /CASA-9/,
    holds: ['tickets view CASA-9 --fields status', /closed/],
  },
  'make it a task': {
    shown: 'BERG-18',
    asks: /Project/i,
    shows: /Created BOP-\d+ from BERG-18/,
    holds: ['tasks list --project BOP', /^BOP-/m],
  },
  'check an item of its checklist': {
    shown: 'BERG-9',
    shows: /BERG-9: checked .*; 4 of 5 done/,
    holds: ['checklist BERG-9', /^\S+\tdone/m],
  },
  'log an hour on a task': {
    shown: 'SCM-12',
    shows: /SCM-12/,
    holds: ['tasks view SCM-12', /^log\t.*1h/m],
  },
  'attach a log to a reply': {
    shown: 'CASA-11',
    text: '"The log of last night."',
    shows: /Replied to CASA-11/,
    holds: ['attachments list CASA-11', /out\.log/],
  },
  'see what has changed since yesterday': { shows: /Tickets +\d+ changed/ },
};

describe.skipIf(!hasTerminal)('everyday work, typed in bash (needs @lydell/node-pty)', () => {
  const home = allTests(startSandboxHome, stopAndClose);
  let bash: AtTerminal;

  beforeAll(async () => {
    writeFileSync(join(home.folder, 'out.log'), 'all is well\n');
    const lines = [`PS1='READY> '`, `bind 'set bell-style none'`, `bind 'set enable-bracketed-paste off'`];
    const rc = home.write('bashrc', [...lines, `source '${pathOf('completions/tracker.bash')}'`].join('\n'));
    // What the lists of a day have shown is known to completion.
    for (const words of ['tasks list --scope all', 'tickets list --segment all']) await runHere(home, words);
    const env = { TRACKER_PAGER: 'cat', INPUTRC: '/dev/null' };
    bash = startAtTerminal(home, ['bash', '--noprofile', '--rcfile', rc, '-i'], { env, longestMs: 120_000 });
    await bash.waitFor(/READY> /);
  });

  afterAll(async () => {
    bash.type('\u0015exit\r');
    await bash.ended;
  });

  /** Types a line and waits for the next prompt; what the screen has shown since. */
  const type = async (keys: string, asks?: RegExp): Promise<string> => {
    const from = bash.raw().length;
    const screen = (): string => toLines(bash.raw().slice(from)).join('\n');
    const last = asks ? keys.slice(-1) : '';
    bash.type(keys.slice(0, keys.length - last.length));
    if (asks) await until(`${asks} after ${keys}`, () => asks.test(screen()));
    bash.type(last);
    return await until(`a prompt after ${keys}`, () => /\nREADY> $/.test(screen()) && screen()).catch((error) => {
      throw new Error(`${error}; the screen: ${screen()}`);
    });
  };

  test('what is typed elsewhere is counted in the same way', () => {
    const rows = [
      ...page.slice(page.indexOf('## Compared with other tools')).matchAll(/^\| ([^|]+) \| (\d+) \| (.*) \|$/gm),
    ];
    expect(rows).toHaveLength(jobs.length);
    for (const [, name = '', own, others = ''] of rows) {
      expect(jobs.find((job) => job.name === name)?.keys).toBe(Number(own));
      for (const [, keys, typed = ''] of others.matchAll(/(\d+) `([^`]+)`/g))
        expect([typed, [...typed.replace('…', '')].length]).toEqual([typed, Number(keys)]);
    }
  });

  test('there are ten jobs', () => {
    expect(jobs.map(({ name }) => name)).toEqual(Object.keys(settings));
  });

  test.each(jobs)('$name: $typed', async ({ name, keys, typed }) => {
    const counted = [...typed.replace('…', '')].length;
    expect(counted).toBe(keys);
    expect(counted).toBeLessThanOrEqual(jobs.findIndex((job) => job.name === name) < 8 ? 14 : 20);
    const { shown, text = '', asks, shows, holds } = settings[name] as Setting;
    if (shown !== undefined) await type(`tracker view ${shown} >/dev/null\r`);
    const screen = await type(typed.replace('…', text).replaceAll('⇥', '\t').replaceAll('⏎', '\r'), asks);
    expect(screen).toMatch(shows);
    if (holds === undefined) return;
    const [words, printed] = holds;
    expect((await runHere(home, words)).stdout).toMatch(printed);
  });
});
