import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nouns } from '../../src/commands/nouns.js';
import { proposalOf } from '../../src/contract/allowed.js';
import { openWorld, owner, type TestWorld } from '../support/run.js';
import { allTests } from '../support/set-up.js';
import { splitWords } from '../support/words.js';

const env = { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' };

/** What is typed after each command that changes something that is there. */
const writing: Readonly<Record<string, readonly string[]>> = {
  'tasks edit': ['TASK -p low'],
  'tasks done': ['TASK'],
  'tasks delete': ['TASK -y'],
  'tasks comment': ['TASK -b Hi.'],
  'tasks checklist': ['TASK --check 4', 'TASK --add Hi.'],
  'tasks time': ['TASK 1h', 'TASK 1h --note Hi.'],
  'tickets edit': ['TICKET -p low', 'TICKET --add-tag new'],
  'tickets delete': ['TICKET -y'],
  'tickets reply': ['TICKET -b Hi. -s paused'],
  'tickets note': ['TICKET -b Hi.'],
  'tickets checklist': ['TICKET --check 4'],
  'tickets convert': ['TICKET --project SCM'],
  'projects comment': ['PROJECT -b Hi.'],
  'chat reply': ['THREAD Hi.'],
  edit: ['TASK -p low', 'TICKET -p low'],
  reply: ['TICKET Hi.'],
  note: ['TICKET Hi.'],
  comment: ['TASK Hi.'],
  assign: ['TASK Inês', 'TICKET Inês'],
  unassign: ['TASK @me', 'TICKET @me'],
  attach: ['TASK FILE', 'TICKET FILE --note'],
  close: ['TASK', 'TICKET'],
  reopen: ['TASK'],
  done: ['TASK'],
  time: ['TASK 1h'],
  convert: ['TICKET --project BOP'],
  checklist: ['TASK --check 4', 'TASK 4', 'TICKET 4'],
};

const [task, ticket] = ['c6661e83-b7b8-487a-ac7d-31555564f8ed', 'cfa078b3-3f08-464a-8004-011667f41a07'];

/** Names of the same thing. */
const names: Readonly<Record<string, readonly string[]>> = {
  TASK: ['task:SCM-12', task, `https://work.example/tasks/${task}`, 'https://work.example/tasks?task=SCM-12'],
  TICKET: ['CASA-16', ticket, `https://work.example/tickets/${ticket}`],
  PROJECT: ['SCM'],
  THREAD: ['Lunch on Friday'],
};

/** What is proposed of it first. */
const first: Readonly<Record<string, string>> = {
  TASK: 'tasks delete TASK -y',
  TICKET: 'tickets delete TICKET -y',
  PROJECT: 'projects comment PROJECT -b First.',
  THREAD: 'chat reply THREAD First.',
};

describe('R98: what an agent writes to something for which it has an open proposal is part of that', () => {
  const world = allTests(openWorld);

  test('the table has every command that writes to something that is named', async () => {
    const declared = nouns.flatMap((noun) => [
      ...(noun.command ? [{ name: noun.name, load: noun.command.load }] : []),
      ...noun.verbs.map(({ name, load }) => ({ name: `${noun.name} ${name}`, load })),
    ]);
    const found = await Promise.all(
      declared.map(async ({ name, load }) => {
        const { arguments: [named] = [], writes, queued } = (await load()).verb;
        const { kind = '' } = named?.value ?? {};
        const isKept = writes?.some((route) => route !== 'unknown' && proposalOf(route, {}) !== 'refused');
        return isKept && queued !== false && /^(?:ref|thread)$/.test(kind) ? [name] : [];
      }),
    );
    expect(found.flat().sort()).toEqual(Object.keys(writing).sort());
  });

  const lines = Object.entries(writing).flatMap(([command, all]) => all.map((words) => `${command} ${words}`));

  test.each(lines)('%s', async (line) => {
    const [kind = ''] = /\b[A-Z]{4,}\b/.exec(line) ?? [];
    const [usual = '', ...others] = names[kind] ?? [];
    const at = lines.indexOf(line);
    // All commands read such names in the same way: the first of each kind is tried with all of them, any other with one.
    const isFirst = lines.findIndex((each) => each.includes(kind)) === at;
    const tried = others.filter((_, which) => isFirst || which === at % others.length);
    const pairs = [
      [usual, usual],
      ...tried.flatMap((name) => [
        [usual, name],
        [name, usual],
      ]),
    ];
    for (const [one = '', other = ''] of pairs) {
      const drafts = await draftsOf(world, [first[kind] ?? '', one], [line, other], kind);
      expect([one, other, drafts]).toEqual([one, other, [1, 1]]);
    }
  });

  /** The drafts that two commands become, each with a name in place of the kind. */
  async function draftsOf(
    { machine }: TestWorld,
    one: readonly [string, string],
    other: readonly [string, string],
    kind: string,
  ) {
    const computer = await machine(owner);
    const file = join(computer.workingFolder, 'plan.txt');
    writeFileSync(file, 'The plan.');
    const made: unknown[] = [];
    for (const [line, name] of [one, other]) {
      const words = splitWords(line).map((word) => (word === kind ? name : word === 'FILE' ? file : word));
      const { code, stdout, stderr } = await computer.run([...words, '--json'], { env });
      made.push(code === 0 ? [JSON.parse(stdout)].flat()[0].draft : stderr);
    }
    return made;
  }
});
