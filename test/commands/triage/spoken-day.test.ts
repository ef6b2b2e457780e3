import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openQueue, openWorld, owner } from '../../support/run.js';
import { moves } from '../../support/terminal/bytes.js';
import { answerTriage } from '../../support/triage.js';
import { checkDay, day, openDay, people } from '../../support/triage-day.js';

/** What is entered for each ticket, a line after another. */
const lines = (what: (typeof day)[number], at: number, refs: readonly string[]): readonly string[] => {
  switch (what) {
    case 'answer':
      return ['M t', '^S'];
    case 'put off':
      return ['z t'];
    case 'duplicate':
      return [`D ${refs[0]}`, '^S'];
    case 'assign':
      return [`a ${people[at % 4]}`, 'j'];
    case 'status':
      return ['s r'];
    case 'file':
      return ['f plan.txt', 'j'];
    case 'earlier ticket':
      return ['f BERG', 'backspace', 'j'];
  }
};

test('a day of forty tickets, in lines', async () => {
  const machine = await (await openWorld()).machine(owner);
  const run = async (words: string | readonly string[]) => await machine.run(words);
  const { folder, workingFolder } = machine;
  const opened = await openDay(run, { config: join(folder, 'config'), folder });
  const keys = day.flatMap((what, at) => lines(what, at, opened.refs));
  const line = `triage --accessible --search Workday --sort ref --dir ${workingFolder}`;
  const { code, stdout, stderr } = await answerTriage(
    machine,
    [...keys, 'q'].map((each) => `${each}\n`),
    {
      ...{ line, env: { NO_COLOR: '1' }, signal: AbortSignal.timeout(100_000) },
    },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(moves(stdout + stderr)).toEqual([]);
  // Each was read out in its turn, and each outcome is said once.
  const heard = [...stdout.matchAll(/^([A-Z]+-\d+) Workday \d+: /gm)].map(([, ref]) => ref);
  expect([...new Set(heard)]).toEqual(opened.refs);
  expect(stdout.match(/: reply sent, now waiting on customer/g)).toHaveLength(10);
  expect(stdout.match(/: open to resolved$/gm)).toHaveLength(6);
  await checkDay(run, opened);
  expect(readFileSync(join(workingFolder, 'plan.txt'), 'utf8')).toBe('The plan.\n');
});

/** Decisions, with what is entered for them; the cursor is on the next ticket after each. */
const decisions: readonly (readonly string[])[] = [
  ['s', 'r'],
  ['a', '2', 'j'],
  ['z', 't'],
  ['n', 'Hello.\n^S', 'j'],
  ['r', 'Hello.\n.', '3'],
  ['r', 'Hello.\n^S'],
  ['p', 'h', 'j'],
];

test('a ticket is decided in at most 400 characters beside what people wrote', async () => {
  const world = await openQueue();
  // How a text ends is said once.
  const keys = ['n', '.', ...Array.from({ length: 14 }, (_, at) => decisions[at % decisions.length] ?? []).flat(), 'q'];
  const { code, stdout, stderr } = await answerTriage(
    world,
    keys.map((each) => `${each}\n`),
    { env: { NO_COLOR: '1' } },
  );
  expect(code, stdout).toBe(0);
  const [, ...tickets] = stdout.split(/^(?=[A-Z]+-\d+ .*\nStatus: )/m);
  expect(tickets).toHaveLength(15);
  const beside = tickets.slice(1, -1).map((said) => {
    const [, subject = ''] = /^\S+ (.*)/.exec(said) ?? [];
    // A text, and above it who has written it and when.
    const texts =
      said.match(
        /^(?:\S.*, (?:customer|team|internal note|team or customer\?), .*|Description, .*|- .* ago| {2}.*|)\n/gm,
      ) ?? [];
    return said.length - subject.length - texts.join('').length;
  });
  // As much as the prompts of one decision.
  const prompts = Math.max(
    ...['Key: Key: ', 'Key: Number: Key: ', 'Key: Reply:\nNumber: '].map(({ length }) => length),
  );
  expect(stderr.replace(/Key: |Number: |Note:\n|Reply:\n/g, '')).toBe('');
  expect(Math.max(...beside) + prompts).toBeLessThanOrEqual(400);
});
