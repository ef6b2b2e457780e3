import type { People } from '../../contract/wide.js';
import { slicesUpTo } from '../store/sequences.js';
import type { Changes, Follower, RowKind } from './changes.js';
import {
  type Chunk,
  compare,
  cutChunk,
  type Making,
  makeChunks,
  type Place,
  renewChunks,
  type Source,
  type Traits,
} from './chunks.js';
import { Pieces } from './pieces.js';

/** Tasks and tickets as they are sent, in memory. Lists are cut out of them, and a write makes only a few of them again. */
export interface KeptLists {
  /** The body of a reply: an object with the rows of a list, and the people they name as `users`. */
  answer(list: List): Pieces;
  /** Makes a list before anyone asks for it, a few rows at each step. */
  prepare(list: List): Generator<undefined>;
}

/** Some of the rows of a source. */
export interface List {
  readonly source: Source;
  /** Distinguishes it from all other lists of the source. */
  readonly key: string;
  readonly name: string;
  /** Whether rows with these traits are in it. */
  includes(traits: Traits): boolean;
  peopleOf(ids: Iterable<string>): People;
}

export type KeepOptions = Partial<Pick<Making, 'size' | 'disguise'>>;

/** How many sources of a kind are kept, and how many lists of a source. */
const [mostSources, mostLists] = [2, 3];

/** How many places are read at a time. */
const slice = 4096;

/** The rows of a source as they last were. */
interface Kept {
  readonly source: Source;
  readonly follower: Follower;
  readonly touched: Set<number>;
  chunks: readonly Chunk[];
  /** Makes those that are still missing. */
  unfinished: Iterator<undefined> | undefined;
  /** What lists have of each chunk, by their keys. */
  readonly cuts: Map<string, WeakMap<Chunk, Buffer>>;
}

/** Keeps the tasks and tickets of a database. */
export function keepLists(changes: Changes, { size = 256, disguise = (value) => value }: KeepOptions = {}): KeptLists {
  const numbered: Record<RowKind, NumberedTraits> = { task: numberTraits(), ticket: numberTraits() };
  const makingOf = ({ kind }: Source): Making => ({ size, disguise, numberOf: numbered[kind].numberOf });
  let all: readonly Kept[] = [];

  const drop = (kept: Kept): void => {
    kept.follower.leave();
    all = all.filter((one) => one !== kept);
  };

  /** Notes what has changed; false, and no longer kept, if everything has to be made again. */
  const isCurrent = (kept: Kept): boolean => {
    const touched = kept.follower.take();
    if (touched === 'all' || (touched.size > 0 && kept.unfinished)) {
      drop(kept);
      return false;
    }
    for (const sequence of touched) kept.touched.add(sequence);
    return true;
  };

  const finish = (kept: Kept): void => {
    while (kept.unfinished?.next().done === false);
    kept.unfinished = undefined;
  };

  /** A source begins with the rows of another one, most of which look the same. */
  const begin = (source: Source): Kept => {
    const like = all.filter((one) => one.source.kind === source.kind).findLast(isCurrent);
    if (like) finish(like);
    const kept: Kept = {
      source,
      follower: changes.follow(source.kind),
      touched: new Set(like ? [...like.touched, ...source.differing()] : []),
      chunks: like?.chunks ?? [],
      unfinished: undefined,
      cuts: new Map(),
    };
    if (!like) kept.unfinished = makeAll(kept, makingOf(source));
    all = [...all, kept];
    const [oldest, ...others] = all.filter((one) => one.source.kind === source.kind);
    if (oldest && others.length === mostSources) drop(oldest);
    return kept;
  };

  const find = (source: Source): Kept => {
    const known = all.find((one) => one.source.key === source.key);
    return known && isCurrent(known) ? known : begin(source);
  };

  const answer = (list: List): Pieces => {
    const { source } = list;
    const kept = find(source);
    finish(kept);
    if (kept.touched.size > 0) kept.chunks = renewChunks(source, kept.chunks, kept.touched, makingOf(source));
    kept.touched.clear();
    return join(kept, list, numbered[source.kind].traits, disguise);
  };

  return {
    answer,
    *prepare(list) {
      const kept = find(list.source);
      while (kept.unfinished?.next().done === false) {
        yield;
        // Whoever asks first after a change has it made.
        if (!isCurrent(kept)) return;
      }
      answer(list);
    },
  };
}

/** Makes the rows of a source, a chunk at each step. */
function* makeAll(kept: Kept, making: Making): Generator<undefined> {
  const { source } = kept;
  const places: Place[] = [];
  for (const some of slicesUpTo(source.last(), slice)) {
    places.push(...source.places(some));
    yield;
  }
  places.sort(compare);
  const chunks: Chunk[] = [];
  kept.chunks = chunks;
  for (let at = 0; at < places.length; at += making.size) {
    const some = places.slice(at, at + making.size);
    chunks.push(...makeChunks(source.rows(some.map(({ sequence }) => sequence)), making));
    yield;
  }
}

interface NumberedTraits {
  /** By number. */
  readonly traits: readonly Traits[];
  numberOf(traits: Traits): number;
}

function numberTraits(): NumberedTraits {
  const traits: Traits[] = [];
  const numbers = new Map<string, number>();
  return {
    traits,
    numberOf(some) {
      const key = JSON.stringify(some);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, traits.length);
      return traits.push(some) - 1;
    },
  };
}

function join(kept: Kept, list: List, traits: readonly Traits[], disguise: Making['disguise']): Pieces {
  const { chunks } = kept;
  const isIn = Uint8Array.from(traits, (one) => (list.includes(one) ? 1 : 0));
  const isUsed = new Uint8Array(traits.length);
  for (const chunk of chunks) for (const trait of chunk.traits) isUsed[trait] = 1;
  const ids = new Set(traits.flatMap(({ people }, index) => (isIn[index] && isUsed[index] ? people : [])));
  const users = JSON.stringify(disguise(list.peopleOf(ids)));
  const cuts = cutsOf(kept, list.key);
  const rows = chunks
    .map((chunk) => {
      const cut = cuts.get(chunk) ?? cutChunk(chunk, isIn);
      cuts.set(chunk, cut);
      return cut;
    })
    .filter(({ length }) => length > 0);
  return new Pieces([
    Buffer.from(`{"${list.name}":[`),
    ...rows.map((bytes, index) => (index === 0 ? bytes.subarray(1) : bytes)),
    Buffer.from(`],"users":${users}}`),
  ]);
}

function cutsOf({ cuts }: Kept, key: string): WeakMap<Chunk, Buffer> {
  const known = cuts.get(key) ?? new WeakMap<Chunk, Buffer>();
  const [oldest] = cuts.keys();
  if (!cuts.has(key) && cuts.size === mostLists && oldest !== undefined) cuts.delete(oldest);
  cuts.set(key, known);
  return known;
}
