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

  test('none is null, empty, missing, or the word itself', () => {
    expect(kept(filterByWord('--priority', 'priority', ['none']))).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  });

  test('a value that is no text is like any other unknown word', () => {
    const odd = [{ id: 'A-5', status: { toString: 5 } }, ...rows];
    expect(kept(filterByWord('--status', 'status', ['done']), odd)).toEqual(['A-2']);
  });

  test('without words nothing is filtered', () => {
    expect(filterByWord('--status', 'status', [])).toEqual([]);
  });
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

test('an empty text is no search', () => {
  expect(() => filterByText(' ', ['id'])).toThrow(expect.objectContaining({ kind: 'usage', exitCode: 2 }));
});

test('without a text nothing is filtered', () => expect(filterByText(undefined, ['id'])).toEqual([]));

test('different filters all have to keep a row, in the order of the server', () => {
  const filters = [...filterByText('the', ['title', 'description']), ...filterByTag('--tag', ['green', 'red'])];
  expect(kept(filters)).toEqual(['A-1', 'A-2']);
  expect(kept([...filters, ...filterByWord('--status', 'status', ['done'])])).toEqual(['A-2']);
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
