import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ran } from './computer/machine.js';

/** Runs a command line of tracker. */
type Run = (words: string | readonly string[]) => Promise<Pick<Ran, 'stdout'>>;

/** What is done with each of forty tickets, one after another. */
export const day = [
  ...Array.from({ length: 10 }, () => 'answer' as const),
  ...Array.from({ length: 6 }, () => 'put off' as const),
  ...Array.from({ length: 4 }, () => 'duplicate' as const),
  ...Array.from({ length: 8 }, () => 'assign' as const),
  ...Array.from({ length: 6 }, () => 'status' as const),
  ...Array.from({ length: 3 }, () => 'file' as const),
  ...Array.from({ length: 3 }, () => 'earlier ticket' as const),
];

export const people = ['Zoë', 'Seán', 'Łukasz', 'Inês'];

/** The tickets of the day, with a macro whose key is `t`, and how many changes there were before. */
export async function openDay(run: Run, { config, folder }: { readonly config: string; readonly folder: string }) {
  const templates = join(config, 'templates');
  mkdirSync(templates, { recursive: true });
  const head = 'kind: reply\nstatus: waiting_on_customer\ntag: answered\nkey: t';
  writeFileSync(join(templates, 'thanks.md'), `---\n${head}\n---\nAbout {{ref}}: it is done.\n`);
  const plan = join(folder, 'plan-to-attach', 'plan.txt');
  mkdirSync(join(folder, 'plan-to-attach'));
  writeFileSync(plan, 'The plan.\n');
  await run('config set reply-delay 0');
  const refs: string[] = [];
  for (const [at, what] of day.entries()) {
    const words = ['tickets', 'create', '--org', 'casa-azul', '--subject', `Workday ${at + 10}: ${what}`, '-q'];
    const body = what === 'earlier ticket' ? `As in BERG-${(at % 3) + 3}.` : 'Please help.';
    const files = what === 'file' ? ['--attach', plan] : [];
    refs.push((await run([...words, '-b', body, ...files])).stdout.trim());
  }
  return { refs, changes: await countChanges(run) };
}

async function countChanges(run: Run): Promise<number> {
  return (await run('undo --list -q')).stdout.split('\n').length;
}

/** Checks that everything was done, once, and nothing else. */
export async function checkDay(run: Run, { refs, changes }: Awaited<ReturnType<typeof openDay>>): Promise<void> {
  const rows = JSON.parse((await run('tickets list --segment all --state all --json')).stdout);
  const statuses = new Map<string, Record<string, unknown>>(rows.map((row: { id: string }) => [row.id, row]));
  const expected: Readonly<Record<string, string>> = {
    ...{ answer: 'waiting_on_customer', duplicate: 'closed', status: 'resolved' },
  };
  for (const [at, what] of day.entries())
    expect([refs[at], statuses.get(refs[at] ?? '')?.status]).toEqual([refs[at], expected[what] ?? 'open']);
  const snoozed = (await run('tickets list --segment all --snoozed -q')).stdout.trim().split('\n');
  expect(snoozed.toSorted()).toEqual(refs.filter((_, at) => day[at] === 'put off').toSorted());
  for (const [at, what] of day.entries()) {
    if (what !== 'assign' && what !== 'answer') continue;
    const { ticket, messages } = JSON.parse((await run(`tickets view ${refs[at]} --json`)).stdout);
    if (what === 'assign') expect(ticket.assignees ?? ticket.assigneeIds).toHaveLength(1);
    else
      expect(messages.filter(({ body = '' }: { readonly body?: string }) => body.endsWith('it is done.'))).toHaveLength(
        1,
      );
  }
  // All but what was only read: 10 answers, 6 put off, 4 duplicates, 8 assigned, 6 statuses.
  expect((await countChanges(run)) - changes).toBe(34);
}
