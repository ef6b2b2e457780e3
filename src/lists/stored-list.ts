import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import type { ChecklistItem } from '../contract/task.js';

/**
 * The entries of a list that a write will replace, from the first of these fields that the entity has; undefined if it has
 * none. Throws TrackerError `failed` naming the field if it is not a list, or if `read` returns undefined for an entry, because
 * what cannot be read would be overwritten (docs/requirements.md, R40).
 */
export function storedList<T>(
  entity: Row,
  fields: readonly string[],
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  const field = fields.find((each) => Object.hasOwn(entity, each));
  if (field === undefined) return undefined;
  const value = entity[field];
  if (!Array.isArray(value)) throw unreadable(`its ${JSON.stringify(field)} is not a list`);
  return value.map((entry: unknown, at) => {
    const item = read(entry);
    if (item === undefined) throw unreadable(`entry ${at + 1} of its ${JSON.stringify(field)} has an unknown shape`);
    return item;
  });
}

/** The same for a list that is always present; also throws if the entity has none of the fields. */
export function requiredList<T>(
  entity: Row,
  fields: readonly [string, ...string[]],
  read: (entry: unknown) => T | undefined,
): readonly T[] {
  const list = storedList(entity, fields, read);
  if (list === undefined) throw unreadable(`it has no ${JSON.stringify(fields[0])}`);
  return list;
}

/** The tags of a task or ticket, which every server sends. Throws what requiredList throws. */
export function storedTags(entity: Row): readonly string[] {
  return requiredList(entity, ['tags', 'labels'], textOf);
}

/** The id of a person in a list, whose entries are ids or have one. */
export function personId(entry: unknown): string | undefined {
  return (isRow(entry) ? textOf(entry.id) : textOf(entry)) || undefined;
}

/** The items of a checklist as sent, unknown fields included (docs/api.md, Task detail). Throws what requiredList throws. */
export function storedChecklist(entity: Row): readonly ChecklistItem[] {
  return requiredList(entity, ['checklist'], (entry) => {
    if (!isRow(entry) || typeof entry.text !== 'string') return undefined;
    return typeof (entry.done ?? false) === 'boolean' ? entry : undefined;
  });
}

function unreadable(what: string): TrackerError {
  return new TrackerError('failed', `the server's response cannot be read: ${what}`, {
    hint: 'nothing was written, because what cannot be read would be lost',
  });
}
