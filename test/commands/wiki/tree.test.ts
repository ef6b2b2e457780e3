import { describe, expect, test } from 'vitest';
import { placeRows, subtreeOf } from '../../../src/commands/wiki/tree.js';
import type { Row } from '../../../src/contract/row.js';

const rows = (text: string): readonly Row[] =>
  text.split(' ').map((each) => {
    const [id = '', parentId = '', order] = each.split('<');
    return { id, parentId: parentId === '' ? null : parentId, ...(order && { sortOrder: Number(order) }) };
  });
const drawn = (text: string): string => [...placeRows(rows(text))].map(([row, depth]) => `${row.id}${depth}`).join(' ');

describe('a flat tree', () => {
  test.each([
    ['a b', 'a0 b0'],
    ['b<a a c<b', 'a0 b1 c2'],
    ['a b<a c d<a', 'a0 b1 d1 c0'],
    ['a<<2 b<<1 c<a<2 d<a<1 e<a', 'b0 a0 d1 c1 e1'],
    ['a<gone b<a', 'a0 b1'],
    ['a<a', 'a0'],
    ['x a<b b<a c<b', 'x0 a0 b1 c2'],
    ['a<c b<a c<b', 'a0 b1 c2'],
    ['a a b<a', 'a0 b1 a0'],
  ])('%s is placed as %s', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  test('100,000 levels, and as many in a circle', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => ({
      id: `n${at}`,
      parentId: at === 0 ? null : `n${at - 1}`,
    }));
    expect([...placeRows(chain).values()].at(-1)).toBe(99_999);
    const circle = chain.map((row, at) => (at === 0 ? { ...row, parentId: 'n99999' } : row));
    expect(placeRows(circle).size).toBe(100_000);
    expect(subtreeOf(circle, 'n5')).toHaveLength(100_000);
  });

  test('a part of it keeps the order of the server', () => {
    const all = rows('d<b c<a b<a a e x<gone');
    expect(subtreeOf(all, 'a').map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
    expect(subtreeOf(all, 'e').map(({ id }) => id)).toEqual(['e']);
    expect(subtreeOf(all, 'nope')).toEqual([]);
  });
});
