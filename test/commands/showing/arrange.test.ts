import { describe, expect, test } from 'vitest';
import { arrange } from '../../../src/commands/showing/arrange.js';
import { taskList } from '../../../src/views/tasks/list.js';
import { setting } from '../../output/fake-io.js';

const rows = [
  { id: 'SCM-10', priority: 'low', status: 'done', due: null, estimate: 5, updated: '2025-01-02' },
  { id: 'SCM-2', priority: 'urgent', status: 'todo', due: '2025-03-01', estimate: 30, updated: '2025-01-02' },
  { id: 'SCM-9', priority: 'odd', status: 'in_progress', due: '2025-02-01', estimate: 9 },
  { id: 'WEB-1', priority: 'none', status: 'Backlog', due: '', estimate: null, updated: '2024-12-31' },
];
const order = (...sort: string[]): string =>
  arrange(taskList, rows, { sort, setting })
    .rows.map(({ id }) => id)
    .join(' ');

describe('sorting', () => {
  test.each([
    [[], 'SCM-10 SCM-2 SCM-9 WEB-1'],
    [['ref'], 'SCM-2 SCM-9 SCM-10 WEB-1'],
    [['-ref'], 'WEB-1 SCM-10 SCM-9 SCM-2'],
    [['due'], 'SCM-9 SCM-2 SCM-10 WEB-1'],
    [['-due'], 'SCM-2 SCM-9 SCM-10 WEB-1'],
    [['-priority'], 'SCM-9 SCM-2 SCM-10 WEB-1'],
    [['priority'], 'WEB-1 SCM-10 SCM-2 SCM-9'],
    [['status'], 'WEB-1 SCM-2 SCM-9 SCM-10'],
    [['estimate'], 'SCM-10 SCM-9 SCM-2 WEB-1'],
    [['-updated', 'ref'], 'SCM-2 SCM-10 WEB-1 SCM-9'],
    [['updated'], 'WEB-1 SCM-10 SCM-2 SCM-9'],
  ])('by %j', (sort, expected) => {
    expect(order(...sort)).toBe(expected);
  });

  test('times are compared as moments, text without regard to case', () => {
    const times = [
      { id: 'a', at: '2025-01-01T12:00:00Z' },
      { id: 'b', at: '2025-01-01T12:30:00+02:00' },
    ];
    expect(arrange(taskList, times, { sort: ['at'], setting }).rows.map(({ id }) => id)).toEqual(['b', 'a']);
    const words = [
      { id: 'b', w: 'Zoe' },
      { id: 'c', w: 'ada' },
      { id: 'd', w: 'Bob' },
    ];
    expect(arrange(taskList, words, { sort: ['w'], setting }).rows.map(({ w }) => w)).toEqual(['ada', 'Bob', 'Zoe']);
  });

  test('by several fields, dotted ones too, every kind of value after its own order', () => {
    const odd = [
      { id: 'a', n: { x: 10 }, flag: true, mixed: '10' },
      { id: 'b', n: { x: 9 }, flag: false, mixed: 2 },
      { id: 'c', n: { x: 9.5 }, flag: true, mixed: 'v10' },
      { id: 'd', n: {}, flag: false, mixed: 'v9' },
      { id: 'e', n: { x: 12345678901234567890n }, flag: null, mixed: '2025-01-01' },
      { id: 'f', n: { x: 12345678901234567889n }, mixed: [] },
    ];
    const by = (...sort: string[]): string =>
      arrange(taskList, odd, { sort, setting })
        .rows.map(({ id }) => id)
        .join('');
    expect(by('n.x')).toBe('bcafed');
    expect(by('-n.x')).toBe('efacbd');
    expect(by('flag', '-n.x')).toBe('bdacef');
    expect(by('-flag', 'n.x')).toBe('cabdfe');
    expect(by('mixed')).toBe('beadcf');
    expect(by('-mixed')).toBe('cdaebf');
    expect(by('flag')).toBe('bdacef');
    expect(by('-flag')).toBe('acbdef');
  });

  test('an unknown field is a usage error that names the known ones', () => {
    expect(() => order('-nope')).toThrow('unknown name in --sort: "nope"');
    expect(arrange(taskList, [], { sort: ['nope'], setting })).toEqual({ rows: [], total: 0, setting });
  });
});

test('the limit cuts after sorting, and the total is that of all', () => {
  const result = arrange(taskList, rows, { sort: ['ref'], limit: 2, setting });
  expect([result.rows.map(({ id }) => id), result.total]).toEqual([['SCM-2', 'SCM-9'], 4]);
  expect(arrange(taskList, rows, { sort: [], limit: 9, setting }).rows).toHaveLength(4);
});
