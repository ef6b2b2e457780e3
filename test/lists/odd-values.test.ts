import { expect, test } from 'vitest';
import { isSameValue } from '../../src/lists/values.js';
import { differences, foreignEntry } from '../../src/triage/model/decisions/unseen.js';
import { changesText } from '../../src/views/changes.js';

const odd = { toString: 5 };

test('values that are objects are told apart by what they contain', () => {
  expect(isSameValue('status', { name: 'open' }, { name: 'closed' })).toBe(false);
  expect(isSameValue('status', odd, { toString: 5 })).toBe(true);
  expect(isSameValue('tags', [odd], [{ toString: 6 }])).toBe(false);
});

test('values that are objects are shown as JSON', () => {
  const setting = { words: false, now: new Date(0), nameOf: (_field: string, id: string) => id };
  const changes = { status: { from: odd, to: 'open' }, tags: { added: [odd], removed: [] } };
  expect(changesText(changes, setting)).toBe('status {"toString":5} → open, tags + {"toString":5}');
  expect(differences({ tags: [odd] }, { tags: [] }, {})).toBe('tags: {"toString":5} → none');
  expect(differences({ status: 'open' }, { status: 'in_progress' }, {})).toBe('status: open → in progress');
  expect(foreignEntry('2026-11-20', { messages: [{ createdAt: odd }] }, 'me')).toBeUndefined();
});
