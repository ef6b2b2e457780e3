import type { CallOptions, Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, rowAt } from '../contract/row.js';
import type { Entity } from '../references/find-entity.js';
import {
  changeLists,
  type ListEdits,
  type ListedKind,
  type Lists,
  namesOfLists,
  storedNames,
  toLists,
} from './entity-lists.js';
import { mergeIntoList } from './merge.js';
import { isEqual, isListName, isSameValue, storedValues } from './values.js';

/** A change of one task or ticket, with all names resolved to ids. */
export interface EntityChange {
  /** What is replaced: fields and whole lists, as PATCH takes them. */
  readonly fields: Row & Lists;
  /** The lists to which items are added or from which they are removed. */
  readonly lists: ListEdits;
  /** The task or ticket, if it was read right before. */
  readonly seen?: Row | undefined;
}

/** The outcome of a change. */
export interface ChangeResult {
  /** What the write did. */
  readonly did: 'changed' | 'unchanged' | 'not sent';
  /** The values of the changed fields before. Those that could not be read are left out. */
  readonly from: Row;
  /** Their values now: as the server has shown them, or else as sent. */
  readonly to: Row;
}

/**
 * Changes a task or ticket: fields in one PATCH; lists are read right before it, merged item by item, and read again after it
 * (docs/api.md, Task creation body and Tickets). Throws what mergeIntoList throws.
 */
export async function changeEntity(
  client: Client,
  found: Entity<ListedKind>,
  { fields, lists, seen }: EntityChange,
): Promise<ChangeResult> {
  const { kind, uuid } = found;
  const merged = namesOfLists(lists);
  const names = [...Object.keys(fields), ...merged];
  let did: ChangeResult['did'] | undefined;
  let before = seen;
  let after: Row = {};
  const read = async (): Promise<Row> => {
    const entity = did === undefined && seen ? seen : await readEntity(client, kind, uuid);
    if (did === undefined) before = entity;
    else after = entity;
    return entity;
  };
  // The fields are sent with the first write of the lists.
  const write = async (replaced: Lists): Promise<boolean> => {
    before ??= rowAt(await found.detail(), kind);
    const body: Row = { ...(did === undefined && fields), ...replaced };
    // What others wrote before a repeated write is not ours to undo.
    const replacedEntity = did === undefined ? before : after;
    const from = storedValues(kind, replacedEntity, Object.keys(body));
    const changedNothing = async (reply: Row): Promise<boolean> => {
      // A task may be planned without a day, which a write of no day ends.
      if (body.plannedFor === null && replacedEntity.inMyPlan === true) return false;
      if (reply.unchanged === true || isEqual(from, body)) return true;
      if (Object.keys(body).some((field) => !isSameValue(field, from[field], body[field]))) return false;
      // What differs only in spelling may be stored in the old one.
      const now = isRow(reply[kind]) ? reply[kind] : await readEntity(client, kind, uuid).catch(() => undefined);
      return now !== undefined && isEqual(from, storedValues(kind, now, Object.keys(body)));
    };
    const undo = { ref: found.ref, from, changedNothing };
    const reply = await patch(client, kind, { id: uuid, body, undo });
    did = reply === undefined ? 'not sent' : reply.unchanged === true ? (did ?? 'unchanged') : 'changed';
    if (isRow(reply?.[kind])) after = reply[kind];
    return reply !== undefined;
  };
  const hasFields = Object.keys(fields).length > 0;
  let stored: readonly string[] = [];
  if (merged.length > 0) {
    const store = {
      alsoWrites: hasFields,
      isUntouched: () => did === 'unchanged',
      read: async () => storedNames(kind, await read(), merged),
      write: async (items: readonly string[]) => await write(toLists(items, merged)),
    };
    stored = await mergeIntoList(store, changeLists(client, lists));
  }
  if (did === undefined && hasFields) await write({});
  return {
    did: did ?? 'unchanged',
    from: storedValues(kind, before ?? {}, names),
    to: { ...fields, ...shownFields(after, fields), ...toLists(stored, merged) },
  };
}

/** The values that the server shows for fields; lists are read on their own. */
function shownFields(entity: Row, fields: Row): Row {
  const shown = Object.keys(fields).filter((field) => !isListName(field) && Object.hasOwn(entity, field));
  return Object.fromEntries(shown.map((field) => [field, entity[field]]));
}

async function readEntity(client: Client, kind: ListedKind, id: string): Promise<Row> {
  const detail = await client.call(kind === 'task' ? 'GET /tasks/:id' : 'GET /tickets/:id', { id });
  return rowAt(detail, kind);
}

async function patch(
  client: Client,
  kind: ListedKind,
  options: Pick<CallOptions<'PATCH /tasks/:id'>, 'id' | 'undo'> & { readonly body: Row },
): Promise<Row | undefined> {
  return await client.write(kind === 'task' ? 'PATCH /tasks/:id' : 'PATCH /tickets/:id', options);
}

/** Throws `conflict` (exit 6) if somebody has changed one of these fields since it was `shown`, as in a form. */
export async function requireAsShown(
  client: Client,
  { kind, uuid, ref }: Entity<ListedKind>,
  { shown, fields }: { readonly shown: Row; readonly fields: readonly string[] },
): Promise<void> {
  const names = fields.filter((field) => !isListName(field));
  if (names.length === 0) return;
  const [was, now] = [shown, await readEntity(client, kind, uuid)].map((each) => storedValues(kind, each, names));
  const changed = names.filter((name) => !isSameValue(name, was?.[name], now?.[name]));
  if (changed.length === 0) return;
  throw new TrackerError(
    'conflict',
    `${ref}: someone else changed ${changed.join(' and ')} while the form was open; nothing was written`,
    { hint: `to see it as it is now: tracker ${kind}s view ${ref}` },
  );
}
