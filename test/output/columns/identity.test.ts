import { describe, expect, test } from 'vitest';
import { refOf, uuidOf } from '../../../src/contract/row.js';
import { identify } from '../../../src/output/columns/identity.js';

const uuid = '3f2c8a1e-0000-4000-8000-000000000001';

describe('the reference of a row', () => {
  test.each([
    [{ id: 'SCM-1', uuid }, 'SCM-1', uuid],
    [{ id: uuid, displayId: 'ACM-3' }, 'ACM-3', uuid],
    [{ id: uuid, key: 'SCM' }, 'SCM', uuid],
    [{ id: uuid }, uuid, uuid],
    [{ id: 7 }, '7', '7'],
    [{ displayId: '', id: { odd: true } }, '', ''],
  ])('%j is %s', (row, ref, id) => {
    expect(refOf(row)).toBe(ref);
    expect(uuidOf(row)).toBe(id);
  });
});

test('added keys come first and replace the server’s', () => {
  const row = { title: 'x', ref: 'theirs', people: 'theirs', id: 'SCM-1', uuid, assignees: ['u1', 'gone'] };
  const made = identify(row, { u1: { name: 'Ada', color: '#fff', extra: 1 } }, () => 'team');
  expect(Object.keys(made)).toEqual(['ref', 'uuid', 'people', 'title', 'id', 'assignees']);
  expect(made).toEqual({ ...row, ref: 'SCM-1', people: { u1: { name: 'Ada', color: '#fff', side: 'team' } } });
});

test('a row without people gets no added people', () => {
  expect(identify({ id: 'a', assignees: ['constructor', '__proto__'] }, {})).not.toHaveProperty('people');
});

test('user ids with names of built-in properties are looked up as ids only', () => {
  const people = Object.fromEntries([['__proto__', { name: 'Odd' }]]);
  const made = identify({ id: 'a', assignees: ['__proto__'] }, people);
  expect(JSON.stringify(made.people)).toBe('{"__proto__":{"name":"Odd","color":null,"side":"unknown"}}');
});
