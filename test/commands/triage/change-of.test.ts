import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import { loadVerb } from '../../../src/cli/command-line/outline.js';
import { lineOf } from '../../../src/commands/triage/change-of.js';
import { findNamedItems } from '../../../src/lists/checklist/change.js';
import type { Decision } from '../../../src/triage/model/decisions/decision.js';

const commands = { load: loadVerb };
const here = { commands, settings: { target: { kind: 'default' }, insecureHttp: false } } as unknown as Context;

const decision: Decision = {
  ...{ id: 1, what: 'tag', kind: 'ticket', value: 'desk', shown: 'desk' },
  targets: [{ uuid: 'u1', ref: 'BERG-9' }],
};

test('a decision is a command line that a shell can run', async () => {
  expect(await lineOf(here, decision)).toBe('tracker tickets edit BERG-9 --tag desk');
  expect(await lineOf(here, { ...decision, value: "it's", isRemoval: true })).toBe(
    "tracker tickets edit BERG-9 --remove-tag 'it'\\''s'",
  );
  expect(await lineOf(here, { ...decision, value: '-n' })).toBe('tracker tickets edit BERG-9 --tag=-n');
  expect(await lineOf(here, { ...decision, what: 'log', kind: 'task', value: '45m' })).toBe(
    'tracker tasks time BERG-9 45m',
  );
});

test('an item whose id looks like a number is not taken for another one', async () => {
  expect(await lineOf(here, { ...decision, what: 'check', value: '2' })).toBe(
    'tracker tickets checklist BERG-9 --check id:2',
  );
  const items = [
    { id: '2', text: 'One' },
    { id: '1', text: 'Two' },
  ];
  const edit = { add: [], uncheck: [], remove: [] };
  expect([...findNamedItems(items, { ...edit, check: ['id:2'] }).keys()]).toEqual([items[0]]);
  expect([...findNamedItems(items, { ...edit, check: ['2'] }).keys()]).toEqual([items[1]]);
});

test('R36: what a server has sent drives no terminal', async () => {
  const line = await lineOf(here, {
    ...decision,
    value: '\u001b]0;title\u0007\u202e',
    targets: [{ uuid: 'u', ref: 'A\u009b2J' }],
  });
  expect(line).toBe("tracker tickets edit 'A<U+009B>2J' --tag '^[]0;title^G<U+202E>'");
});

test('it names the instance and what else was chosen for the session', async () => {
  const target = { kind: 'named', text: 'jose', source: '-I' };
  const there = { commands, settings: { target, insecureHttp: true } } as unknown as Context;
  expect(await lineOf(there, decision)).toBe('tracker -I jose --insecure-http tickets edit BERG-9 --tag desk');
});
