import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { readDetails } from '../../client/details.js';
import { accountOf, ledgerOf } from '../../compose/saved/drafts.js';
import { authorOf, bodyOf, isInternalNote, messagesOf, type Sides, timeOf } from '../../contract/messages.js';
import { type Row, rowIn, textOf, uuidOf } from '../../contract/row.js';
import { readSnoozes, type Snooze } from '../../ledger/snoozes.js';
import { sidesIn } from './author-sides.js';

/** A ticket that is put off on this computer. */
export interface SnoozedTicket {
  /** ISO 8601. */
  readonly until: string;
  /** What of the customer has woken it before that: something of a few words, or more. */
  readonly woken: 'message' | 'short' | undefined;
}

/** Which tickets are put off on this computer by this account, by uuid. */
async function snoozesHere(context: Context, client: Client): Promise<ReadonlyMap<string, Snooze>> {
  const { ledger } = ledgerOf(context);
  return readSnoozes({ ledger, stateFolder: context.settings.folders.state }, await accountOf(client));
}

/**
 * Which of these tickets are put off, and which of those the customer has woken since. Only the details of rows that do not prove that
 * nobody has written are read.
 */
export async function snoozedAmong(context: Context, rows: readonly Row[]): Promise<ReadonlyMap<Row, SnoozedTicket>> {
  const client = await context.client();
  const before = await snoozesHere(context, client);
  const doubtful = rows.filter((row) => isDoubtful(row, before.get(uuidOf(row))));
  const wokenBy = new Map<Row, (snooze: Snooze) => SnoozedTicket['woken']>();
  if (doubtful.length > 0) {
    const { read } = sidesIn(context, client);
    const unread = await readDetails(client, {
      ...{ kind: 'ticket', rows: doubtful, learns: false, tells: 'lastMessageAt' },
      async take(row, detail, isRemembered) {
        const sides = await read(detail, isRemembered);
        wokenBy.set(row, (snooze) => wokenIn(detail, sides, snooze));
      },
    });
    // Who wrote there cannot be told.
    for (const row of unread) wokenBy.set(row, () => (textOf(row.lastMessageAt) === undefined ? undefined : 'message'));
  }
  // What was put off meanwhile is so from now on.
  const now = doubtful.length > 0 ? await snoozesHere(context, client) : before;
  return new Map(
    rows.flatMap((row) => {
      const snooze = now.get(uuidOf(row));
      return snooze ? [[row, { until: snooze.until, woken: wokenBy.get(row)?.(snooze) }]] : [];
    }),
  );
}

/** Whether somebody may have written in a ticket since it was put off. */
function isDoubtful({ lastMessageAt, messageCount }: Row, snooze: Snooze | undefined): boolean {
  if (!snooze || (lastMessageAt === null && messageCount === 0)) return false;
  return !(Date.parse(textOf(lastMessageAt) ?? '') <= Date.parse(snooze.after));
}

/** What a customer has written in public since, of whom it is not known that they are of the team. */
function wokenIn(detail: Row, sides: Sides, { after }: Snooze): SnoozedTicket['woken'] {
  const since = messagesOf(detail, 'ticket').filter(
    (message) =>
      message.kind !== 'system' &&
      isInternalNote(message) !== true &&
      sides.get(authorOf(message)) !== 'team' &&
      Date.parse(timeOf(message)) > Date.parse(after),
  );
  if (since.length === 0) return undefined;
  return since.every(isShort) ? 'short' : 'message';
}

/** The most words of a message that may only say thanks. */
const mostShort = 5;

function isShort(message: Row): boolean {
  const own = bodyOf(message).replace(/^>.*$/gm, '');
  return (own.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length <= mostShort;
}

/** A ticket that is put off: its row, or its detail. */
interface PutOff {
  readonly uuid: string;
  readonly ref: string;
  readonly known: Row;
}

/**
 * Gives a function that puts tickets off until a time, or wakes them, on this computer and for this account: all in one entry of the
 * ledger, which `undo` takes back. It gives until when a ticket was and is put off (ISO 8601; null if it is not), and the number of the
 * entry; it throws `failed` if that cannot be written. Throws `read_only` unless access is full: what an agent is told to put off,
 * nobody would see.
 */
export async function snoozer(context: Context) {
  const { access } = context.settings;
  if (access.level !== 'full')
    throw (await import('../../contract/allowed.js')).notAllowed(access, 'only a person may put tickets off');
  const client = await context.client();
  const keep = (await client.recorder()).keeping('snooze');
  const snoozes = await snoozesHere(context, client);
  return ({ uuid, ref, known }: PutOff, until: Date | undefined) => {
    const from = snoozes.get(uuid)?.until ?? null;
    const to = until?.toISOString() ?? null;
    const isChanged = from !== null || to !== null;
    const write = { from: { snoozedUntil: from }, to: { snoozedUntil: to, after: lastIn(known) } };
    return { from, to, entry: isChanged ? keep({ kind: 'ticket', uuid, ref, ...write }) : undefined };
  };
}

/** When the last was written there of what is known; undefined if it does not say. */
function lastIn(known: Row): string | undefined {
  const times = [known, rowIn(known, 'ticket')].flatMap(({ lastMessageAt, createdAt }) => [lastMessageAt, createdAt]);
  return [...times, ...messagesOf(known, 'ticket').map(timeOf)]
    .flatMap((time) => (typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [time] : []))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
}
