import type { Client } from '../client/client.js';
import { orElse, phrase, TrackerError } from '../contract/errors.js';
import { type Row, rowAt } from '../contract/row.js';
import { shellWord } from '../contract/text/shell-word.js';
import type { Speaker } from '../output/shown.js';
import { type ListedKind, type ListName, type Lists, namesOfLists, storedNames, toNames } from './entity-lists.js';
import { listRules } from './names.js';

/**
 * Reads back what was written. A failure is only a warning, because an error would make people write it again; undefined then.
 * `what` says what was done, such as `SCM-12 was created`.
 */
export async function readBack<T>({ show }: Speaker, what: string, read: () => Promise<T>): Promise<T | undefined> {
  return await orElse(read(), async ({ message }) => {
    await show.warn(phrase`${what}, but could not be read back: ${message}`);
    return undefined;
  });
}

/** A task or ticket as the server has it now. */
export async function readStored(
  client: Client,
  { kind, uuid }: { readonly kind: ListedKind; readonly uuid: string },
): Promise<Row> {
  return rowAt(await client.call(`GET /${kind}s/:id`, { id: uuid }), kind);
}

/** What was requested for a task or ticket, and the server may have left out. */
export interface RequestedLists {
  readonly kind: ListedKind;
  readonly uuid: string;
  readonly ref: string;
  /** What was done, such as `SCM-12 was created`. */
  readonly what: string;
  readonly asked: Lists;
  /** The lists that should contain nothing else. */
  readonly whole: readonly ListName[];
}

export type ListsReadBack = NonNullable<Awaited<ReturnType<typeof readBackLists>>>;

/**
 * Reads a task or ticket that was written, and compares its lists, which are `stored` as names such as `tags:hot`. Warns and gives
 * undefined if it could not be read.
 */
export async function readBackLists(speaker: Speaker, client: Client, asking: RequestedLists) {
  const { kind, uuid, what, asked } = asking;
  const seen = await readBack(speaker, what, async () => {
    const detail: Row = await client.call(`GET /${kind}s/:id`, { id: uuid });
    const entity = rowAt(detail, kind);
    return { detail, entity, stored: storedNames(kind, entity, namesOfLists(asked)) };
  });
  if (!seen) return undefined;
  return { ...seen, difference: compareLists(client, asking, seen.stored) };
}

/** How the stored lists differ from the requested ones, in names as messages show them. */
export interface Difference {
  readonly missing: readonly string[];
  /** Unexpected items in lists that were replaced. */
  readonly extra?: readonly string[];
  readonly hint: string;
}

/** Compares requested lists with stored ones. A tag spelled differently or cut counts as stored (docs/requirements.md, R81). */
function compareLists(client: Client, { kind, ref, asked, whole }: RequestedLists, stored: readonly string[]) {
  const { isSame, isCut, show } = listRules(client);
  const names = toNames(asked);
  const isTaken = (item: string): boolean => names.some((name) => isSame(item, name));
  const isKept = (name: string): boolean =>
    stored.some((item) => isSame(item, name) || (isCut(item, name) && !isTaken(item)));
  const isAsked = (item: string): boolean => isTaken(item) || names.some((name) => isCut(item, name));
  const missing = names.filter((name) => !isKept(name));
  const isPerson = missing.some((name) => name.startsWith('assigneeIds:'));
  return {
    missing: missing.map(show),
    extra: stored.filter((item) => whole.some((list) => item.startsWith(`${list}:`)) && !isAsked(item)).map(show),
    hint: isPerson
      ? `list who can be assigned: tracker ${client.memory?.flags ?? ''}${kind}s view ${shellWord(ref)} --jq '.assignableUsers[].name'`
      : 'the list may be full, or a value may not be allowed',
  };
}

/** Throws what `incomplete` gives. */
export function requireComplete(what: string, ...differences: readonly Difference[]): void {
  const error = incomplete(what, ...differences);
  if (error) throw error;
}

/**
 * The `partial` error (exit 8) that names what differs, because the write has arrived and must not be repeated; undefined if
 * nothing does. `what` says what was done, such as `SCM-12 was created`.
 */
export function incomplete(what: string, ...differences: readonly Difference[]): TrackerError | undefined {
  const found = differences.filter(({ missing, extra = [] }) => missing.length + extra.length > 0);
  if (found.length === 0) return undefined;
  const missing = found.flatMap((each) => each.missing).join(', ');
  const extra = found.flatMap((each) => each.extra ?? []).join(', ');
  const said = [missing && `did not keep ${missing}`, extra && `did not remove ${extra}`].filter(Boolean);
  return new TrackerError('partial', `${what}, but the server ${said.join(', and ')}`, {
    hint: found.map(({ hint }) => hint).join('; '),
  });
}
