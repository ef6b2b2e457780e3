import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import { saveDraft } from '../../../src/compose/saved/save.js';
import { openDrafts } from '../../../src/compose/saved/store.js';
import { makeFolder } from '../../support/computer/folder.js';

test('a text is saved even if another process removes its draft at that moment', async () => {
  const folder = makeFolder();
  const drafts = openDrafts(() => folder);
  const now = new Date('2026-11-20T16:40:00Z');
  const url = 'https://work.example';
  const { id } = drafts.save({ url, words: ['tasks', 'comment', 'SCM-12'], flags: { body: 'old' } }, now);
  const context = {
    now: () => now,
    async client() {
      drafts.remove(id);
      return { index: { find: () => undefined } };
    },
  } as unknown as Context;
  const typed = { command: 'tasks comment', args: ['SCM-12'], flags: { body: 'new' }, url, fromDraft: id };
  const saved = await saveDraft(context, drafts, typed);
  expect(drafts.all()).toEqual([saved]);
  expect(saved?.flags).toEqual({ body: 'new' });
});
