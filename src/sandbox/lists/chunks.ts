import { groupRows } from '../store/group-rows.js';
import type { RowKind } from './changes.js';

/** All tasks or all tickets as some people would see them if they saw all: by time, latest first, then by `sequence`, highest first. */
export interface Source {
  readonly kind: RowKind;
  /** Names the people to whom every row looks the same. */
  readonly key: string;
  /** The highest `sequence` that a row may have. */
  last(): number;
  /** Where those of these rows are that exist, in any order. */
  places(sequences: readonly number[]): readonly Place[];
  /** Those of these rows that exist, in order. */
  rows(sequences: readonly number[]): readonly ListedRow[];
  /** The rows that may look different to other people. */
  differing(): readonly number[];
}

export interface Place {
  /** Identifies the row. */
  readonly sequence: number;
  readonly at: string;
}

export interface ListedRow extends Place {
  /** What is sent. */
  readonly shown: unknown;
  readonly traits: Traits;
}

/** What decides which lists a row is in, and whom it names. Very many rows have the same. */
export interface Traits {
  /** The project or the organisation. */
  readonly home: string;
  readonly status?: string;
  readonly createdBy: string | null;
  /** The users it names. */
  readonly people: readonly string[];
  readonly watchers?: readonly string[];
}

/** Some neighbouring rows, as they are sent. */
export interface Chunk {
  readonly first: Place;
  readonly sequences: Uint32Array;
  /** The JSON of each row, with a comma in front. */
  readonly bytes: Buffer;
  /** Where each row ends. */
  readonly ends: Uint32Array;
  /** The number of each row's traits. */
  readonly traits: Uint32Array;
}

/** How chunks are made. */
export interface Making {
  /** Rows in a chunk. */
  readonly size: number;
  /** The JSON value to send instead of `value`. */
  disguise(value: unknown): unknown;
  /** The number of these traits. */
  numberOf(traits: Traits): number;
}

/** Cuts rows into chunks. */
export function makeChunks(rows: readonly ListedRow[], making: Making): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < rows.length; at += making.size) {
    const some = rows.slice(at, at + making.size);
    const [first] = some;
    if (!first) break;
    let end = 0;
    const texts = some.map(({ shown }) => `,${JSON.stringify(making.disguise(shown))}`);
    chunks.push({
      first: { sequence: first.sequence, at: first.at },
      sequences: Uint32Array.from(some, ({ sequence }) => sequence),
      bytes: Buffer.from(texts.join('')),
      ends: Uint32Array.from(texts, (text) => {
        end += Buffer.byteLength(text);
        return end;
      }),
      traits: Uint32Array.from(some, ({ traits }) => making.numberOf(traits)),
    });
  }
  return chunks;
}

/** The chunks after `touched` rows have changed, come or gone: only those they are in, and those they belong to now, are made again. */
export function renewChunks(
  source: Source,
  chunks: readonly Chunk[],
  touched: ReadonlySet<number>,
  making: Making,
): readonly Chunk[] {
  if (chunks.length === 0) return makeChunks(source.rows([...touched]), making);
  const members = new Map<Chunk, Set<number>>();
  const membersOf = (chunk: Chunk): Set<number> => {
    const known = members.get(chunk) ?? new Set(chunk.sequences);
    members.set(chunk, known);
    return known;
  };
  for (const chunk of chunks) {
    for (const sequence of chunk.sequences) if (touched.has(sequence)) membersOf(chunk).delete(sequence);
  }
  for (const place of source.places([...touched])) {
    const home = chunks.findLast(({ first }) => compare(first, place) <= 0) ?? chunks[0];
    if (home) membersOf(home).add(place.sequence);
  }
  const homes = new Map([...members].flatMap(([chunk, own]) => [...own].map((sequence) => [sequence, chunk])));
  const rows = groupRows(
    source.rows([...homes.keys()]),
    ({ sequence }) => homes.get(sequence),
    (row) => row,
  );
  return chunks.flatMap((chunk) => (members.has(chunk) ? makeChunks(rows.get(chunk) ?? [], making) : [chunk]));
}

/** The order of rows: negative if `one` comes first. */
export function compare(one: Place, other: Place): number {
  return one.at > other.at ? -1 : one.at < other.at ? 1 : other.sequence - one.sequence;
}

/** The bytes of those rows of a chunk whose traits are in a list; it has a 1 at their numbers. */
export function cutChunk({ bytes, ends, traits }: Chunk, isIn: Uint8Array): Buffer {
  let length = 0;
  for (let row = 0, start = 0; row < ends.length; row++) {
    const end = ends[row] ?? 0;
    if (isIn[traits[row] ?? 0] === 1) length += end - start;
    start = end;
  }
  if (length === bytes.length) return bytes;
  const cut = Buffer.allocUnsafe(length);
  let at = 0;
  for (let row = 0, start = 0; row < ends.length; row++) {
    const end = ends[row] ?? 0;
    if (isIn[traits[row] ?? 0] === 1) at += bytes.copy(cut, at, start, end);
    start = end;
  }
  return cut;
}
