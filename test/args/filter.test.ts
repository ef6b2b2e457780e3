import { describe, expect, test } from 'vitest';
import { applyFilters, type Filter, filterByTag, filterByText, filterByWord } from '../../src/args/filter.js';
import type { Row } from '../../src/contract/row.js';

const rows: readonly Row[] = [
  {
    id: 'A-1',
    status: 'in_progress',
    priority: 'none',
    tags: ['Red', 'blue'],
    title: 'Fix the Printer',
    assignees: [],
  },
  {
    id: 'A-2',
    status: 'Done',
    priority: null,
    tags: null,
    labels: ['green'],
    title: 'Order paper',
    description: 'for the printer',
  },
  { id: 'A-3', status: 'on-hold', priority: '', tags: [5, null], title: null },
  { id: 'A-4', status: 7 },
];
const kept = (filters: readonly Filter[], of = rows): readonly unknown[] =>
  applyFilters(of, filters).map(({ id }) => id);

describe('by word', () => {
  test.each([
    [['in_progress'], ['A-1']],
    [['IN-PROGRESS'], ['A-1']],
    [
      ['done', 'in_progress'],
      ['A-1', 'A-2'],
    ],
    [['on-hold'], ['A-3']],
    [['on_hold'], ['A-3']],
    [['7'], ['A-4']],
    [['unheard of'], []],
    [['none'], []],
  ])('%j keeps %j', (wanted, expected) => expect(kept(filterByWord('--status', 'status', wanted))).toEqual(expected));
});

test.each([
  [['red'], ['A-1']],
  [
    ['BLUE', 'green'],
    ['A-1', 'A-2'],
  ],
  [['r'], []],
])('by tag: %j keeps %j', (wanted, expected) => {
  expect(kept(filterByTag('--tag', wanted))).toEqual(expected);
  expect(filterByTag('--tag', [])).toEqual([]);
});

test.each([
  ['printer', ['A-1', 'A-2']],
  ['PRINTER fix', ['A-1']],
  ['  order   printer ', ['A-2']],
  ['a-3', ['A-3']],
  ['.*', []],
  ['null', []],
])('by text: %j keeps %j', (wanted, expected) => {
  expect(kept(filterByText(wanted, ['id', 'title', 'description']))).toEqual(expected);
});

describe('a field that no row carries', () => {
  test('is an error that names flag and field, never an empty list', () => {
    expect(() => kept(filterByWord('--type', 'type', ['bug']))).toThrow(
      expect.objectContaining({
        kind: 'failed',
        exitCode: 1,
        message: 'cannot filter by --type: this server does not send type',
      }),
    );
    expect(() => kept(filterByTag('--tag', ['a']), [{ id: 'A-1' }])).toThrow(
      expect.objectContaining({ message: 'cannot filter by --tag: this server does not send tags or labels' }),
    );
  });

  test('is no matter where there are no rows', () => {
    expect(kept(filterByWord('--type', 'type', ['bug']), [])).toEqual([]);
  });

  test('is one that only a prototype has', () => {
    expect(() => kept(filterByWord('--x', 'constructor', ['a']))).toThrow(expect.objectContaining({ kind: 'failed' }));
  });

  test('is not one that is null or empty everywhere', () => {
    expect(kept(filterByWord('--type', 'type', ['bug']), [{ id: 'A-1', type: null }])).toEqual([]);
  });
});
