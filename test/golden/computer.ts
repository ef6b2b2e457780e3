import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../support/machine.js';
import { owner, type TestWorld } from '../support/run.js';

/** A reply that may have arrived, and a task for another server. */
const drafts = {
  d7k3mp: {
    createdAt: '2026-11-20T14:40:00.000Z',
    url: 'https://work.example',
    words: ['tickets', 'reply', 'BERG-9'],
    flags: { body: 'The totals are right again.\n\nPlease check *yours*.', attach: ['/tmp/totals.csv'] },
    mayHaveArrived: true,
  },
  d9w2bx: {
    createdAt: '2026-11-18T08:00:00.000Z',
    url: 'https://tracker.example.com',
    words: ['tasks', 'create'],
    flags: { project: 'WEB', title: 'Shorten the start page', tag: ['design', 'web'] },
  },
};

/** A new computer of the owner, with two drafts and two aliases. */
export async function openComputer(world: TestWorld): Promise<Machine> {
  const machine = await world.machine(owner);
  const folder = join(machine.folder, 'state', 'drafts');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [id, draft] of Object.entries(drafts)) writeFileSync(join(folder, `${id}.json`), JSON.stringify(draft));
  await machine.run(['alias', 'set', 't', 'tickets list --segment all']);
  await machine.run(['alias', 'set', 'log', '!git log --grep "$1"']);
  return machine;
}
