import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instanceFolder } from '../../src/client/state/references.js';
import type { Machine } from '../support/computer/machine.js';
import { owner, type TestWorld } from '../support/run.js';

/** A reply that may have arrived, and a task for another server. */
const drafts = {
  17: {
    at: '2026-11-20T14:40:00.000Z',
    state: 'doubtful',
    url: 'https://work.example',
    words: ['tickets', 'reply', 'BERG-9'],
    flags: { body: 'The totals are right again.\n\nPlease check *yours*.', attach: ['/tmp/totals.csv'] },
  },
  9: {
    at: '2026-11-18T08:00:00.000Z',
    state: 'unsent',
    url: 'https://tracker.example.com',
    words: ['tasks', 'create'],
    flags: { project: 'WEB', title: 'Shorten the start page', tag: ['design', 'web'] },
  },
};

/** A change that can be undone, and a reply, which cannot. */
const journal = [
  [
    { at: '2026-11-20T15:02:00.000Z', command: 'tickets edit' },
    {
      note: 1,
      kind: 'ticket',
      uuid: '931fe412-05f1-4e64-b54d-85e88c40a90e',
      ref: 'BERG-9',
      from: { status: 'open', tags: ['billing', 'rounding', 'auditor'] },
      to: { status: 'in_progress', tags: ['billing', 'rounding'] },
    },
  ],
  [{ at: '2026-11-20T16:31:00.000Z', command: 'tickets reply' }, { final: 'a reply to CASA-16' }],
];

/** A new computer of the owner, with two drafts, two aliases and two changes to undo. */
export async function openComputer(world: TestWorld): Promise<Machine> {
  const machine = await world.machine(owner);
  const folder = join(machine.folder, 'state', 'ledger');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [id, draft] of Object.entries(drafts)) writeFileSync(join(folder, `${id}.jsonl`), JSON.stringify(draft));
  const notes = join(machine.folder, 'state', 'journal', instanceFolder(world.url));
  mkdirSync(notes, { recursive: true, mode: 0o700 });
  const userId = world.sandbox.person(owner).id;
  journal.forEach(([head, ...lines], at) => {
    const text = [{ ...head, userId }, ...lines].map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(notes, `${at + 1}.jsonl`), text);
  });
  await machine.run(['alias', 'set', 't', 'tickets list --segment all']);
  await machine.run(['alias', 'set', 'log', '!git log --grep "$1"']);
  return machine;
}
