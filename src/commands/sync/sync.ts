import type { Context } from '../../args/context.js';
import { choice, toggle } from '../../args/flag.js';
import { parseSince, sinceFlag } from '../../args/since.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client, KeptStore } from '../../client/client.js';
import { type DetailKind, eachOf, isOwnTrouble, readDetails } from '../../client/details.js';
import { attempt, TrackerError } from '../../contract/errors.js';
import { type Row, textOf, uuidOf } from '../../contract/row.js';
import { motionIn, startProgress } from '../../terminal/progress.js';
import { sizeText } from '../../views/cells/columns.js';
import { sidesIn } from '../tickets/author-sides.js';
import { type Question, questionsFor } from './questions.js';

/** How many requests are under way at a time, and how many a second are gentle. */
const width = 8;
const gentle = 4;

export const verb = defineVerb({
  details: [
    'Reads what tasks, tickets, next, triage, inbox, status, projects, notes, me, orgs, prefs and views show without further flags,',
    'and the details of projects, notes, and unfinished tasks and tickets, so that --offline can show all this and search --offline',
    'can find it. Details are read again only if they have changed since, on the server or by a command on this computer.',
    '',
    'Any ticket that is neither finished nor paused may be waiting for an answer. Chats are left out, because reading them marks',
    'them as read. If the command is interrupted, what it has read is kept and not read again next time. At most 200 MB are kept',
    'for each account.',
    '',
    'If something cannot be read, the rest still is, and the exit code is 8. With -q, nothing is printed.',
  ].join('\n'),
  prints: 'object',
  flags: {
    tasks: choice(
      '--tasks',
      'mine: those assigned to you or created by you (default); all: every task you can see',
      oneOf('scope', ['mine', 'all']),
    ),
    tickets: choice(
      '--tickets',
      'waiting: yours, those you watch, and all that may be waiting for an answer (default); mine: yours and those you watch; all: every ticket you can see',
      oneOf('tickets', ['waiting', 'mine', 'all']),
    ),
    wiki: toggle('--wiki', 'read the pages of the wiki too'),
    since: sinceFlag('only the details of what has changed'),
    gentle: toggle('--gentle', `send at most ${gentle} requests a second`),
  },
  follows: 'only',
  mostPerSecond: (flags) => (flags.gentle === true ? gentle : undefined),
  examples: [
    { line: 'tracker sync', does: 'download what you need to work offline' },
    { line: 'tracker sync --tasks all --tickets all --wiki', does: 'download everything that is unfinished' },
    { line: 'tracker sync --since 1d --gentle -q', does: 'keep it up to date from cron' },
  ],
  run: async (context, _args, { tasks = 'mine', tickets = 'waiting', wiki, since }) => {
    if (context.settings.stored.memory === 'off')
      throw new TrackerError('failed', 'what is read cannot be kept, since the setting memory is off', {
        hint: 'tracker config set memory on',
      });
    const from = since === undefined ? undefined : parseSince(since, '--since', context.now());
    const client = await context.client();
    const store = await openStore(context, client);
    await store.makeTexts(context.signal);
    const failures: TrackerError[] = [];
    const wanted = await ask(questionsFor(client, { tasks, tickets, wiki }), failures);
    const counts = await readAll(context, client, narrowed(wanted, from), failures);
    const { measure } = await openStore(context, client);
    const unkept = client.memory?.unkept() ?? 0;
    await report(context, { ...counts, bytes: measure() });
    if (unkept > 0) throw cannotKeep(context, unkept);
    if (failures.length + counts.failed > 0) throw incomplete(failures, counts.failed);
  },
});

/** What is kept, with what has been read so far. Throws if nothing can be kept. */
async function openStore(context: Context, client: Client): Promise<KeptStore> {
  const store = await client.memory?.store();
  if (store === undefined || attempt(() => store.measure()) === undefined) throw cannotKeep(context);
  return store;
}

type Rows = ReadonlyMap<DetailKind, readonly Row[]>;

/** Asks all questions. Gives each row once whose details are wanted. Throws the error if none is answered. */
async function ask(questions: readonly Question[], failures: TrackerError[]): Promise<Rows> {
  const rows = new Map<DetailKind, Map<string, Row>>();
  let answered = 0;
  await eachOf(questions, width, async ({ name, kind, read, isAsked = false }) => {
    try {
      const found = await read();
      answered += 1;
      const known = (kind && rows.get(kind)) ?? new Map<string, Row>();
      for (const row of found) known.set(uuidOf(row), row);
      if (kind) rows.set(kind, known);
    } catch (error) {
      if (!isOwnTrouble(error)) throw error;
      // Some roles have no wiki, for example.
      if (isAsked || error.kind === 'failed') failures.push(about(name, error));
    }
  });
  const [first] = failures;
  if (answered === 0 && first) throw first;
  return new Map([...rows].map(([kind, known]) => [kind, [...known.values()]]));
}

function about(name: string, { kind, message, hint }: TrackerError): TrackerError {
  return new TrackerError(kind, `${name}: ${message}`, { hint });
}

const dayMs = 86_400_000;

/** The rows that may have changed since then. */
function narrowed(rows: Rows, from: number | undefined): Rows {
  if (from === undefined) return rows;
  // Days are over at their end, in UTC (docs/api.md, Conventions).
  const endOf = (time: string): number => Date.parse(time) + (time.includes('T') ? 0 : dayMs);
  const mayHave = ({ updatedAt, updated, lastMessageAt }: Row): boolean => {
    const times = [updatedAt, updated, lastMessageAt].flatMap((time) => textOf(time) ?? []);
    return times.length === 0 || times.some((time) => !(endOf(time) < from));
  };
  return new Map([...rows].map(([kind, all]) => [kind, all.filter(mayHave)]));
}

interface Counts {
  /** How many there are, by kind. */
  readonly here: Readonly<Record<DetailKind, number>>;
  readonly read: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** How many rows are looked at together. */
const batch = 1000;

/** Reads the details of rows that have changed since they were read last. */
async function readAll(context: Context, client: Client, rows: Rows, failures: TrackerError[]): Promise<Counts> {
  const here = { task: 0, ticket: 0, page: 0, note: 0, project: 0 };
  const all = [...rows].flatMap(([kind, own]) => batchesOf(own).map((part) => [kind, part] as const));
  const total = all.reduce((sum, [, part]) => sum + part.length, 0);
  const isSilent = context.show.prints === 'references';
  const motion = isSilent ? 'none' : motionIn(context.settings.env, context.show.isJson);
  const progress = startProgress({ io: context.io, total, label: 'reading', motion });
  const sidesFor = sidesIn(client);
  let [read, unchanged] = [0, 0];
  try {
    for (const [kind, part] of all)
      await readDetails(client, {
        ...{ kind, rows: part, learns: false, signal: context.signal },
        ...{ tells: ['updatedAt', 'updated', 'lastMessageAt', 'loggedMinutes'], orContent: true },
        async take(_row, detail, isRemembered) {
          here[kind] += 1;
          read += Number(!isRemembered);
          unchanged += Number(isRemembered);
          progress.advance(1);
          // Who is in the team decides whether a ticket waits.
          if (kind === 'ticket') await sidesFor(detail);
        },
      }).catch((error: unknown) => {
        if (!(error instanceof TrackerError) || error.kind !== 'failed') throw error;
        failures.push(error);
      });
  } finally {
    progress.finish();
  }
  return { here, read, unchanged, failed: total - read - unchanged };
}

function batchesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / batch) }, (_, at) => rows.slice(at * batch, (at + 1) * batch));
}

async function report(
  { show }: Context,
  { here, bytes, read, unchanged, failed }: Counts & { readonly bytes: number },
): Promise<void> {
  if (show.prints === 'references') return;
  const { task: tasks, ticket: tickets, page: pages, note: notes, project: projects } = here;
  const object = { tasks, tickets, pages, notes, projects, read, unchanged, failed, bytes };
  const named = Object.entries({ tasks, tickets, pages, notes, projects }).filter(([, count]) => count > 0);
  const words = named.map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`).join(', ');
  await show.object({
    object,
    fields: Object.entries(object).map(([key, value]) => ({ key, label: key, value })),
    tooWide: 'wrap',
    human: () => [
      `Up to date on this computer: ${words || 'nothing'}.`,
      `${read} read, ${unchanged} unchanged; ${sizeText(bytes)} in all.`,
    ],
  });
}

function cannotKeep({ settings }: Context, unkept?: number): TrackerError {
  const folder = settings.folders.cache();
  return unkept === undefined
    ? new TrackerError('failed', `nothing can be kept in ${folder}`, { hint: 'tracker doctor' })
    : new TrackerError('partial', `${unkept} of the responses could not be kept in ${folder}`, {
        hint: 'tracker doctor',
      });
}

/** The error that says what could not be read. */
function incomplete([first, ...others]: readonly TrackerError[], details: number): TrackerError {
  const parts = [
    ...(details > 0 ? [`${details} ${details === 1 ? 'detail' : 'details'}`] : []),
    ...(first ? [first.message] : []),
    ...(others.length > 0 ? [`${others.length} more`] : []),
  ];
  return new TrackerError('partial', `could not read ${parts.join('; ')}`, { hint: first?.hint });
}
