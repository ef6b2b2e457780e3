import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { TrackerError } from '../../../contract/errors.js';
import { isRow, type Row, refOf, rowAt, rowsOf, textOf } from '../../../contract/row.js';
import { isFinished, shownWord } from '../../../contract/server-word.js';
import {
  type ChangeResult,
  changeLists,
  type EntityChange,
  type ListedKind,
  type Lists,
  namesOfLists,
  storedNames,
  toLists,
} from '../../../lists/entity-lists.js';
import { mergeIntoList } from '../../../lists/merge.js';
import { readStored } from '../../../lists/read-back.js';
import { isEqual, isListName, isSameValue, storedValues } from '../../../lists/values.js';
import type { Basis, Entity } from '../../../references/find-entity.js';
import type { Done } from '../../bulk/exit-code.js';
import { requireUnchanged } from './changed-by-others.js';
import { reportChange } from './report-changes.js';

/** The change of a task or ticket, with all names resolved, and what it was based on. */
export interface WorkChange extends EntityChange {
  /** The description the new one is based on; a different one on the server is a conflict. */
  readonly base?: string | undefined;
  /** What a form has shown; somebody's change of the same field since then is a conflict. */
  readonly shown?: Basis | undefined;
  /** Called once that is as it was shown. Throws if it must not be changed all the same. */
  readonly check?: (() => Promise<void>) | undefined;
}

/** Changes a task or ticket and says what was done. Throws what changeEntity throws, and `conflict` for a change by others. */
export async function changeWork(
  context: Context,
  client: Client,
  { found, change }: { readonly found: Entity<'task' | 'ticket'>; readonly change: WorkChange },
): Promise<Done> {
  const { fields, base, shown, check } = change;
  if (found.kind === 'task') await warnOpenDependencies(context, found, textOf(fields.status));
  await requireUnchanged(context, found, { change, basis: shown ?? found.basis });
  await check?.();
  if (base !== undefined && descriptionIn(await client.call('GET /tasks/:id', { id: found.uuid })) !== base) {
    const message = 'someone else changed the description while you were writing; it was not overwritten';
    throw new TrackerError('conflict', message, { hint: 'read it first; sending your draft replaces it' });
  }
  const result = await changeEntity(client, found, change);
  return await reportChange(context, client, { found, change, result });
}

/** Warns if a task is to be finished but depends on unfinished ones, which servers allow (docs/api.md, Task creation body). */
async function warnOpenDependencies(
  context: Context,
  { ref, detail }: Entity<'task' | 'ticket'>,
  status: string | undefined,
): Promise<void> {
  if (!isFinished(status)) return;
  const stored = rowAt(await detail(), 'task');
  const open = rowsOf(stored.dependsOn).filter((link) => !isFinished(textOf(link.status)));
  if (open.length === 0) return;
  const names = open.map((link) => `${refOf(link)} (${shownWord(textOf(link.status) ?? 'unknown')})`);
  await context.show.warn(`${ref} depends on unfinished tasks: ${names.join(', ')}`);
}

/** The stored description of a task; empty if there is none. */
export function descriptionIn(detail: Row): string {
  return textOf(rowAt(detail, 'task').description) ?? '';
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
    const entity = did === undefined && seen ? seen : await readStored(client, found);
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
      const now = isRow(reply[kind]) ? reply[kind] : await readStored(client, found).catch(() => undefined);
      return now !== undefined && isEqual(from, storedValues(kind, now, Object.keys(body)));
    };
    const undo = { ref: found.ref, from, changedNothing };
    const reply: Row | undefined = await client.write(`PATCH /${kind}s/:id`, { id: uuid, body, undo });
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
  if (did === undefined && hasFields && !(await isAlready(client, found, fields))) await write({});
  return {
    did: did ?? 'unchanged',
    from: storedValues(kind, before ?? {}, names),
    to: { ...fields, ...shownFields(after, fields), ...toLists(stored, merged) },
  };
}

/** Whether fields have these values: what was read for the command may be some minutes old, so it is read again before nothing is sent. */
async function isAlready(client: Client, found: Entity<ListedKind>, fields: Row): Promise<boolean> {
  const has = (entity: Row): boolean => isEqual(storedValues(found.kind, entity, Object.keys(fields)), fields);
  // A task may be planned without a day, which a write of no day ends.
  if (fields.plannedFor === null || !has(rowAt(await found.detail(), found.kind))) return false;
  return has(await readStored(client, found));
}

/** The values that the server shows for fields; lists are read on their own. */
function shownFields(entity: Row, fields: Row): Row {
  const shown = Object.keys(fields).filter((field) => !isListName(field) && Object.hasOwn(entity, field));
  return Object.fromEntries(shown.map((field) => [field, entity[field]]));
}
