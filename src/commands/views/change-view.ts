import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { kind, ref } from '../../args/value.js';
import type { Argument } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { type Row, rowsWithin, textOf } from '../../contract/row.js';
import { toNameKey } from '../../contract/text/plain-letters.js';
import { cleanLine, quote } from '../../contract/text/unsafe-characters.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { type ListChange, mergeIntoList } from '../../lists/merge.js';
import { matchTitled } from '../../references/titled.js';
import { viewRows } from '../../views/views.js';

/** What names a saved view: its page, and itself. */
export const viewArguments: readonly Argument[] = [
  { value: { ...ref('views'), name: 'key' }, help: 'a page, such as tasks' },
  { value: kind('task-view', 'name'), help: 'the view: its whole name, or its id' },
];

/** What a page may have at most (docs/api.md, Limits). */
const [mostViews, longestName] = [20, 60];

/** The name for a view. Throws a usage error for one that no view can have. */
export function readName(given: string): string {
  const name = given.trim();
  if (name === '') throw usageError('the name of the view cannot be empty');
  if (name.length <= longestName) return name;
  throw usageError(`the name of a view has at most ${longestName} characters; this one has ${name.length}`);
}

/** What is saved for a page, and for the others. */
export async function readPage(client: Client, key: string) {
  const rows = viewRows(await client.call('GET /me/views'));
  return { page: rows.find((row) => row.key === key) ?? { key }, others: rows.filter((row) => row.key !== key) };
}

/** The saved view with this whole name, or id. Throws `not_found` with the names there are, `ambiguous`, or `failed` if it has no id. */
export async function findView(client: Client, key: string, name: string): Promise<Row> {
  const views = rowsWithin((await readPage(client, key)).page, 'savedViews');
  const names = views.map((view) => cleanLine(textOf(view.name) ?? '')).join(', ');
  const known = names === '' ? `none is saved for ${key}` : `saved for ${key}: ${names}`;
  return matchTitled(views, { client, kind: 'saved view', text: name.trim(), isWhole: true, known });
}

export function isCalled(view: Row, name: string): boolean {
  return toNameKey(textOf(view.name) ?? '').trim() === toNameKey(name);
}

/** One saved view as it was read, and as it is to be: undefined if it is new, or is to be deleted. */
interface Change {
  readonly from: Row | undefined;
  readonly to: Row | undefined;
}

/** Changes one saved view of a page, and no other. Throws what `mergeIntoList` throws, and `conflict` if it has changed meanwhile. */
export async function changeView(context: Context, client: Client, key: string, change: Change): Promise<void> {
  const store = {
    read: async () => rowsWithin((await readPage(client, key)).page, 'savedViews'),
    write: async (savedViews: readonly Row[]) =>
      (await client.write('POST /me/views', { body: { key, patch: { savedViews } } })) !== undefined,
  };
  await whileLocked(context, { client, uuid: 'views' }, async () => {
    await mergeIntoList(store, listChange(context, key, change));
  });
}

function listChange(context: Context, key: string, { from, to }: Change): ListChange<Row> {
  const { id, name } = to ?? from ?? {};
  const isOurs = (each: Row): boolean => each.id === id;
  const isDone = (stored: readonly Row[]): boolean => {
    const ours = stored.find(isOurs);
    return to === undefined || ours === undefined ? ours === to : isStored(ours, to, from);
  };
  const others = new Map<unknown, Row>();
  const keeps = (each: Row, other: Row): boolean =>
    each.id === other.id && Object.keys(other).every((key) => Object.hasOwn(each, key));
  const lost = (stored: readonly Row[]): readonly Row[] =>
    [...others.values()].filter((other) => !stored.some((each) => keeps(each, other)));
  return {
    apply(stored) {
      const ours = stored.filter(isOurs);
      if (ours.length > 1 || typeof id !== 'string' || id === '')
        throw new TrackerError('failed', `the saved view ${shown(name)} has no id of its own, so it cannot be changed`);
      if (to && stored.some((each) => !isOurs(each) && isCalled(each, textOf(to.name) ?? '')))
        throw new TrackerError('conflict', `${key} already has a saved view called ${shown(to.name)}`);
      const [now] = ours;
      // A server may keep only part of what it took.
      const isAsRead = isDeepStrictEqual(now, from) || (now && to && isPartOf(now, to));
      if (!isAsRead)
        throw new TrackerError(
          'conflict',
          `the saved view ${shown(name)} was changed in the meantime; nothing was written`,
        );
      if (stored.length >= mostViews && to && !now)
        throw new TrackerError('failed', `${key} already has ${stored.length} saved views, and can have ${mostViews}`, {
          hint: `delete one first: tracker ${selection(context)}views delete ${key} NAME`,
        });
      for (const each of stored) if (!isOurs(each)) others.set(each.id, each);
      if (!now) return to ? [...stored, to] : stored;
      return stored.flatMap((each) => (isOurs(each) ? (to ? [to] : []) : [each]));
    },
    countOpen: (stored) => (isDone(stored) ? 0 : 1),
    hasLost: (stored) => lost(stored).length > 0,
    isLeftOut: (_written, now) => !isDone(now) && lost(now).length === 0,
    describeMissing: (stored) => {
      const missing = [...(isDone(stored) || !to ? [] : [to]), ...lost(stored)];
      return missing.length === 0
        ? `still has ${shown(name)}`
        : `did not keep ${missing.map((each) => shown(each.name)).join(', ')}`;
    },
  };
}

/** The name of a view in quotes. */
export function shown(name: unknown): string {
  return quote(cleanLine(textOf(name) ?? ''));
}

/** Whether a view is stored as it was sent, without what it had before. The server may have added something. */
export function isStored(stored: Row, to: Row, from: Row | undefined): boolean {
  return isPartOf(to, stored) && Object.keys(from ?? {}).every((key) => key in to || !(key in stored));
}

function isPartOf(part: Row, whole: Row): boolean {
  return Object.entries(part).every(([key, value]) => isDeepStrictEqual(whole[key], value));
}
