import type { Context } from '../../args/context.js';
import { choice, toggle } from '../../args/flag.js';
import { parseSince } from '../../args/period.js';
import { selection } from '../../args/selection.js';
import { sinceFlag } from '../../args/since.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client, KeptStore, TextHit } from '../../client/client.js';
import { type DetailKind, detailWords, eachOf, isOwnTrouble, readDetails } from '../../client/details.js';
import { howToKeepMore } from '../../config/stored-settings.js';
import { attempt, joined, phrase, TrackerError } from '../../contract/errors.js';
import { isRow, type Row, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import type { ObjectData } from '../../output/shown.js';
import { startProgress } from '../../terminal/progress.js';
import { sizeText } from '../../views/cells/columns.js';
import { sidesIn } from '../conversations/author-sides.js';
import { chooseDue, idsOf, type Rows } from './due.js';
import { type Question, questionsFor } from './questions.js';

/** How many requests are under way at a time, and how many a second are gentle. */
const width = 8;
const gentle = 4;

export const verb = defineVerb({
  details: [
    'Reads what tasks, tickets, next, triage, inbox, status, projects, notes, me, orgs, prefs and views show without further flags,',
    'and the details of projects, notes, and unfinished tasks and tickets, so that --offline can show all this and search --offline',
    'can find it. With --tasks all and --tickets all, finished ones are read too.',
    '',
    'Details whose row in a list has changed are read again, and so is what a command on this computer has changed. But no row shows',
    'every change: not an edited message, for example, nor an uploaded file. So other details are read again after a day, and after',
    'an hour if the times in the row are no finer than a second, as with wiki pages. Those read longest ago come first, and at most',
    '500 of them are read in a run; --full reads them all. What is no longer on the server is removed here.',
    '',
    'Any ticket that is neither finished nor paused may be waiting for an answer. Nothing is marked as read: of chats, only the',
    'lists are read. If the command is interrupted, what it has read is kept. What does not fit is left out: finished and least used',
    'details first, lists last (tracker config set memory-size).',
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
    chats: toggle('--chats', 'read the chat threads of your organisations too, as chat list shows them'),
    since: sinceFlag('only the details of what has changed'),
    full: toggle('--full', 'read again all details that may have changed, not only 500'),
    gentle: toggle('--gentle', `send at most ${gentle} requests a second`),
  },
  follows: 'only',
  mostPerSecond: (flags) => (flags.gentle === true ? gentle : undefined),
  examples: [
    { line: 'tracker sync', does: 'download what you need to work offline' },
    { line: 'tracker sync --tasks all --tickets all --wiki --chats', does: 'download everything' },
    { line: 'tracker sync --since 1d --gentle -q', does: 'keep it up to date from cron' },
  ],
  run: async (context, _args, { tasks = 'mine', tickets = 'waiting', wiki, chats, since, full }) => {
    if (context.settings.stored.memory === 'off')
      throw new TrackerError('failed', 'what is read cannot be kept, since the setting memory is off', {
        hint: 'tracker config set memory on',
      });
    const from = since === undefined ? undefined : parseSince(since, '--since', context.now());
    const client = await context.client();
    const store = await openStore(context, client);
    await store.makeTexts(context.signal);
    const failures: TrackerError[] = [];
    const begun = context.now();
    const before = await ownTasks(client);
    const { rows, whole } = await ask(questionsFor(client, { tasks, tickets, wiki, chats }), failures);
    await forgetGone(context, client, { store, whole, begun });
    if (!whole.has('task'))
      rows.set('task', [...(rows.get('task') ?? []), ...(await leftTasks(client, store, before))]);
    const counts = await readAll(context, client, { rows: narrowed(rows, from), isFull: full, failures });
    const { measure } = await openStore(context, client);
    const { memory } = client;
    const unkept = memory?.unkept() ?? 0;
    const removed = removedIn([...(memory?.removed ?? [])].map((href) => new URL(href)));
    const report = reportOn(context, { ...counts, ...removed, gone: memory?.forgotten() ?? 0, bytes: measure() });
    const isIncomplete = failures.length + counts.failed > 0;
    const failure = unkept > 0 ? cannotKeep(context, unkept) : isIncomplete && incomplete(failures, counts.failed);
    return { is: 'object', data: report, ...(failure && { failure }) };
  },
});

/** What is kept, with what has been read so far. Throws if nothing can be kept. */
async function openStore(context: Context, client: Client): Promise<KeptStore> {
  const store = await client.memory?.store();
  if (store === undefined || attempt(() => store.measure()) === undefined) throw cannotKeep(context);
  return store;
}

/** Asks all. Gives each row once whose detail is wanted, and by kind what whole lists have. Throws the error if none is answered. */
async function ask(questions: readonly Question[], failures: TrackerError[]) {
  const rows = new Map<DetailKind, Map<string, Row>>();
  const whole = new Map<DetailKind, readonly Row[]>();
  let answered = 0;
  await eachOf(questions, width, async ({ name, kind, read, isWanted = () => true, isWhole, isAsked = false }) => {
    try {
      const found = await read();
      answered += 1;
      if (!kind) return;
      const known = rows.get(kind) ?? new Map<string, Row>();
      for (const row of found) if (isWanted(row)) known.set(uuidOf(row), row);
      rows.set(kind, known);
      if (isWhole) whole.set(kind, found);
    } catch (error) {
      if (!isOwnTrouble(error)) throw error;
      // Some roles have no wiki, for example.
      if (!isAsked && error.kind !== 'failed') return;
      failures.push(new TrackerError(error.kind, phrase`${name}: ${error.message}`, { hint: error.hint }));
    }
  });
  const [first] = failures;
  if (answered === 0 && first) throw first;
  return { rows: new Map([...rows].map(([kind, known]) => [kind, [...known.values()]])), whole };
}

interface WholeLists {
  readonly store: KeptStore;
  readonly whole: Rows;
  /** Before they were read. */
  readonly begun: Date;
}

/** The list of the user's own tasks as it was last read, and when; undefined if it was not. */
async function ownTasks(client: Client) {
  const kept = await client.recall('GET /tasks', { query: { scope: 'mine' } });
  return kept && { ids: new Set(rowsOf(kept.reply.tasks).map(uuidOf)), at: kept.at };
}

/**
 * The user's own tasks that were read and have left the list of them: whether they are gone, only they themselves tell. Those that the
 * last list had, or that were read before it, are read at once, the others when they are due.
 */
async function leftTasks(client: Client, store: KeptStore, before: Awaited<ReturnType<typeof ownTasks>>) {
  const now = await ownTasks(client);
  if (!now) return [];
  const search = await store.find('', ['tasks']);
  const left: Row[] = [];
  for (const { id } of search?.found ?? []) {
    const kept = now.ids.has(id) ? undefined : await client.recall('GET /tasks/:id', { id });
    if (!kept) continue;
    const { createdBy, assignees } = isRow(kept.reply.task) ? kept.reply.task : {};
    const had = before !== undefined && (before.ids.has(id) || kept.at < before.at);
    if (had) await client.markStale('GET /tasks/:id', { id });
    if (had || [createdBy, ...textsOf(assignees)].includes(client.userId ?? '')) left.push({ uuid: id });
  }
  search?.close();
  return left;
}

/** Forgets what whole lists no longer have. */
async function forgetGone({ signal }: Context, client: Client, { store, whole, begun }: WholeLists): Promise<void> {
  for (const [kind, rows] of whole) {
    const word = detailWords[kind];
    const there = new Set(rows.flatMap(idsOf));
    const search = await store.find('', [word], signal);
    try {
      for (const { ref, uuid } of client.index.all(word)) if (!there.has(uuid)) client.index.forget(word, ref);
      const isGone = (each: TextHit): boolean => !there.has(each.id) && each.read().at <= begun;
      for (const { id } of search?.found.filter(isGone) ?? []) await client.forget(`GET /${word}/:id`, { id });
    } finally {
      search?.close();
    }
  }
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

interface SyncedDetails {
  readonly rows: Rows;
  readonly isFull: boolean;
  readonly failures: TrackerError[];
}

/** Reads the details of rows that have changed, or may have, since they were read last. */
async function readAll(context: Context, client: Client, { rows, isFull, failures }: SyncedDetails) {
  // The ids of those that were there.
  const here = { task: new Set(''), ticket: new Set(''), page: new Set(''), note: new Set(''), project: new Set('') };
  const sides = sidesIn(context, client);
  const take = async (kind: DetailKind, row: Row, detail: Row, isRemembered: boolean): Promise<void> => {
    here[kind].add(uuidOf(row));
    // Who is in the team decides whether a ticket waits.
    if (kind === 'ticket') await sides.read(detail, isRemembered);
  };
  let [read, recent] = [0, 0];
  const onRecent = async (kind: DetailKind, row: Row, detail: Row): Promise<void> => {
    recent += 1;
    await take(kind, row, detail, true);
  };
  const { signal } = context;
  const { wanted, left } = await chooseDue(client, rows, { now: context.now(), isFull, signal, onRecent });
  for (const [kind, part] of left) for (const row of part) here[kind].add(uuidOf(row));
  const total = wanted.reduce((sum, [, part]) => sum + part.length, 0);
  const isHidden = context.show.prints === 'references';
  const progress = startProgress(context, { total, label: 'reading', isHidden });
  const forgotten = (): number => client.memory?.forgotten() ?? 0;
  const before = forgotten();
  try {
    for (const [kind, part] of wanted)
      await readDetails(client, {
        ...{ kind, rows: part, learns: false, signal },
        async take(row, detail) {
          read += 1;
          progress.advance(1);
          await take(kind, row, detail, false);
        },
      }).catch((error: unknown) => {
        if (!(error instanceof TrackerError) || error.kind !== 'failed') throw error;
        failures.push(error);
      });
  } finally {
    progress.finish();
  }
  return {
    // What is gone by now is no failure.
    ...{ here, read, failed: total - read - (forgotten() - before) },
    /** Read not long ago, and the same as far as their rows show. */
    recent,
    /** Read long ago, and not again. */
    left: [...left.values()].flat().length,
  };
}

/** What had no room: the ids of details, the addresses of lists, and what those are lists of. */
function removedIn(urls: readonly URL[]) {
  const [removed, lists] = [new Set<string>(), new Set<string>()];
  for (const { href, pathname } of urls) {
    const [, list] = /\/(tasks|tickets|projects|wiki|notes|chat)(?:\/list|\/threads)?$/.exec(pathname) ?? [];
    removed.add(list === undefined ? (pathname.split('/').at(-1) ?? '') : href);
    if (list !== undefined) lists.add(list);
  }
  return { removed, lists };
}

type Report = Awaited<ReturnType<typeof readAll>> &
  ReturnType<typeof removedIn> & { readonly gone: number; readonly bytes: number };

function reportOn({ settings }: Context, { here, removed, lists, bytes, ...counts }: Report): ObjectData {
  const { gone, read, recent, left, failed } = counts;
  const countOf = (ids: ReadonlySet<string>): number => [...ids].filter((id) => !removed.has(id)).length;
  const kept = Object.entries(here).map(([kind, ids]) => [`${kind}s`, countOf(ids)] as const);
  const noRoom = removed.size;
  const among = lists.size > 0 ? ` (lists: ${[...lists].join(', ')})` : '';
  const object = { ...Object.fromEntries(kept), read, recent, left, gone, failed, noRoom, bytes };
  const named = kept.filter(([, count]) => count > 0);
  const words = named.map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`).join(', ');
  const more = [
    ...(recent > 0 ? [`${recent} already read less than a day ago`] : []),
    ...(left > 0 ? [`${left} left`] : []),
    ...(gone > 0 ? [`${gone} removed`] : []),
  ];
  return {
    object,
    fields: Object.entries(object).map(([key, value]) => ({ key, label: key, value })),
    quiet: '',
    tooWide: 'wrap',
    human: () => [
      `On this computer: ${words || 'nothing'}; ${sizeText(bytes)} in all.`,
      `${[`${read} read now`, ...more].join(', ')}.`,
      ...(left > 0
        ? [
            `Those left may have changed since they were read; to read them all: tracker ${selection({ settings })}sync --full`,
          ]
        : []),
      ...(noRoom > 0 ? [`${noRoom} had no room${among}; ${howToKeepMore(settings.stored)}`] : []),
    ],
  };
}

function cannotKeep({ settings }: Context, unkept?: number): TrackerError {
  const [folder, hint] = [settings.folders.cache(), 'tracker doctor'];
  if (unkept === undefined) return new TrackerError('failed', `nothing can be kept in ${folder}`, { hint });
  return new TrackerError('partial', `${unkept} of the responses could not be kept in ${folder}`, { hint });
}

/** The error that says what could not be read. */
function incomplete([first, ...others]: readonly TrackerError[], details: number): TrackerError {
  const parts = [
    ...(details > 0 ? [`${details} ${details === 1 ? 'detail' : 'details'}`] : []),
    ...(first ? [first.message] : []),
    ...(others.length > 0 ? [`${others.length} more`] : []),
  ];
  return new TrackerError('partial', phrase`could not read ${joined(parts, '; ')}`, { hint: first?.hint });
}
