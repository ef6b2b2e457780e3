import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import type { Client } from '../../../src/client/client.js';
import { saveDraft } from '../../../src/compose/saved/save.js';
import { fullAccess } from '../../../src/contract/access.js';
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
  const settings = { access: fullAccess, folders: { state: within(folder) } };
  const context = { now, settings } as unknown as Context;
  const client = {
    base: new URL(url),
    index: { find: () => undefined },
    async owner() {
      ledger.step(number, 'delete');
      return 'mara';
    },
  } as unknown as Client;
  const composing = { command: 'tasks comment', flags: {} };
  const values = { body: 'new', fromDraft: String(number) };
  const saved = await saveDraft(context, { composing, client, refs: [{ text: 'SCM-12' }], values, files: [] });
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
