import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tracker } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';

/** How often each is tried; more by hand: `ROUNDS=20 npx vitest run test/trust/own-merges.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 1);

const width = 20;

/** How many processes change a ticket: it is changed by the same code as a task, which twenty change. */
const fewer = 3;

const home = allTests(() => startSandboxHome(['--memory', '--seed', 'demo:1']), stopAndClose);

beforeAll(async () => {
  await read('tasks list --scope all');
  await read('tickets list --segment all');
});

async function read(words: string): Promise<unknown> {
  const { code, stdout, stderr } = await runHere(home, `${words} --json`);
  if (code !== 0) throw new Error(`tracker ${words} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The value at `a.b` of what `words` prints. */
async function readAt(words: string, ...keys: readonly string[]): Promise<unknown> {
  return keys.reduce((value, key) => (value as Record<string, unknown>)[key], await read(words));
}

/** Runs a command for each of these at the same moment, and expects that all end well. */
async function runAtOnce(words: readonly string[], each: readonly string[]): Promise<void> {
  const ran = await Promise.all(each.map(async (last) => await tracker(home, [...words, last])));
  expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
}

const roundNumbers = Array.from({ length: rounds }, (_, at) => at + 1);

const numbered = (word: string, round: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${round}-${at + 1}`);

/** Time for rounds of twenty processes on a busy computer. */
const patience = { timeout: 180_000 * rounds };

test('R80: two settings in one object of the preferences, set at the same moment', patience, async () => {
  for (const round of roundNumbers) {
    const email = round % 2 === 0 ? 'instant' : 'off';
    const assignments = [`email=${email}`, `inApp=${round % 2 === 0}`];
    await runAtOnce(
      ['prefs', 'set'],
      assignments.map((each) => `notifications.taskDueSoon.${each}`),
    );
    expect(await readAt('prefs list', 'notifications', 'taskDueSoon')).toEqual({ email, inApp: round % 2 === 0 });
  }
});

describe(
  `R80: ${width} processes of one user change a task, and ${fewer} a ticket, and no change is lost (#10.3)`,
  patience,
  () => {
    test.each([
      ['tasks', 'SCM-12', 'task', width],
      ['tickets', 'BERG-9', 'ticket', fewer],
    ])('R80: %s checklist --add', async (noun, ref, entity, count) => {
      for (const round of roundNumbers) {
        const texts = numbered('item', round, count);
        await runAtOnce([noun, 'checklist', ref, '--add'], texts);
        const items = (await readAt(`${noun} view ${ref}`, entity, 'checklist')) as readonly { text: string }[];
        expect(items.map(({ text }) => text)).toEqual(expect.arrayContaining([...texts]));
        // A list holds a hundred items.
        const all = items.map((_, at) => at + 1).join(',');
        await runHere(home, [noun, 'checklist', ref, '--remove', all]);
      }
    });

    test.each([
      ['tasks', 'SCM-13', 'task', width],
      ['tickets', 'CASA-10', 'ticket', fewer],
    ])('R80: %s edit --add-tag', async (noun, ref, entity, count) => {
      for (const round of roundNumbers) {
        const tags = numbered('tag', round, count);
        await runAtOnce([noun, 'edit', ref, '--add-tag'], tags);
        expect(await readAt(`${noun} view ${ref}`, entity, 'tags')).toEqual(expect.arrayContaining([...tags]));
        await runHere(home, [noun, 'edit', ref, '--tag', 'none']);
      }
    });

    test('R80: no lock is left', () => {
      expect(readdirSync(join(home.folder, '.local/state/tracker/locks'))).toEqual([]);
    });
  },
);
