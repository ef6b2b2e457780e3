import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isTelling, readDetails } from '../../client/details.js';
import {
  authorOf,
  byTime,
  isInternalNote,
  messagesOf,
  type Side,
  type Sides,
  timeOf,
} from '../../contract/messages.js';
import { orderOfRef, type Row, rowAt, sortedBy, textOf, uuidOf } from '../../contract/row.js';
import { isFinished, isPaused } from '../../contract/server-word.js';
import { mayBe } from '../../ledger/waiting.js';
import { shortTime } from '../../output/time.js';
import { startProgress } from '../../terminal/progress.js';
import { sidesIn } from './author-sides.js';
import type { SnoozedTicket } from './snoozed.js';

/** Whether somebody waits for the team's answer to a ticket. */
export interface WaitState {
  readonly isWaiting: boolean;
  /** Since when (ISO 8601), if the server says so. */
  readonly since: string | undefined;
  /** Who wrote the last public message, if there is one. */
  readonly lastBy: Side | 'unknown' | undefined;
  /** Since when the customer has had the team's answer, where the next word is theirs. */
  readonly answered?: string;
}

/** Who is waited for, and since when: `team since 2026-11-20T08:14Z`. `-` for nobody. */
export function waitWords({ isWaiting, since, lastBy, answered }: WaitState): string {
  const after = (time: string | undefined): string => (time ? ` since ${shortTime(time)}` : '');
  if (isWaiting) return `${lastBy === 'unknown' ? 'unknown' : 'team'}${after(since)}`;
  return answered === undefined ? '-' : `customer${after(answered)}`;
}

/** The same of a ticket that was read. */
export function waitOf(detail: Row, sides: Sides): string {
  return waitWords(waitingOf(conversationIn(detail), sides));
}

/** What decides whether a ticket waits: its public messages, of several by the same person in a row the first. */
type Conversation = ReturnType<typeof conversationIn>;

function conversationIn(detail: Row) {
  const { status, createdAt } = rowAt(detail, 'ticket');
  const said = byTime(
    messagesOf(detail, 'ticket')
      .filter((message) => message.kind !== 'system' && isInternalNote(message) !== true)
      .map((message) => ({ by: authorOf(message), time: timeOf(message) })),
  );
  const firsts = said.filter(({ by }, at) => at === 0 || by !== said[at - 1]?.by);
  return { ticket: { status, createdAt }, said: firsts.map(({ by, time: at }) => ({ by, at })) };
}

/**
 * Whether a ticket waits: it is unfinished, not paused, and its last public message is not by the team, or there is none. It has
 * waited since the first message after the last one of the team, or else since it was created. Notes, system entries and edits change
 * nothing. Whoever is not known to be of the team may be a customer.
 */
function waitingOf({ ticket, said }: Conversation, sides: Sides): WaitState {
  const sideOf = ({ by }: Conversation['said'][number]): Side | 'unknown' => sides.get(by) ?? 'unknown';
  const last = said.at(-1);
  const lastBy = last && sideOf(last);
  if (!mayWait(ticket)) return { isWaiting: false, since: undefined, lastBy };
  if (lastBy === 'team') {
    const theirs = said.findLastIndex((each) => sideOf(each) !== 'team');
    return { isWaiting: false, since: undefined, lastBy, answered: said[theirs + 1]?.at ?? '' };
  }
  const ours = said.findLastIndex((each) => sideOf(each) === 'team');
  const first = ours < 0 ? undefined : said[ours + 1];
  return { isWaiting: true, since: first?.at || textOf(ticket.createdAt), lastBy };
}

/** Whether a ticket can be waiting at all, by its status. */
export function mayWait(ticket: Row): boolean {
  const status = textOf(ticket.status);
  return !isFinished(status) && !isPaused(status);
}

/** Orders tickets by how long they have waited: the time, then the reference. Empty if that is unknown. */
export function placeOf(row: Row, { since }: Pick<WaitState, 'since'>): string {
  const time = Date.parse(since ?? '');
  return `${Number.isNaN(time) ? '9999' : new Date(time).toISOString()} ${orderOfRef(row)}`;
}

/** Which of these tickets are put off, whether or not the customer has woken them. */
export async function readSnoozed(context: Context, rows: readonly Row[]): Promise<ReadonlyMap<Row, SnoozedTicket>> {
  if (!mayBe('snoozed', context.settings.folders.state)) return new Map();
  // Loaded here, because nothing is put off most of the time.
  return await (await import('./snoozed.js')).snoozedAmong(context, rows);
}

/** Whether nothing has woken it, so that it is left out where it is about what to do next. */
export function isAsleep(snoozed: SnoozedTicket | undefined): boolean {
  return snoozed !== undefined && snoozed.woken === undefined;
}

/** Such as `2 tickets are put off`. */
export function asleepWords(count: number): string {
  return count === 1 ? '1 ticket is put off' : `${count} tickets are put off`;
}

interface WaitingScope {
  readonly most?: number;
  /** Whether a ticket created then still matters, after those found so far. */
  readonly isNeeded?: (created: string | undefined) => boolean;
  /** Gets what is found, and maybe more of a row once others show who wrote there. */
  readonly found?: Map<Row, WaitState>;
  readonly onFound?: (row: Row, waiting: WaitState) => void;
  /** Details that were read just now, which are not read again. */
  readonly details?: ReadonlyMap<Row, Row>;
  /** Whether no progress is shown. */
  readonly isQuiet?: boolean;
}

/**
 * Reads for each of these tickets whether it waits, the oldest first, because none has waited longer than it has existed. What
 * was read once is not read again by this client while the row stays the same, if the row says when somebody wrote last. `unread`
 * is how many should have been read too.
 */
export async function readWaiting(
  context: Context,
  rows: readonly Row[],
  {
    most = Number.POSITIVE_INFINITY,
    isNeeded = () => true,
    found = new Map(),
    onFound,
    details,
    isQuiet = false,
  }: WaitingScope,
): Promise<{ readonly unread: number }> {
  const client = await context.client();
  // What is remembered and agrees with its row holds for whoever asks, also for a client that only remembers.
  const [own, shared] = [knownTo(client), knownTo(client.base)];
  const { sides, read, settle } = sidesIn(context, client);
  const conversations = new Map<Row, Conversation>();
  /** Who is unknown may be known once all are read. */
  const tell = (row: Row, conversation: Conversation, isLast: boolean): void => {
    const waiting = waitingOf(conversation, sides);
    if ((!isLast && waiting.lastBy === 'unknown') || isDeepStrictEqual(found.get(row), waiting)) return;
    found.set(row, waiting);
    onFound?.(row, waiting);
  };
  const tellAll = (): void => {
    for (const [row, conversation] of conversations) tell(row, conversation, true);
  };
  const take = (row: Row, conversation: Conversation): void => {
    conversations.set(row, conversation);
    tell(row, conversation, false);
  };
  for (const row of own.size + shared.size > 0 ? rows : []) {
    const known = [own.get(uuidOf(row)), shared.get(uuidOf(row))];
    const kept = known.find((each) => isDeepStrictEqual(each?.row, row));
    if (kept) take(row, kept.conversation);
  }
  for (const [row, detail] of details ?? []) {
    await read(detail);
    take(row, conversationIn(detail));
  }
  await settle([...conversations.values()].flatMap(({ said }) => said.map(({ by }) => by)));
  // The oldest first. Those that do not say when they were created come before, the least active of them first, as the server's order
  // is by last activity (docs/api.md, Tickets).
  const others = rows.filter((row) => !conversations.has(row)).toReversed();
  let rest = sortedBy(others, (row) => Date.parse(textOf(row.createdAt) ?? '') || 0);
  const progress = startProgress(context, { total: Math.min(rest.length, most), label: 'reading', isHidden: isQuiet });
  const isWanted = (row: Row): boolean => isNeeded(textOf(row.createdAt));
  const unread = new Set<Row>();
  try {
    for (; rest.length > 0; rest = rest.filter((row) => !conversations.has(row) && !unread.has(row) && isWanted(row))) {
      const left = await readDetails(client, {
        ...{ kind: 'ticket', rows: rest, learns: false, most, isNeeded: isWanted },
        // Where notes count for the whole team alone, a number of messages may say nothing to a customer.
        tells: 'lastMessageAt',
        take: async (row, detail, isRemembered) => {
          await read(detail, isRemembered);
          const conversation = conversationIn(detail);
          if (isTelling(row, 'lastMessageAt')) (isRemembered ? shared : own).set(uuidOf(row), { row, conversation });
          take(row, conversation);
          progress.advance(1);
        },
      });
      for (const row of left) unread.add(row);
      tellAll();
    }
    tellAll();
  } finally {
    progress.finish();
  }
  return { unread: unread.size };
}

/** By uuid, with the row as it was. */
type Known = Map<string, { readonly row: Row; readonly conversation: Conversation }>;

const knownBy = new WeakMap<Client | URL, Known>();

function knownTo(whom: Client | URL): Known {
  const known: Known = knownBy.get(whom) ?? new Map();
  knownBy.set(whom, known);
  return known;
}
