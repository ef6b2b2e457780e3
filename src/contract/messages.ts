import { isRow, type Row, rowsOf, textOf, uuidOf } from './row.js';

/** Where the author of a message belongs. */
export type Side = 'customer' | 'team';

/** The sides of people by user id; undefined for those of whom nothing is known. */
export type Sides = Pick<ReadonlyMap<string, Side>, 'get'>;

const lists = ['messages', 'timeline'];

/** The ticket or task that a detail is of, or that it names. */
export function entityIn(detail: Row): Row | undefined {
  return [detail.ticket, detail.task].find(isRow) ?? (uuidOf(detail) === '' ? undefined : detail);
}

/** The messages of a ticket or thread: next to it or inside it. */
export function messagesOf(detail: Row, kind: 'ticket' | 'thread'): readonly Row[] {
  const entity = isRow(detail[kind]) ? detail[kind] : {};
  const found = [detail, entity].flatMap((row) => lists.map((key) => rowsOf(row[key])));
  return found.find((rows) => rows.length > 0) ?? [];
}

/** The id of whoever wrote a message; empty if it does not say. */
export function authorOf(message: Row): string {
  return textOf(message.authorId) ?? textOf(message.user) ?? '';
}

/** When a message or comment was written; empty if it does not say. */
export function timeOf({ createdAt, date }: Row): string {
  return textOf(createdAt) ?? textOf(date) ?? '';
}

/** Oldest first; entries without a time stay next to their neighbours. */
export function byTime<T extends { readonly time: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => {
    const [left, right] = [Date.parse(a.time), Date.parse(b.time)];
    return Number.isNaN(left) || Number.isNaN(right) ? 0 : left - right;
  });
}

/** What a message says. */
export function bodyOf({ body, text }: Row): string {
  return textOf(body) ?? textOf(text) ?? '';
}

/** Whether an entry of a timeline says that somebody has set the status. */
export function isStatusEntry({ kind, meta }: Row): boolean {
  return kind === 'system' && isRow(meta) && meta.event === 'status_changed';
}

/** Whether a message, comment or entry of a timeline is news for somebody: what another one has said, or a new status. */
export function isNewsFor(entry: Row, me: string | undefined): boolean {
  return authorOf(entry) !== me && (entry.kind !== 'system' || isStatusEntry(entry));
}

/** Whether a message of a ticket is an internal note; undefined if it does not say (docs/api.md, Ticket). */
export function isInternalNote({ isInternalNote, internal }: Row): boolean | undefined {
  const said = [isInternalNote, internal].filter((each) => typeof each === 'boolean');
  return said.length === 0 ? undefined : said.includes(true);
}

/** The detail of a ticket without its internal notes and their files. */
export function withoutInternal(detail: Row): Row {
  const entity = isRow(detail.ticket) ? detail.ticket : undefined;
  const hidden = [detail, entity ?? {}].flatMap((row) =>
    lists.flatMap((key) => rowsOf(row[key]).filter(isInternalNote)),
  );
  const files = hidden.flatMap((note) => [...rowsOf(note.files), ...rowsOf(note.attachments)]);
  const ids = new Set(files.flatMap(({ id }) => textOf(id) ?? []));
  const isShown = (each: unknown): boolean => !isRow(each) || !(isInternalNote(each) || ids.has(textOf(each.id) ?? ''));
  const open = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) =>
        [...lists, 'files', 'attachments'].includes(key) && Array.isArray(value)
          ? [key, value.filter(isShown)]
          : [key, value],
      ),
    );
  return { ...open(detail), ...(entity && { ticket: open(entity) }) };
}
