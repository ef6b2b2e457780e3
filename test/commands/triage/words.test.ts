import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { learnValues } from '../../../src/client/learn/rows.js';
import type { Shared } from '../../../src/commands/triage/shared.js';
import { wordsOf } from '../../../src/commands/triage/words.js';
import { openReferenceIndex } from '../../../src/state/references.js';

const statuses = ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'];
const priorities = ['low', 'medium', 'high', 'urgent'];

test.each([
  { seen: [], status: statuses },
  { seen: [{ status: 'resolved', priority: 'high' }], status: statuses },
  {
    seen: [{ status: 'triaged' }, { status: 'resolved' }, { status: 'open' }],
    status: ['open', 'resolved', 'triaged'],
  },
])('where $seen has been seen, $status can be chosen', ({ seen, status }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-words-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = openReferenceIndex(() => folder, 'https://tracker.example.com');
  learnValues('ticket', seen, index);
  const context = { settings: { folders: { config: () => folder } } };
  const { ticket } = wordsOf({ client: { index }, context, views: [] } as unknown as Shared);
  expect([ticket.status, ticket.priority]).toEqual([status, priorities]);
});
