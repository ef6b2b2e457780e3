import { groupRows } from '../store/group-rows.js';

/** A list of tasks or tickets as one person sees it: its rows by time, latest first, then by `sequence`, highest first. */
export interface List {
  readonly kind: 'task' | 'ticket';
  /** Distinguishes it from all other lists. */
  readonly key: string;
  /** Where the rows are; with `only`, those of these rows that the list contains. In any order. */
  places(only?: readonly number[]): readonly Place[];
  /** The rows, in order; with `only`, those of these rows that the list contains. */
  rows(only?: readonly number[]): readonly ListedRow[];
}

export interface Place {
  /** Identifies the row. */
  readonly sequence: number;
  readonly at: string;
}

export interface ListedRow extends Place {
  /** What is sent. */
  readonly shown: unknown;
  /** The users it names. */
  readonly people: readonly (string | null)[];
}

/** Some neighbouring rows of a list, as they are sent. */
export interface Chunk {
  readonly first: Place;
  readonly sequences: readonly number[];
  /** The JSON of each row, with a comma in front. */
  readonly bytes: Uint8Array;
  readonly people: ReadonlySet<string>;
}

/** How chunks are made. */
export interface Making {
  /** Rows in a chunk. */
  readonly size: number;
  /** The JSON value to send instead of `value`. */
  disguise(value: unknown): unknown;
}

/** Cuts rows into chunks. */
export function makeChunks(rows: readonly ListedRow[], making: Making): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < rows.length; at += making.size) {
    const some = rows.slice(at, at + making.size);
    const [first] = some;
    if (!first) break;
    chunks.push({
      first: { sequence: first.sequence, at: first.at },
      sequences: some.map(({ sequence }) => sequence),
      bytes: Buffer.from(some.map(({ shown }) => `,${JSON.stringify(making.disguise(shown))}`).join('')),
      people: new Set(some.flatMap(({ people }) => people.filter((id) => id !== null))),
    });
  }
  return chunks;
}

/** The chunks after `touched` rows have changed, come or gone: only those they are in, and those they belong to now, are made again. */
export function renewChunks(
  list: List,
  chunks: readonly Chunk[],
  touched: ReadonlySet<number>,
  making: Making,
): readonly Chunk[] {
  const members = new Map<Chunk, Set<number>>();
  const membersOf = (chunk: Chunk): Set<number> => {
    const known = members.get(chunk) ?? new Set(chunk.sequences);
    members.set(chunk, known);
    return known;
  };
  for (const chunk of chunks) {
    for (const sequence of chunk.sequences) if (touched.has(sequence)) membersOf(chunk).delete(sequence);
  }
  for (const place of list.places([...touched])) {
    const home = chunks.findLast(({ first }) => !isBefore(place, first)) ?? chunks[0];
    if (home) membersOf(home).add(place.sequence);
  }
  const homes = new Map([...members].flatMap(([chunk, own]) => [...own].map((sequence) => [sequence, chunk])));
  const rows = groupRows(
    list.rows([...homes.keys()]),
    ({ sequence }) => homes.get(sequence),
    (row) => row,
  );
  return chunks.flatMap((chunk) => (members.has(chunk) ? makeChunks(rows.get(chunk) ?? [], making) : [chunk]));
}

function isBefore(one: Place, other: Place): boolean {
  return one.at > other.at || (one.at === other.at && one.sequence > other.sequence);
}
