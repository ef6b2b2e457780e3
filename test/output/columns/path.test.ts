import { expect, test } from 'vitest';
import { valueAt } from '../../../src/output/columns/path.js';

const row = { a: { b: 1, 'c.d': 2 }, list: [{ text: 'x' }, 'y'], 'dotted.key': 3, nothing: null };

test.each([
  ['a.b', 1],
  ['a.c.d', 2],
  ['dotted.key', 3],
  ['list.0.text', 'x'],
  ['list.1', 'y'],
  ['list.2', undefined],
  ['list.length', undefined],
  ['list.-1', undefined],
  ['nothing.x', undefined],
  ['constructor', undefined],
  ['a.constructor.name', undefined],
  ['a.__proto__', undefined],
  ['list.1.0', undefined],
])('the path %s gives %j', (path, expected) => {
  expect(valueAt(row, path)).toBe(expected);
});
