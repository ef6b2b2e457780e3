import type { Context } from '../../args/context.js';
import { orderOfRef, type Row, rowsAt, textOf, uuidOf } from '../../contract/row.js';
import { isFinished, rankOf } from '../../contract/server-word.js';
import { isAsleep, mayWait, placeOf, readSnoozed, readWaiting } from '../conversations/waiting.js';

export interface Entry {
  readonly uuid: string;
  /** Where it is in the order. */
  readonly key: string;
}

/** Finds the ticket after the place that has waited longest and is not put off. Reads no more than it must; `gone` could not be shown. */
export async function nextTicket(
  context: Context,
  segment: 'mine' | 'watched' | 'all',
  place: Entry | undefined,
  gone?: string,
): Promise<QueuePlace> {
  const client = await context.client();
  const reply = await client.call('GET /tickets', { query: { segment } });
  const open = rowsAt(reply, 'tickets').filter((row) => mayWait(row) && uuidOf(row) !== gone);
  const snoozed = await readSnoozed(context, open);
  const rows = open.filter((row) => !isAsleep(snoozed.get(row)));
  const entries = new Map<string, Entry>();
  let found = following([], place);
  const { unread } = await readWaiting(context, rows, {
    // None has waited longer than it has existed; its key begins with the time.
    isNeeded: (created) => !(Date.parse(created ?? '') > Date.parse(found.next?.key.split(' ')[0] ?? '')),
    onFound: (row, waiting) => {
      const uuid = uuidOf(row);
      if (!waiting.isWaiting && !entries.delete(uuid)) return;
      if (waiting.isWaiting) entries.set(uuid, { uuid, key: placeOf(row, waiting) });
      found = following([...entries.values()], place);
    },
  });
  return { ...found, unread: unread + Number(gone !== undefined), asleep: open.length - rows.length };
}

/** Finds the first of the user's unfinished tasks after the place. */
export async function nextTask(context: Context, place: Entry | undefined): Promise<QueuePlace> {
  const client = await context.client();
  const reply = await client.call('GET /tasks', { query: { scope: 'mine' } });
  const open = rowsAt(reply, 'tasks').filter((row) => !isFinished(textOf(row.status)));
  return following(
    open.map((row) => ({ uuid: uuidOf(row), key: placeByDue(row) })),
    place,
  );
}

/** Orders tasks by due day, then by priority; those without a day come last. */
export function placeByDue(row: Row): string {
  const priority = 9 - (rankOf('priority', textOf(row.priority) ?? '') ?? 0);
  return `${textOf(row.due)?.slice(0, 10) || '9999-12-31'} ${priority} ${orderOfRef(row)}`;
}

type QueuePlace = ReturnType<typeof following>;

/** What follows a place among tasks or tickets in the order in which they should be done. */
function following(entries: readonly Entry[], place: Entry | undefined) {
  const isAfter = ({ uuid, key }: Entry): boolean => !place || (uuid !== place.uuid && key > place.key);
  const after = entries.filter(isAfter);
  const next = after.reduce<Entry | undefined>(
    (first, each) => (first && first.key <= each.key ? first : each),
    undefined,
  );
  // `unread` is how many could not be read, and may come before.
  return { next, hasEarlier: entries.length > after.length, unread: 0, asleep: 0 };
}
