import { messagesOf } from '../../contract/messages.js';
import { isRow, type Row, rowsOf, textOf, uuidOf } from '../../contract/row.js';
import type { Client } from '../client.js';

/** What this account was last shown of a task or ticket. */
export interface Seen {
  /** The id of the newest entry of its timeline: a message, note or comment. Empty if there was none, or it has no id. */
  readonly entry: string;
  /** When that was written (ISO 8601); empty if there was none, or it does not say. */
  readonly at: string;
  /** When the task or ticket had last changed, or somebody had last written (ISO 8601, or a day); empty if it does not say. */
  readonly changed: string;
}

type Known = Pick<Client, 'index'>;

/** What of it was last shown; undefined if it never was. */
export function seenOf({ index }: Known, uuid: string): Seen | undefined {
  const known = uuid === '' ? undefined : index.find('seen', uuid);
  const [at = '', changed = ''] = known?.title.split('/') ?? [];
  return known && { entry: known.uuid, at, changed };
}

/** Remembers that a detail was shown, if it is of a task or ticket. */
export function markSeen(client: Known, detail: Row): void {
  const entity = entityIn(detail);
  if (!entity) return;
  const seen = seenIn(detail);
  // What is shown of earlier, such as without a server, makes nothing unseen.
  const { entry, at, changed } = seenOf(client, uuidOf(entity)) ?? seen;
  keep(client, uuidOf(entity), {
    ...(isLater(at, seen.at) ? { entry, at } : seen),
    changed: isLater(changed, seen.changed) ? changed : seen.changed,
  });
}

/** What there is to see in a detail. */
export function seenIn(detail: Row): Seen {
  const entity = entityIn(detail) ?? {};
  const newest = [...messagesOf(detail, 'ticket'), ...rowsOf(entity.comments)].reduce<Row | undefined>(
    // Of several at the same time, the last one is the newest.
    (last, each) => (last && isLater(timeOf(last), timeOf(each)) ? last : each),
    undefined,
  );
  return { entry: textOf(newest?.id) ?? '', at: newest ? timeOf(newest) : '', changed: changeOf(entity) };
}

function entityIn({ ticket, task }: Row): Row | undefined {
  return [ticket, task].find(isRow);
}

/** Remembers that this account has changed it, which is no news to it; nothing of its timeline counts as shown. */
export function markWritten(client: Known, uuid: string, at: Date): void {
  const seen = seenOf(client, uuid);
  if (seen && isLater(at.toISOString(), seen.changed)) keep(client, uuid, { ...seen, changed: at.toISOString() });
}

/** When a task or ticket had last changed as it was last shown, if its row has changed since (ISO 8601). */
export function changedSince(client: Known, row: Row): string | undefined {
  const seen = seenOf(client, uuidOf(row));
  return seen && isLater(changeOf(row), seen.changed) ? seen.changed : undefined;
}

function keep({ index }: Known, uuid: string, { entry, at, changed }: Seen): void {
  if (uuid !== '') index.learn('seen', [{ ref: uuid, uuid: entry, title: `${at}/${changed}` }]);
}

/** When a task or ticket last changed, or somebody last wrote (ISO 8601, or a day); empty if it does not say. */
function changeOf({ updatedAt, updated, lastMessageAt }: Row): string {
  const [changed = '', written = ''] = [textOf(updatedAt) ?? textOf(updated), textOf(lastMessageAt)];
  return changed === '' || isLater(written, changed) ? written : changed;
}

function isLater(one: string, other: string): boolean {
  return Date.parse(one) > Date.parse(other);
}

function timeOf({ createdAt, date }: Row): string {
  return textOf(createdAt) ?? textOf(date) ?? '';
}
