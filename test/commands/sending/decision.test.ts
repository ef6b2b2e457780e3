import { expect, test } from 'vitest';
import { decisionOf } from '../../../src/commands/sending/decision.js';

test('a decision is about those rows for which it has yet to be sent', () => {
  const targets = [
    { uuid: 'one', ref: 'A-1' },
    { uuid: 'note', ref: 'A-2', about: { uuid: 'two', ref: 'A-2' } },
    { uuid: 'three', ref: '' },
  ];
  const entry = {
    decision: { what: 'status', kind: 'ticket', targets, value: 'closed', shown: 'closed' },
    verbWords: 2,
  };
  const left = (...words: readonly string[]): readonly unknown[] | undefined =>
    decisionOf({ ...entry, words: ['tickets', 'edit', ...words] })?.targets;
  expect(left('A-1', 'A-2', 'three')).toEqual(targets);
  expect(left('A-2')).toEqual([targets[1]]);
  expect(left('three')).toEqual([targets[2]]);
});

test('a decision of an entry has no number of this session, whatever it had in another', () => {
  const decision = { id: 7, what: 'status', kind: 'ticket', targets: [], value: 'closed', shown: 'closed' };
  expect(decisionOf({ decision, words: ['tickets', 'edit'] })?.id).toBe(0);
});
