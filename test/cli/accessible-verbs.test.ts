import { fileURLToPath } from 'node:url';
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
  'tasks checklist': ['tasks', 'checklist', 'SCM-12', '--add', 'Ropes'],
  'tasks branch': ['tasks', 'branch', 'SCM-12', '--print'],
  'tickets checklist': ['tickets', 'checklist', 'BERG-9', '--add', 'Ropes'],
  'tickets reply': ['tickets', 'reply', 'BERG-9', '-b', 'On it.'],
  checklist: ['checklist', 'SCM-12', '--add', 'Ropes'],
  comment: ['comment', 'SCM-12', 'Reproduced on staging.'],
  snooze: ['snooze', 'BERG-9', '1h'],
  attach: ['attach', 'SCM-12', fileURLToPath(import.meta.url)],
  convert: ['convert', 'BERG-18', '--project', 'BOP', '--again'],
  'instances use': ['instances', 'use', 'work'],
  'views rename': ['views', 'rename', 'tasks', '80082175', 'Too late'],
  'views delete': ['views', 'delete', 'tasks', '80082175', '--yes'],
  api: ['api', '/notes', '-f', 'title=Ropes'],
  'attachments download': ['attachments', 'download', 'BERG-9', '--clobber', '--dir', makeFolder()],
};

/** How those end that ask, follow, or have nothing to do; all others do what they are for. */
const ends: Readonly<Record<string, number>> = {
  ...{ 'tickets create': 130, 'chat reply': 130, 'devices add': 130, 'devices remove': 130, token: 2 },
  ...{ 'inbox watch': 1, watch: 1, events: 1, doctor: 1, login: 7, 'instances probe': 7, 'instances remove': 4 },
  ...{ undo: 1, redo: 1, 'drafts view': 4, 'drafts send': 4, 'drafts delete': 4, 'alias delete': 4 },
  ...{ 'attachments download': 1, 'skill install': 1 },
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

const newId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Runs a command as somebody who answers no question, and lets nothing go on. */
const hear = async (words: readonly string[], columns: number) =>
  await world.run([...words, '--accessible', '--color', 'never'], {
    terminal: { columns },
    env: { EDITOR: 'true', TZ: 'UTC' },
    keys: [],
    send: withTexts(world.send, longTexts),
    signal: AbortSignal.timeout(1_500),
  });

/** Whoever is signed out sees little. */
const inOrder = verbs
  .filter(({ called }) => !elsewhere.test(called))
  .toSorted((one, other) => Number(one.called === 'logout') - Number(other.called === 'logout'));

describe('in accessible mode, at any width', () => {
  test.each(inOrder.map(({ called, ...rest }) => [called, rest] as const))(
    'nothing moves and nothing is cut: %s',
    async (called, { words, verb }) => {
      const dry = verb.writes === undefined ? [] : ['--dry-run'];
      const narrow = await hear([...words, ...dry], 40);
      const usual = await hear([...words, ...dry], 80);
      const wide = await hear([...words, ...dry], 200);
      expect(wide.code, wide.stderr).toBe(ends[called] ?? 0);
      for (const { stdout, stderr } of [narrow, usual, wide, ...(dry.length > 0 ? [await hear(words, 80)] : [])]) {
        expect(moves(stdout + stderr)).toEqual([]);
        // Usage has dots of its own.
        expect(stdout.replace(/\.\.\.(?=[>\]])/g, '')).not.toMatch(/…|\.\.\./);
      }
      // Lines may end elsewhere, but all of them say the same.
      const said = ({ stdout }: { readonly stdout: string }): string =>
        stdout.replace(/[\s>]+/g, '').replace(newId, 'ID');
      expect(said(narrow)).toBe(said(wide));
      expect(said(usual)).toBe(said(wide));
    },
  );
});
