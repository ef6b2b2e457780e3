import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isTelling, readDetails } from '../../client/details.js';
import { TrackerError } from '../../contract/errors.js';
import { authorOf, isInternalNote, messagesOf } from '../../contract/messages.js';
import { orderOfRef, type Row, rowAt, sortedBy, textOf, uuidOf } from '../../contract/row.js';
import { isFinished, isPaused } from '../../contract/server-word.js';
import type { Side } from '../../output/view.js';
import { motionIn, startProgress } from '../../terminal/progress.js';
import { byTime } from '../../views/detail.js';
import { type Sides, sidesIn } from './author-sides.js';

/** Whether somebody waits for the team's answer to a ticket. */
export interface Waiting {
  readonly isWaiting: boolean;
  /** Since when (ISO 8601), if the server says so. */
  readonly since: string | undefined;
  /** Who wrote the last public message, if there is one. */
  readonly lastBy: Side | undefined;
}

/**
 * Whether a ticket waits, by its detail: it is unfinished, not paused, and its last public message is by a customer, or the team
 * has not written one yet. It has waited since the first message of a customer after the last one of the team, or else since it
 * was created. Notes, system entries and edits change nothing. Whoever is not known to be a customer is in the team.
 */
function waitingOf(detail: Row, sides: Sides): Waiting {
  const ticket = rowAt(detail, 'ticket');
  const messages = byTime(
    messagesOf(detail, 'ticket')
      .filter((message) => message.kind !== 'system' && isInternalNote(message) !== true)
      .map((message) => ({ author: authorOf(message), time: textOf(message.createdAt) ?? textOf(message.date) ?? '' })),
  );
  const sideOf = ({ author }: { readonly author: string }): Side =>
    sides.get(author) === 'customer' ? 'customer' : 'team';
  const last = messages.at(-1);
  const lastBy = last && sideOf(last);
  if (!mayWait(ticket) || lastBy === 'team') return { isWaiting: false, since: undefined, lastBy };
  const ours = messages.findLastIndex((message) => sideOf(message) === 'team');
  const first = ours < 0 ? undefined : messages[ours + 1];
  return { isWaiting: true, since: first?.time || textOf(ticket.createdAt), lastBy };
}

/** Whether a ticket can be waiting at all, by its status. */
export function mayWait(ticket: Row): boolean {
  const status = textOf(ticket.status);
  return !isFinished(status) && !isPaused(status);
}

/** Orders tickets by how long they have waited: the time, then the reference. Empty if that is unknown. */
export function placeOf(row: Row, { since }: Pick<Waiting, 'since'>): string {
  const time = Date.parse(since ?? '');
  return `${Number.isNaN(time) ? '9999' : new Date(time).toISOString()} ${orderOfRef(row)}`;
}

/** How many of these tickets wait, by the details of the oldest `most` that may; `unread` are those it could not tell of. */
export async function countWaiting(
  context: Context,
  rows: readonly Row[],
  most: number,
): Promise<{ readonly waiting: number; readonly unread: number }> {
  const open = rows.filter(mayWait);
  let [read, waiting] = [0, 0];
  const onFound = (_row: Row, { isWaiting }: Waiting): void => {
    read += 1;
    waiting += Number(isWaiting);
  };
  await readWaiting(context, open, { most, onFound, isQuiet: true }).catch((error: unknown) => {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
  });
  return { waiting, unread: open.length - read };
}

interface HowFar {
  readonly most?: number;
  /** Whether a ticket created then still matters, after those found so far. */
  readonly isNeeded?: (created: string | undefined) => boolean;
  readonly onFound: (row: Row, waiting: Waiting) => void;
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
  { most, isNeeded = () => true, onFound, isQuiet = false }: HowFar,
): Promise<{ readonly unread: number }> {
  const client = await context.client();
  // What is remembered and agrees with its row holds for whoever asks, also for a client that only remembers.
  const [own, shared] = [knownTo(client), knownTo(client.base)];
  const isAnyKnown = own.size + shared.size > 0;
  const knownFor = (row: Row): Known | undefined => {
    const id = uuidOf(row);
    return [own.get(id), shared.get(id)].find((kept) => kept && isDeepStrictEqual(kept.row, row));
  };
  const rest = rows.filter((row) => {
    const kept = isAnyKnown ? knownFor(row) : undefined;
    if (kept === undefined) return true;
    onFound(row, kept.waiting);
    return false;
  });
  const motion = isQuiet ? 'none' : motionIn(context.settings.env, context.show.isJson);
  const progress = startProgress({
    io: context.io,
    total: Math.min(rest.length, most ?? rest.length),
    label: 'reading',
    motion,
  });
  const sidesFor = sidesIn(client);
  const unread = await readDetails(client, {
    kind: 'ticket',
    rows: byCreation(rest),
    learns: false,
    // Where notes count for the whole team alone, a number of messages may say nothing to a customer.
    tells: 'lastMessageAt',
    ...(most !== undefined && { most }),
    isNeeded: (row) => isNeeded(textOf(row.createdAt)),
    take: async (row, detail, isRemembered) => {
      const waiting = waitingOf(detail, await sidesFor(detail));
      if (isTelling(row, 'lastMessageAt')) (isRemembered ? shared : own).set(uuidOf(row), { row, waiting });
      onFound(row, waiting);
      progress.advance(1);
    },
  }).finally(progress.finish);
  return { unread: unread.length };
}

/** The oldest first. Those that do not say when they were created come before, the least active of them first. */
function byCreation(rows: readonly Row[]): readonly Row[] {
  // The server's order is by last activity (docs/api.md, Tickets).
  return sortedBy(rows.toReversed(), (row) => Date.parse(textOf(row.createdAt) ?? '') || 0);
}

interface Known {
  readonly row: Row;
  readonly waiting: Waiting;
}

const knownBy = new WeakMap<Client | URL, Map<string, Known>>();

function knownTo(whom: Client | URL): Map<string, Known> {
  const known = knownBy.get(whom) ?? new Map<string, Known>();
  knownBy.set(whom, known);
  return known;
}
