import type { Context } from '../context.js';
import { type Row, refOf, textOf } from '../contract/row.js';

/** What a row on standard input says about its entity. */
export interface RowName {
  /** Its human reference. */
  readonly ref: string;
  /** Such as `ticket`; undefined if the row does not show its kind. */
  readonly kind: string | undefined;
}

/** Commands pass on only the identifier of a row; what else it said is kept here, by context. */
const named = new WeakMap<object, Map<string, RowName>>();

/** Remembers what a row says about the entity with this identifier. */
export function nameRow(context: Context, text: string, row: Row): void {
  const names = named.get(context) ?? new Map<string, RowName>();
  named.set(context, names.set(text.toLowerCase(), { ref: textOf(row.ref) ?? refOf(row), kind: kindOf(row) }));
}

/** What a row on standard input said about the entity with this identifier; undefined if it did not come from a row. */
export function rowNameOf(context: object, text: string): RowName | undefined {
  return named.get(context)?.get(text.toLowerCase());
}

/** A reference as messages show it: the one in its row, or as given if it did not come from a row. */
export function shownReference(context: object, text: string): string {
  return rowNameOf(context, text)?.ref ?? text;
}

/** The kind of a row that tracker printed, by the fields only that kind has (docs/api.md, Tasks, Tickets, Inbox and Search). */
function kindOf(row: Row): string | undefined {
  if ('entityType' in row && 'readAt' in row) return 'notification';
  if ('subtitle' in row && 'url' in row) return row.type === 'wiki' ? 'wiki page' : wordOf(row.type);
  if ('subject' in row) return 'title' in row ? undefined : 'ticket';
  if ('title' in row && 'status' in row && 'project' in row) return 'task';
  return 'key' in row && 'name' in row ? 'project' : undefined;
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{1,20}$/.test(value) ? value : undefined;
}
