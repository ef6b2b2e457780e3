import type { Context } from '../../../args/context.js';
import { TrackerError } from '../../../contract/errors.js';
import { authorOf, byTime, messagesOf, timeOf } from '../../../contract/messages.js';
import { isRow, type Row, rowAt } from '../../../contract/row.js';
import { shownWord } from '../../../contract/server-word.js';
import { Contested } from '../../../ledger/send.js';
import { type EntityChange, type ListedKind, listNames, namesOfLists } from '../../../lists/entity-lists.js';
import { listRules } from '../../../lists/names.js';
import { isListName, isSameValue, itemsOnlyIn, storedValues } from '../../../lists/values.js';
import { dataText } from '../../../output/data/json.js';
import type { Basis, Entity } from '../../../references/find-entity.js';
import { givenName, personName } from '../../../views/cells/people.js';
import { settingFor } from '../../showing/setting.js';
import type { WorkKind } from '../work-kind.js';

/** The values of a task or ticket that a change may replace, by the fields of its body. */
export function replaceableValues({ kind, fields }: WorkKind, entity: Row): Row {
  const names = Object.entries(fields).map(([key, { name = key }]) => name);
  return storedValues(kind, entity, [...names, 'description', ...listNames, 'checklist']);
}

type Change = Pick<EntityChange, 'fields' | 'lists'>;

/**
 * Throws `conflict` (exit 6) if somebody has changed what a change is about to replace, or anything without one, as the server has
 * it now; Contested if its author is asked. Without a basis, it is the one of what was queued, if it was.
 */
export async function requireUnchanged(
  context: Context,
  { kind, uuid, ref, basis: queued }: Entity<ListedKind>,
  { basis = queued, change }: { readonly basis?: Basis | undefined; readonly change?: Change },
): Promise<void> {
  const { values: seen = {}, when = '; nothing was sent', hint } = basis ?? {};
  if (!basis || Object.keys(seen).length === 0) return;
  const client = await context.client();
  const detail: Row = await client.call(`GET /${kind}s/:id`, { id: uuid });
  const entity = rowAt(detail, kind);
  const changed = changedByOthers(kind, entity, { change, basis });
  if (changed.length === 0) return;
  const words = await Promise.all(changed.map(async (name) => await wordsOfChange(context, name, { kind, detail })));
  if (basis.isAsked) throw new Contested(words.join(', and '), detail);
  throw new TrackerError('conflict', `${ref}: ${words.join(', and ')}${when}`, { about: ref, hint });
}

/**
 * The fields of a change, or else all, that somebody has changed since they were `seen`, though not to what they are to become. What
 * was never seen does not count, and of a list that is merged, only what is added or removed does, unless its author is asked.
 */
function changedByOthers(
  kind: ListedKind,
  entity: Row,
  { change, basis }: { readonly change: Change | undefined; readonly basis: Basis },
): readonly string[] {
  const { values: seen, isAsked = false } = basis;
  const names = change ? [...Object.keys(change.fields), ...namesOfLists(change.lists)] : Object.keys(seen);
  const known = names.filter((name) => Object.hasOwn(seen, name));
  const now = storedValues(kind, entity, known);
  return Object.keys(now).filter((name) => {
    const edit = isListName(name) ? change?.lists[name] : undefined;
    const has = (list: unknown, item: string): boolean => itemsOnlyIn(name, [item], list).length === 0;
    const isOther = !isSameValue(name, now[name], seen[name]);
    if (!edit) return isOther && !(change && isSameValue(name, now[name], change.fields[name]));
    return (
      edit.add.some((item) => !has(now[name], item) && (isAsked ? isOther : has(seen[name], item))) ||
      edit.remove.some((item) => has(now[name], item) && (isAsked ? isOther : !has(seen[name], item)))
    );
  });
}

/** What somebody has made of a field: `Zoë changed the priority to urgent`. */
async function wordsOfChange(
  context: Context,
  name: string,
  { kind, detail }: { readonly kind: ListedKind; readonly detail: Row },
): Promise<string> {
  const client = await context.client();
  const { people } = settingFor(context, client, detail.authors ?? detail.users);
  const field = { assigneeIds: 'assignees', dependsOnIds: 'dependencies' }[name] ?? name;
  const by = lastToChange(detail, field);
  const who = by === undefined ? 'someone else' : by === client.userId ? 'you' : givenName(personName(people, by));
  const elsewhere = by === client.userId ? ' elsewhere' : '';
  if (['title', 'description'].includes(name)) return `${who} changed the ${name}${elsewhere}`;
  const now = storedValues(kind, rowAt(detail, kind), [name])[name];
  const { show } = listRules(client);
  const nameOf = (item: string): string =>
    name === 'assigneeIds' ? personName(people, item) : name === 'tags' ? item : show(`${name}:${item}`);
  const words = Array.isArray(now)
    ? now.map(nameOf).join(', ') || (name === 'assigneeIds' ? 'nobody' : 'none')
    : shownWord(dataText(now)) || 'none';
  return `${who} changed the ${field} to ${words}${elsewhere}`;
}

/** Who changed a field of a ticket last; undefined if nothing says so. */
function lastToChange(detail: Row, field: string): string | undefined {
  const event = field === 'assignees' ? 'assigned' : `${field}_changed`;
  const entries = messagesOf(detail, 'ticket').filter(({ meta }) => isRow(meta) && meta.event === event);
  return byTime(entries.map((each) => ({ time: timeOf(each), by: authorOf(each) }))).at(-1)?.by || undefined;
}
