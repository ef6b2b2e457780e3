import { entityIn, messagesOf, timeOf } from '../../contract/messages.js';
import { isRow, type Row, rowsOf, textOf, uuidOf } from '../../contract/row.js';
import { hashOf } from '../../disk/address-name.js';
import type { Client } from '../client.js';
import type { KnownReference } from './references.js';

/** What this account was last shown of a task or ticket. */
export interface SeenMark {
  /** The id of the newest entry of its timeline: a message, note or comment. Empty if there was none, or it has no id. */
  readonly entry: string;
  /** When that was written (ISO 8601); empty if there was none, or it does not say. */
  readonly at: string;
  /** When the task or ticket had last changed, or somebody had last written (ISO 8601, or a day); empty if it does not say. */
  readonly changed: string;
  /** Its status; empty if it does not say. */
  readonly status: string;
  /** A mark of four letters for each entry that was shown: one that has an earlier date may still be new. Undefined if not known. */
  readonly marks?: string | undefined;
}

type IndexOwner = Pick<Client, 'index'>;

/** What of it was last shown; undefined if it never was. */
export function seenOf({ index }: IndexOwner, uuid: string): SeenMark | undefined {
  const known = uuid === '' ? undefined : index.find('seen', uuid);
  if (!known) return undefined;
  const [at = '', changed = '', status = '', count] = known.title.split('/');
  const parts = Array.from({ length: Number(count ?? 0) }, (_, place) => index.find('seen', `${uuid}/${place}`)?.title);
  const marks = count === undefined || parts.includes(undefined) ? undefined : parts.join('');
  return { entry: known.uuid, at, changed, status, marks };
}

/**
 * The entries of a timeline that are new since it was shown; all of them if it never was. What was not there counts, whatever its
 * date; where that is not known, what is dated later does.
 */
export function unseenIn(all: readonly Row[], since: SeenMark | undefined): readonly Row[] {
  if (since?.marks !== undefined) {
    const shown = marksIn(since.marks);
    return all.filter((entry) => !shown.has(markOf(entry)));
  }
  const at = since ? all.findIndex(({ id }) => textOf(id) === since.entry) : -1;
  const seenAt = Date.parse(since?.at ?? '');
  return all.filter((entry, place) => {
    const written = Date.parse(timeOf(entry));
    return Number.isNaN(seenAt) || Number.isNaN(written)
      ? place > at
      : written > seenAt || (written === seenAt && place > at);
  });
}

function marksIn(marks: string): ReadonlySet<string> {
  return new Set(marks.match(/.{4}/gu) ?? []);
}

/** Four letters that hardly ever are those of another entry. */
function markOf(entry: Row): string {
  const text = textOf(entry.id) ?? [timeOf(entry), entry.authorId, entry.user, entry.body, entry.text].join('\n');
  const sum = hashOf(text);
  return Buffer.from([sum >>> 24, (sum >>> 16) & 255, (sum ^ (sum >>> 8)) & 255]).toString('base64url');
}

/** Remembers that a detail was shown, if it is of a task or ticket, or only such entries of its timeline. */
export function markSeen(client: IndexOwner, detail: Row, isShown: (entry: Row) => boolean = () => true): void {
  const entity = entityIn(detail);
  if (!entity) return;
  const seen = seenIn(detail, isShown);
  // What is shown of earlier, such as without a server, makes nothing unseen.
  const before = seenOf(client, uuidOf(entity)) ?? seen;
  const { entry, at, changed, status } = before;
  const isOld = isLater(changed, seen.changed);
  keep(client, uuidOf(entity), {
    ...(isLater(at, seen.at) ? { entry, at } : { entry: seen.entry, at: seen.at }),
    ...(isOld ? { changed, status } : { changed: seen.changed, status: seen.status }),
    marks: [...new Set([...marksIn(before.marks ?? ''), ...marksIn(seen.marks ?? '')])].join(''),
  });
}

/** What there is to see in a detail. */
export function seenIn(detail: Row, isShown: (entry: Row) => boolean = () => true): SeenMark {
  const entity = entityIn(detail) ?? {};
  const entries = [...messagesOf(detail, 'ticket'), ...rowsOf(entity.comments)].filter(isShown);
  const newest = entries.reduce<Row | undefined>(
    // Of several at the same time, the last one is the newest.
    (last, each) => (last && isLater(timeOf(last), timeOf(each)) ? last : each),
    undefined,
  );
  return {
    ...{ entry: textOf(newest?.id) ?? '', at: newest ? timeOf(newest) : '', changed: changeOf(entity) },
    ...{ status: textOf(entity.status) ?? '', marks: entries.map(markOf).join('') },
  };
}

/** Remembers that this account has changed it, which is no news to it; nothing of its timeline counts as shown. */
export function markWritten(client: IndexOwner, uuid: string, body: unknown, at: Date): void {
  const seen = seenOf(client, uuid);
  if (!seen) return;
  const changed = isLater(at.toISOString(), seen.changed) ? at.toISOString() : seen.changed;
  keep(client, uuid, { ...seen, changed, status: (isRow(body) && textOf(body.status)) || seen.status });
}

/** When a task or ticket had last changed as it was last shown, if its row has changed since (ISO 8601). */
export function changedSince(client: IndexOwner, row: Row): string | undefined {
  const seen = seenOf(client, uuidOf(row));
  return seen && isLater(changeOf(row), seen.changed) ? seen.changed : undefined;
}

function keep({ index }: IndexOwner, uuid: string, { entry, at, changed, status, marks }: SeenMark): void {
  if (uuid === '') return;
  // A line of the index is cut at 200 characters.
  const parts = marks?.match(/.{1,196}/gu) ?? [];
  const title = [at, changed, status.replaceAll('/', ' '), ...(marks === undefined ? [] : [parts.length])].join('/');
  const lines = parts.map((part, place): KnownReference => ({ ref: `${uuid}/${place}`, uuid: '', title: part }));
  index.learn('seen', [{ ref: uuid, uuid: entry, title }, ...lines]);
}

/** When a task or ticket last changed, or somebody last wrote (ISO 8601, or a day); empty if it does not say. */
function changeOf({ updatedAt, updated, lastMessageAt }: Row): string {
  const [changed = '', written = ''] = [textOf(updatedAt) ?? textOf(updated), textOf(lastMessageAt)];
  return changed === '' || isLater(written, changed) ? written : changed;
}

function isLater(one: string, other: string): boolean {
  return Date.parse(one) > Date.parse(other);
}
