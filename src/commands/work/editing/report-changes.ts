import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { type Row, textOf } from '../../../contract/row.js';
import { shownWord } from '../../../contract/server-word.js';
import {
  type ChangeResult,
  type EntityChange,
  type ListedKind,
  type Lists,
  namesOfLists,
  toLists,
} from '../../../lists/entity-lists.js';
import { listRules, userName } from '../../../lists/names.js';
import { type Difference, incomplete, readBackLists } from '../../../lists/read-back.js';
import { reportTags } from '../../../lists/tags.js';
import { changesBetween, changesData, isListName, isSameValue } from '../../../lists/values.js';
import type { Entity } from '../../../references/find-entity.js';
import { isPlain } from '../../../terminal/progress.js';
import { changesText } from '../../../views/changes.js';
import type { Done } from '../../bulk/exit-code.js';

interface MadeChange {
  readonly found: Entity<ListedKind>;
  readonly change: EntityChange;
  readonly result: ChangeResult;
}

/** Says what changed. What the server did not do as requested is named in a `partial` error (docs/requirements.md, R81). */
export async function reportChange(
  context: Context,
  client: Client,
  { found, change: { fields, lists }, result: { did, from, to } }: MadeChange,
): Promise<Done> {
  const { kind, uuid, ref } = found;
  if (did === 'not sent') return { sentence: `Changed ${ref}.` };
  const asked: Lists = Object.fromEntries(Object.entries(fields).filter(([field]) => isListName(field)));
  const whole = namesOfLists(asked);
  const what = `${ref} was changed`;
  const seen =
    whole.length > 0 ? await readBackLists(context, client, { kind, uuid, ref, what, asked, whole }) : undefined;
  const now = { ...to, ...(seen && toLists(seen.stored, whole)) };
  const tags = [lists.tags?.add ?? [], asked.tags ?? []].flat();
  const spelled = await reportTags(context, tags, Array.isArray(now.tags) ? now.tags : []);
  const changes = did === 'changed' ? changesData(changesBetween(from, now)) : {};
  const text = describeChanges(context, client, changes);
  const already = `${ref} is already ${stateOf(client, { fields, lists })}`;
  const done = did === 'unchanged' ? already : text === '' ? `Changed ${ref}` : `${ref}: ${text}`;
  const sentence = [done, spelled].filter(Boolean).join('; ') + (text === '' ? '.' : '');
  const words = text === '' ? undefined : [text, spelled].filter(Boolean).join('; ');
  // A dry run shows requests, and there is none.
  if (did === 'unchanged' && context.settings.dryRun) await context.show.say(sentence);
  const error = incomplete(what, notKeptFields(fields, now), ...(seen ? [seen.difference] : []));
  return { sentence, words, ...(text !== '' && { changes }), ...(error && { error }) };
}

/** What something is already, after a change that changed nothing. */
function stateOf(client: Client, { fields, lists }: EntityChange): string {
  const names = [...Object.keys(fields), ...namesOfLists(lists)];
  if (names.length > 1) return 'up to date';
  const status = textOf(fields.status);
  if (status !== undefined) return shownWord(status);
  const { add = [], remove = [] } = lists.assigneeIds ?? {};
  if (add.length === 0 || remove.length > 0) return 'up to date';
  return `assigned to ${add.map((id) => userName(client, id)).join(', ')}`;
}

/** Changes in words, with the names of people and tasks. */
export function describeChanges({ settings, now }: Pick<Context, 'settings' | 'now'>, client: Client, changes: Row) {
  const { show } = listRules(client);
  const nameOf = (field: string, item: string): string =>
    field === 'assignees' ? show(`assigneeIds:${item}`) : field === 'dependsOnIds' ? show(`${field}:${item}`) : item;
  return changesText(changes, { now: now(), nameOf, words: isPlain(settings.env) });
}

/** The fields that are not as requested. A server may make its own text of a description. */
function notKeptFields(fields: Row, now: Row): Difference {
  const different = Object.keys(fields).filter(
    (field) => !isListName(field) && field !== 'description' && !isSameValue(field, fields[field], now[field]),
  );
  return {
    missing: different.map((field) => `${field} ${String(fields[field] ?? 'none')}`),
    hint: `the server has ${different.map((field) => `${field} ${String(now[field] ?? 'none')}`).join(', ')}`,
  };
}
