import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import { saveDraft } from '../../../src/compose/saved/save.js';
import { openLedger } from '../../../src/ledger/store.js';
import { draftsIn } from '../../support/computer/drafts.js';
import { makeFolder, within } from '../../support/computer/folder.js';

test('a text is saved even if another process removes its draft at that moment', async () => {
  const folder = makeFolder();
  const now = () => new Date('2026-11-20T16:40:00Z');
  const ledger = openLedger(within(folder), now);
  const url = 'https://work.example';
  const words = ['tasks', 'comment', 'SCM-12'];
  const { number } = ledger.begin({ state: 'unsent', url, owner: 'mara', words, flags: { body: 'old' } });
  const context = {
    now,
    settings: { folders: { state: within(folder) } },
    async client() {
      if (ledger.find(number)?.state === 'unsent') ledger.step(number, 'delete');
      return { base: new URL(url), index: { find: () => undefined }, owner: async () => 'mara' };
    },
  } as unknown as Context;
  const typed = { command: 'tasks comment', args: ['SCM-12'], flags: { body: 'new' }, fromDraft: number };
  const saved = await saveDraft(context, typed);
  expect(saved).toMatchObject({ words, flags: { body: 'new' } });
  expect(draftsIn(folder)).toMatchObject([{ id: String(saved?.number), flags: { body: 'new' } }]);
  expect(saved?.number).not.toBe(number);
});

test('what follows an entry with a very large number is found too', () => {
  const folder = makeFolder();
  const ledger = openLedger(within(folder), () => new Date('2026-11-20T16:40:00Z'));
  ledger.begin({ state: 'unsent', url: 'https://work.example', owner: 'mara', words: ['tasks', 'comment'], flags: {} });
  copyFileSync(ledger.path(1), ledger.path(999_999_999));
  const { number } = ledger.begin({ state: 'unsent', url: '', owner: 'mara', words: ['tasks', 'comment'], flags: {} });
  expect(ledger.entries().map((each) => each.number)).toEqual([number, 999_999_999, 1]);
  expect(ledger.read(String(number)).owner).toBe('mara');
});
