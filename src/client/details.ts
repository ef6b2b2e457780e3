import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, uuidOf } from '../contract/row.js';
import type { Client } from './client.js';

/** How many details are read at a time. */
const width = 8;

/** Reading a thread marks it as read, so threads are none of them. */
const routes = {
  task: 'GET /tasks/:id',
  ticket: 'GET /tickets/:id',
  project: 'GET /projects/:id',
  page: 'GET /wiki/:id',
  note: 'GET /notes/:id',
} as const;

export type DetailKind = keyof typeof routes;

export interface DetailsWanted<R> {
  readonly kind: DetailKind;
  /** In the order in which they are to be read. */
  readonly rows: readonly R[];
  /** Called with each detail, the remembered ones first, then each as it arrives; only what this keeps of it stays in memory. */
  readonly take: (row: R, detail: Row, isRemembered: boolean) => Promise<void> | void;
  /** Asked right before a row is read: whether it still matters, after what was taken so far. */
  readonly isNeeded?: (row: R) => boolean;
  /**
   * Fields of which each changes whenever that does for which details are read: times to the millisecond, or counts. A row that
   * has one is not read again where the remembered detail agrees with it in all they both have (default: all are read).
   */
  readonly tells?: readonly string[];
  /** The same for rows that have none of these fields. */
  readonly orContent?: boolean;
  /** The most to read. */
  readonly most?: number;
  /** False for details that need not be remembered. */
  readonly learns?: boolean;
  readonly signal?: AbortSignal;
}

/** Whether an error concerns only what was asked for, so that something else can still be read. */
export function isOwnTrouble(error: unknown): error is TrackerError {
  return error instanceof TrackerError && ['not_found', 'forbidden', 'usage', 'failed'].includes(error.kind);
}

/**
 * Reads the details of rows, eight at a time. Gives the rows that were needed and not read: those beyond `most`, and those that
 * the server lists and cannot show, or without an id. Throws if it fails at all of them, and at once if the server cannot be
 * reached or refuses the request.
 */
export async function readDetails<R extends Row>(client: Client, wanted: DetailsWanted<R>): Promise<readonly R[]> {
  const { kind, take, isNeeded = () => true, most = Number.POSITIVE_INFINITY, learns = true, signal } = wanted;
  const rows = await takeRemembered(client, wanted);
  const unread: R[] = [];
  let begun = 0;
  let isAnyRead = false;
  let failure: TrackerError | undefined;
  await eachOf(rows, width, async (row) => {
    if (!isNeeded(row)) return;
    if (begun >= most) return void unread.push(row);
    begun += 1;
    const options = { id: uuidOf(row), learns, ...(signal && { signal }) };
    try {
      await take(row, await client.call(routes[kind], options), false);
      isAnyRead = true;
    } catch (error) {
      if (!isOwnTrouble(error)) throw error;
      if (error.kind === 'failed') failure ??= error;
      unread.push(row);
    }
  });
  if (failure && !isAnyRead) throw failure;
  return unread;
}

/** Takes the remembered details that are as good as new ones. Gives the other rows, needed or not. */
export async function takeRemembered<R extends Row>(
  client: Client,
  { kind, rows, take, isNeeded = () => true, tells = [], orContent = false, signal }: DetailsWanted<R>,
): Promise<readonly R[]> {
  const rest: R[] = [];
  for (const [at, row] of rows.entries()) {
    // Others have a turn, so that Ctrl-C is noticed.
    if (at % 100 === 99) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const by = { tells, orContent };
    const detail = mayAgree(row, by) && isNeeded(row) ? await recalled(client, kind, row) : undefined;
    const entity = detail?.[kind];
    if (detail && isRow(entity) && agrees(row, entity, by)) await take(row, detail, true);
    else rest.push(row);
  }
  return rest;
}

async function recalled(client: Client, kind: DetailKind, row: Row): Promise<Row | undefined> {
  const kept = await client.recall(routes[kind], { id: uuidOf(row) });
  return kept && !kept.isStale ? kept.reply : undefined;
}

type Agreeing = Pick<DetailsWanted<Row>, 'tells' | 'orContent'>;

/** Whether the last change of a row can be seen in it. */
function mayAgree(row: Row, { tells = [], orContent = false }: Agreeing): boolean {
  const told = tells.filter((name) => Object.hasOwn(row, name));
  return told.some((name) => isTelling(row, name)) || (orContent && told.length === 0);
}

/** Whether a detail with this entity is as good as a new one, by its row. */
export function agrees(row: Row, entity: Row, by: Agreeing): boolean {
  const has = (name: string): boolean => Object.hasOwn(entity, name);
  if (!mayAgree(row, by) || !(by.tells ?? []).every((name) => has(name) || !Object.hasOwn(row, name))) return false;
  const isSame = (one: unknown, other: unknown): boolean => one === other || isDeepStrictEqual(one, other);
  return Object.entries(row).every(([name, value]) => !has(name) || isSame(value, entity[name]));
}

/** Within a day or a second, something may change twice; no time of a message tells only of a ticket that has none. */
function isTelling(row: Row, name: string): boolean {
  const value = row[name];
  if (value === null) return row.messageCount === 0;
  return typeof value === 'number' || (typeof value === 'string' && /T[\d:]+\.\d/.test(value));
}

/**
 * Works on items in their order, at most `atOnce` at a time. After an error, no more are begun; it is thrown once those under
 * way have ended.
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
