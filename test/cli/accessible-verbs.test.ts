import { beforeAll, describe, expect, test } from 'vitest';
import { nouns } from '../../src/commands/nouns.js';
import { makeFolder } from '../support/computer/folder.js';
import { commandsIn } from '../support/example-lines.js';
import { openWorld } from '../support/run.js';
import { withTexts } from '../support/servers/meddled-texts.js';
import { allTests } from '../support/set-up.js';
import { moves } from '../support/terminal/bytes.js';

/** What has a test of its own, and what would start programs that go on. */
const elsewhere = /^(?:triage|sandbox (?!status)\w+|mcp)$/;

/** What says the same when it is run again, and leaves nothing here, where the first example does not. */
const again: Readonly<Record<string, readonly string[]>> = {
  next: ['next', '--first'],
  sync: ['sync', '-q'],
  'attachments download': ['attachments', 'download', 'BERG-9', '--clobber', '--dir', makeFolder()],
};

/** Every verb as it is typed, with what its first example that is one command gives it. */
const verbs = await Promise.all(
  nouns.flatMap(({ name, command, verbs: own }) =>
    (command
      ? [{ called: name, entry: command }]
      : own.map((entry) => ({ called: `${name} ${entry.name}`, entry }))
    ).map(async ({ called, entry }) => {
      const { verb } = await entry.load();
      const lines = verb.examples.map(({ line }) => commandsIn(line));
      const [[words = []] = []] = lines.filter(({ length }) => length === 1);
      return { called, words: again[called] ?? words, verb };
    }),
  ),
);

const world = allTests(openWorld);

// Some of them show what was read before.
beforeAll(async () => {
  expect((await world.run('sync -q')).code).toBe(0);
});

/** Texts that are long, and without anything that a cut could be mistaken for. */
const longTexts = (text: string): string =>
  (text.includes('\n') ? text : `${text} ${'and so on and on '.repeat(8)}`).replaceAll('…', '');

/** Runs a command as somebody who answers no question, and lets nothing go on. */
const hear = async (words: readonly string[], columns: number) =>
  await world.run([...words, '--accessible', '--color', 'never'], {
    terminal: { columns },
    env: { EDITOR: 'true', TZ: 'UTC' },
    keys: [],
    send: withTexts(world.send, longTexts),
    signal: AbortSignal.timeout(500),
  });

describe('in accessible mode, at any width', () => {
  test.each(
    verbs.filter(({ called }) => !elsewhere.test(called)).map(({ called, ...rest }) => [called, rest] as const),
  )('nothing moves and nothing is cut: %s', async (_called, { words, verb }) => {
    const dry = verb.writes === undefined ? [] : ['--dry-run'];
    const narrow = await hear([...words, ...dry], 40);
    const usual = await hear([...words, ...dry], 80);
    const wide = await hear([...words, ...dry], 200);
    for (const { stdout, stderr } of [narrow, usual, wide, ...(dry.length > 0 ? [await hear(words, 80)] : [])]) {
      expect(moves(stdout + stderr)).toEqual([]);
      // Usage has dots of its own.
      expect(stdout.replace(/\.\.\.(?=[>\]])/g, '')).not.toMatch(/…|\.\.\./);
    }
    // Lines may end elsewhere, but all of them say the same.
    const said = ({ stdout }: { readonly stdout: string }): string => stdout.replace(/[\s>]+/g, '');
    expect(said(narrow)).toBe(said(wide));
    expect(said(usual)).toBe(said(wide));
  });
});
