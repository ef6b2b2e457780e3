import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, uuidOf } from '../contract/row.js';
import type { Client } from './client.js';
import { learnPeople } from './learn/rows.js';

/** How many details are read at a time. */
const width = 8;

/** What has details, by the word in their paths. Reading a thread marks it as read, so threads are none of them. */
export const detailWords = {
  task: 'tasks',
  ticket: 'tickets',
  project: 'projects',
  page: 'wiki',
  note: 'notes',
} as const;

export type DetailKind = keyof typeof detailWords;

export interface DetailsQuestion<R> {
  readonly kind: DetailKind;
  /** In the order in which they are to be read. */
  readonly rows: readonly R[];
  /** Called with each detail, the remembered ones first, then each as it arrives; only what this keeps of it stays in memory. */
  readonly take: (row: R, detail: Row, isRemembered: boolean) => Promise<void> | void;
  /** Asked right before a row is read: whether it still matters, after what was taken so far. */
  readonly isNeeded?: (row: R) => boolean;
  /** A time that changes whenever that does for which details are read; a remembered detail serves where it proves that nothing has. */
  readonly tells?: string | undefined;
  /** The most to read. */
  readonly most?: number;
  /** False for details of which nothing but the names of people need be learned. */
  readonly learns?: boolean;
  /** True if other details of the same list are known already. */
  readonly isRest?: boolean;
  readonly signal?: AbortSignal;
}

/** Whether an error concerns only what was asked for, so that something else can still be read. */
export function isOwnTrouble(error: unknown): error is TrackerError {
  return error instanceof TrackerError && ['not_found', 'forbidden', 'usage', 'failed'].includes(error.kind);
}

/**
 * Reads the details of rows, eight at a time. Gives the rows that were needed and not read: those beyond `most`, and those that
 * the server lists and cannot show, or without an id. Throws if it fails at all of them and none is known, and at once if the
 * server cannot be reached or refuses the request.
 */
export async function readDetails<R extends Row>(client: Client, wanted: DetailsQuestion<R>): Promise<readonly R[]> {
  const { kind, isNeeded = () => true, most = Number.POSITIVE_INFINITY, learns = true, signal } = wanted;
  const take: typeof wanted.take = async (row, detail, isRemembered) => {
    learnPeople(detail.authors, client.index);
    await wanted.take(row, detail, isRemembered);
  };
  const rows = await takeRemembered(client, { ...wanted, take });
  const unread: R[] = [];
  let begun = 0;
  // What is remembered counts, or one that cannot be read would be left out at first, and later fail the whole list.
  let isAnyKnown = wanted.isRest === true || rows.length < wanted.rows.length;
  let failure: TrackerError | undefined;
  await eachOf(rows, width, async (row) => {
    if (!isNeeded(row)) return;
    if (begun >= most) return void unread.push(row);
    begun += 1;
    const options = { id: uuidOf(row), learns, ...(signal && { signal }) };
    try {
      await take(row, await client.call(`GET /${detailWords[kind]}/:id`, options), false);
      isAnyKnown = true;
    } catch (error) {
      if (!isOwnTrouble(error)) throw error;
      if (error.kind === 'failed') failure ??= error;
      unread.push(row);
    }
  });
  if (failure && !isAnyKnown) throw failure;
  return unread;
}

/** Waits, before some of many items, until others have had a turn, so that Ctrl-C is noticed. Throws the reason of the signal. */
export async function takeTurns(at: number, signal?: AbortSignal): Promise<void> {
  if (at % 100 === 99) await new Promise(setImmediate);
  signal?.throwIfAborted();
}

/** Takes the remembered details that are as good as new ones. Gives the other rows, needed or not. */
export async function takeRemembered<R extends Row>(
  client: Client,
  { kind, rows, take, isNeeded = () => true, tells, signal }: DetailsQuestion<R>,
): Promise<readonly R[]> {
  if (tells === undefined) return rows;
  const rest: R[] = [];
  for (const [at, row] of rows.entries()) {
    await takeTurns(at, signal);
    const kept = isTelling(row, tells) && isNeeded(row) ? await recallDetail(client, kind, row) : undefined;
    if (kept && Object.hasOwn(kept.entity, tells) && agrees(row, kept.entity)) await take(row, kept.detail, true);
    else rest.push(row);
  }
  return rest;
}

/** The remembered detail of a row, and what it is about; undefined if there is none, or something is known to have changed since. */
export async function recallDetail(client: Client, kind: DetailKind, row: Row) {
  const kept = await client.recall(`GET /${detailWords[kind]}/:id`, { id: uuidOf(row) });
  if (!kept || kept.isStale) return undefined;
  const detail: Row = kept.reply;
  const { [kind]: entity = detail } = detail;
  return isRow(entity) ? { detail, entity, at: kept.at } : undefined;
}

/** Whether nothing in a row contradicts the entity of its detail. */
export function agrees(row: Row, entity: Row): boolean {
  const isSame = (one: unknown, other: unknown): boolean => one === other || isDeepStrictEqual(one, other);
  return Object.entries(row).every(([name, value]) => !Object.hasOwn(entity, name) || isSame(value, entity[name]));
}

/**
 * Whether a time changes whenever what it is about does: within a day or a second, that may be twice. No time of a message tells only
 * of a ticket that has none.
 */
export function isTelling(row: Row, name: string): boolean {
  const value = row[name];
  if (value === null) return row.messageCount === 0;
  // Servers that keep whole seconds may write `.000`.
  return typeof value === 'string' && /T[\d:]+\.\d*[1-9]/.test(value);
}

/**
 * Works on items in their order, at most `atOnce` at a time. After an error, no more are begun; it is thrown once the others have
 * ended.
 */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && errors.length === 0; next = rest.next())
      await work(next.value).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
}
