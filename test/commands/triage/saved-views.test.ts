import { expect, test } from 'vitest';
import { verb as listTasks } from '../../../src/commands/tasks/list.js';
import { verb as listTickets } from '../../../src/commands/tickets/list.js';
import { flagsFor } from '../../../src/commands/triage/words.js';

const now = new Date(2026, 10, 20);

test.each([
  [
    { due: 'overdue', status: ['todo', 'in_progress'] },
    { due: 'overdue', status: ['todo', 'in_progress'] },
  ],
  [
    { status: 'todo', overdue: true },
    { status: ['todo'], overdue: true },
  ],
  [{}, {}],
])('the filters %j of a saved view are flags', (filters, expected) => {
  expect(flagsFor(listTasks.flags, filters, now)).toEqual(expected);
});

test('an organisation has another name there', () => {
  expect(flagsFor(listTickets.flags, { orgId: 'o1', priority: ['high'] }, now)).toEqual({
    org: ['o1'],
    priority: ['high'],
  });
});

test.each([
  [{ quietFor: '14d' }],
  [{ toString: 'x' }],
  [{ due: ['a', 'b'] }],
  [{ status: [{}] }],
  [{ state: 'nonsense' }],
  [null],
])('a view with the filters %j is not offered', (filters) => {
  expect(flagsFor(listTasks.flags, filters, now)).toBeUndefined();
});
