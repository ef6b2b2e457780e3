import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { learnValues } from '../../../src/client/learn/rows.js';
import { openReferenceIndex } from '../../../src/client/state/references.js';
import { wordsOf } from '../../../src/commands/triage/reading/words.js';
import type { SessionParts } from '../../../src/commands/triage/shared.js';
import { makeFolder, within } from '../../support/computer/folder.js';
import { openQueue, owner } from '../../support/run.js';
import { opened, playTriage } from '../../support/triage.js';

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
  const folder = makeFolder();
  const index = openReferenceIndex(within(folder), 'https://tracker.example.com');
  learnValues('ticket', seen, index);
  const context = { settings: { folders: { config: () => folder } } };
  const { ticket } = wordsOf({ client: { index }, context, views: [] } as unknown as SessionParts);
  expect([ticket.status, ticket.priority]).toEqual([status, priorities]);
});

test('without templates, the folder for them is named, and one that was added meanwhile is offered', async () => {
  const machine = await (await openQueue()).machine(owner);
  const folder = join(machine.folder, 'config', 'templates');
  const add = (): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'greeting.md'), 'Hello');
  };
  const { shot } = await playTriage(machine, [
    { shows: opened, type: 'r' },
    { shows: /PUBLIC to CASA-8/, type: '\u0014' },
    { shows: /no templates yet; add files called NAME\.md to/, before: add, type: '\u001b', name: 'none' },
    { shows: /newest first[\s\S]*\? more/, type: 'r' },
    { shows: /PUBLIC to CASA-8[\s\S]*\^T template/, type: '\u0014' },
    { shows: /greeting/, type: '\u001b' },
    { shows: /PUBLIC to CASA-8/, type: '\u001b' },
    { shows: /newest first[\s\S]*\? more/, type: 'q' },
  ]);
  expect(shot('none').replace(/\s+/g, '')).toContain(`to${folder}`);
});
