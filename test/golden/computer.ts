import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aliasesKey } from '../../src/config/stored-settings.js';
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

/** A change that can be undone, a reply, which cannot, and a change that was undone. */
const ledger = [
  {
    ...{ at: '2026-11-20T15:02:00.000Z', words: ['tickets', 'edit'] },
    writes: [
      {
        kind: 'ticket',
        uuid: '931fe412-05f1-4e64-b54d-85e88c40a90e',
        ref: 'BERG-9',
        from: { status: 'open', tags: ['billing', 'rounding', 'auditor'] },
        to: { status: 'in_progress', tags: ['billing', 'rounding'] },
      },
    ],
  },
  { at: '2026-11-20T16:31:00.000Z', words: ['tickets', 'reply'], final: ['a reply to CASA-16'] },
  {
    ...{ at: '2026-11-20T16:35:00.000Z', words: ['tasks', 'edit'], state: 'undone', undoneAt: 4 },
    writes: [
      {
        kind: 'task',
        uuid: 'c6661e83-b7b8-487a-ac7d-31555564f8ed',
        ref: 'SCM-12',
        from: { priority: 'high' },
        to: { priority: 'low' },
        isPutBack: true,
      },
    ],
  },
];

/** Stored as such, because `alias set` starts a shell, and each of many hundred computers would start one. */
const aliases = { t: 'tickets list --segment all', log: '!git log --grep "$1"' };

/** A new computer of the owner, with two drafts, two aliases and three changes. */
export async function openComputer(world: TestWorld): Promise<Machine> {
  const machine = await world.machine(owner);
  const folder = join(machine.folder, 'state', 'ledger');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [id, draft] of Object.entries(drafts)) writeFileSync(join(folder, `${id}.jsonl`), JSON.stringify(draft));
  const { id } = world.sandbox.person(owner);
  ledger.forEach((entry, at) => {
    const whole = { state: 'done', url: world.url, owner: id, ...entry };
    writeFileSync(join(folder, `${at + 1}.jsonl`), JSON.stringify(whole));
  });
  const config = join(machine.folder, 'config', 'config.json');
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), [aliasesKey]: aliases }));
  return machine;
}
