import type { People } from '../../contract/wide.js';
import type { Database } from '../store/database.js';
import { type Changes, watchChanges } from './changes.js';
import { type Chunk, type List, type ListedRow, type Making, makeChunks, renewChunks } from './chunks.js';
import { Pieces } from './pieces.js';

/** How many lists are kept. */
const most = 4;

/** The rows read at a time when a list is made, so that memory holds little more than its bytes. */
const batch = 256;

/** Long lists as they were last sent, of which a write makes only a few rows again. */
export interface KeptLists {
  /**
   * The body of a reply: an object with the rows as `name` and the people they name as `users`, which `peopleOf` gives. A long
   * one comes as bytes.
   */
  answer(list: List, name: string, peopleOf: (ids: Iterable<string | null>) => People): unknown;
}

export interface KeepOptions extends Partial<Making> {
  /** The number of rows from which a list is kept. */
  readonly from?: number;
}

interface Kept {
  readonly kind: List['kind'];
  readonly touched: Set<number>;
  chunks: readonly Chunk[];
}

/** Keeps the long lists of a database. */
export function keepLists(
  db: Database,
  { from = 1000, size = 256, disguise = (value) => value }: KeepOptions = {},
): KeptLists {
  const making: Making = { size, disguise };
  const lists = new Map<string, Kept>();
  let takeChanges: (() => Changes) | undefined;

  const noteChanges = (): void => {
    if (!takeChanges) return;
    const changes = takeChanges();
    if (changes.isEverything) lists.clear();
    for (const list of lists.values()) for (const sequence of changes[list.kind]) list.touched.add(sequence);
  };

  const keep = (list: List, sequences: readonly number[]): Kept => {
    takeChanges ??= watchChanges(db);
    const chunks: Chunk[] = [];
    for (let at = 0; at < sequences.length; at += batch) {
      chunks.push(...makeChunks(list.rows(sequences.slice(at, at + batch)), making));
    }
    const [oldest] = lists.keys();
    if (lists.size === most && oldest !== undefined) lists.delete(oldest);
    const kept = { kind: list.kind, touched: new Set<number>(), chunks };
    lists.set(list.key, kept);
    return kept;
  };

  return {
    answer(list, name, peopleOf) {
      noteChanges();
      const known = lists.get(list.key);
      const places = known ? [] : list.places();
      if (!known && places.length < from) return showWhole(list.rows(), name, peopleOf);
      const kept =
        known ??
        keep(
          list,
          places.map(({ sequence }) => sequence),
        );
      if (kept.touched.size > 0) kept.chunks = renewChunks(list, kept.chunks, kept.touched, making);
      kept.touched.clear();
      if (kept.chunks.length === 0) lists.delete(list.key);
      const users = peopleOf(new Set(kept.chunks.flatMap(({ people }) => [...people])));
      return join(kept.chunks, name, JSON.stringify(making.disguise(users)));
    },
  };
}

function showWhole(
  rows: readonly ListedRow[],
  name: string,
  peopleOf: (ids: Iterable<string | null>) => People,
): unknown {
  return { [name]: rows.map(({ shown }) => shown), users: peopleOf(rows.flatMap(({ people }) => people)) };
}

function join(chunks: readonly Chunk[], name: string, users: string): Pieces {
  const rows = chunks.map(({ bytes }, index) => (index === 0 ? bytes.subarray(1) : bytes));
  return new Pieces([Buffer.from(`{"${name}":[`), ...rows, Buffer.from(`],"users":${users}}`)]);
}
