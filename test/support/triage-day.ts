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

/** The tickets of the day, with a macro whose key is `t`, and what could be undone before. */
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
  return { refs, before: await changesIn(run) };
}

/** What can be undone, without numbers and times, the newest first. */
async function changesIn(run: Run): Promise<readonly string[]> {
  const lines = (await run('undo --list')).stdout.trim().split('\n');
  return lines.map((line) => line.split('\t').slice(2).join(' '));
}

/** What undo says of it; nothing if it was only read. */
function changeOf(what: (typeof day)[number], at: number, refs: readonly string[]): readonly unknown[] {
  const ref = refs[at] ?? '';
  switch (what) {
    case 'answer':
      return [`tickets reply ${ref}: status open → waiting on customer, tags + answered; a reply to ${ref} done`];
    case 'put off':
      return [expect.stringMatching(`^snooze ${ref}: put off until .*, 08:00 done$`)];
    case 'duplicate':
      return [
        `tickets note ${ref}: status open → closed; an internal note on ${ref}; an internal note on ${refs[0]} done`,
      ];
    case 'assign':
      return [expect.stringMatching(`^tickets edit ${ref}: assignees \\+ ${people[at % 4]}[^,]* done$`)];
    case 'status':
      return [`tickets edit ${ref}: status open → resolved done`];
    default:
      return [];
  }
}

/** Checks that everything was done, once, and nothing else. */
export async function checkDay(run: Run, { refs, before }: Awaited<ReturnType<typeof openDay>>): Promise<void> {
  const rows = JSON.parse((await run('tickets list --segment all --state all --json')).stdout);
  const statuses = new Map<string, Record<string, unknown>>(rows.map((row: { id: string }) => [row.id, row]));
  const expected: Readonly<Record<string, string>> = {
    ...{ answer: 'waiting_on_customer', duplicate: 'closed', status: 'resolved' },
  };
  for (const [at, what] of day.entries())
    expect([refs[at], statuses.get(refs[at] ?? '')?.status]).toEqual([refs[at], expected[what] ?? 'open']);
  const snoozed = (await run('tickets list --segment all --snoozed -q')).stdout.trim().split('\n');
  expect(snoozed.toSorted()).toEqual(refs.filter((_, at) => day[at] === 'put off').toSorted());
  const notes: string[] = [];
  for (const [at, what] of day.entries()) {
    const { ticket, messages, people: known } = JSON.parse((await run(`tickets view ${refs[at]} --json`)).stdout);
    const assigned = (ticket.assignees ?? ticket.assigneeIds ?? []).map((id: string) => known[id]?.name.split(' ')[0]);
    expect([refs[at], assigned]).toEqual([refs[at], what === 'assign' ? [people[at % 4]] : []]);
    expect([refs[at], ticket.tags]).toEqual([refs[at], what === 'answer' ? ['answered'] : []]);
    const texts = messages
      .filter(({ kind }: { readonly kind?: string }) => kind !== 'system')
      .map(({ body = '' }: { readonly body?: string }) => body);
    if (at === 0) notes.push(...texts.splice(1));
    const said =
      what === 'answer' ? /^About .*: it is done\.$/ : new RegExp(`^${refs[at]} is a duplicate of ${refs[0]} \\(`);
    expect([refs[at], texts]).toEqual([
      refs[at],
      what === 'answer' || what === 'duplicate' ? [expect.stringMatching(said)] : [],
    ]);
  }
  const duplicates = refs.filter((_, at) => day[at] === 'duplicate');
  expect(notes).toEqual(
    duplicates.map((ref) => expect.stringMatching(`^${ref} \\(.*\\) is a duplicate of this ticket\\.$`)),
  );
  const changes = (await changesIn(run)).slice(0, -before.length);
  expect(changes).toEqual(day.flatMap((what, at) => changeOf(what, at, refs)).reverse());
}
