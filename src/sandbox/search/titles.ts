import type { Changes, Follower, RowKind } from '../lists/changes.js';
import type { Database } from '../store/database.js';
import { lastSequence, slicesUpTo } from '../store/sequences.js';
import type { Needle } from './needle.js';

/** The titles of very many tasks and tickets in memory, so that a search need not read all of them from the database. */
export interface KeptTitles {
  /** Reads them, some at each step, if there are many. */
  prepare(kind: RowKind): Generator<undefined>;
  /**
   * The rows that may match, by `sequence` and in portions: exact references first, then by their last change. Undefined if
   * titles are not kept, so that any row may match.
   */
  find(kind: RowKind, needle: Needle, isVisible: (home: string) => boolean): Iterable<readonly number[]> | undefined;
}

interface Title {
  readonly sequence: number;
  /** In lower case. */
  readonly text: string;
  readonly number: number;
  readonly home: Home;
  readonly updatedAt: string;
}

/** A project or an organisation. */
interface Home {
  readonly id: string;
  /** In lower case. */
  readonly key: string;
}

interface Kept {
  readonly follower: Follower;
  titles: Titles;
}

/** Titles by their last change, also as the lines of one text, which is much faster to search. */
interface Titles {
  readonly titles: readonly Title[];
  readonly text: string;
  /** Where the line of each title ends in it. */
  readonly ends: Uint32Array;
}

export interface KeepTitlesOptions {
  /** The number of rows from which titles are kept. */
  readonly from?: number;
}

/** How many titles are read at a time. */
const slice = 2048;

/** Keeps the titles of a database. */
export function keepTitles(db: Database, changes: Changes, { from = 1000 }: KeepTitlesOptions = {}): KeptTitles {
  const all = new Map<RowKind, Kept>();
  return {
    *prepare(kind) {
      const last = lastSequence(db, `${kind}s`);
      if (last < from) return;
      const follower = changes.follow(kind);
      const titles: Title[] = [];
      for (const some of slicesUpTo(last, slice)) {
        titles.push(...readTitles(db, kind, some));
        yield;
      }
      all.set(kind, { follower, titles: join(titles) });
    },
    find(kind, needle, isVisible) {
      const kept = all.get(kind);
      const touched = kept?.follower.take();
      if (!kept || !touched) return undefined;
      if (touched === 'all') {
        kept.follower.leave();
        all.delete(kind);
        return undefined;
      }
      if (touched.size > 0) {
        const others = kept.titles.titles.filter(({ sequence }) => !touched.has(sequence));
        kept.titles = join([...others, ...readTitles(db, kind, [...touched])]);
      }
      return findIn(kept.titles, needle, isVisible);
    },
  };
}

const sources = {
  task: { title: 'title', homeId: 'project_id', table: 'tasks', homes: 'projects' },
  ticket: { title: 'subject', homeId: 'org_id', table: 'tickets', homes: 'orgs' },
} as const;

function readTitles(db: Database, kind: RowKind, sequences: readonly number[]): Title[] {
  const { title, homeId, table, homes } = sources[kind];
  const rows = db.all<Omit<Title, 'home'> & { readonly homeId: string }>(
    `SELECT sequence, ${title} AS text, number, updated_at AS updatedAt, ${homeId} AS homeId FROM ${table}
     WHERE deleted_at IS NULL AND sequence IN (SELECT value FROM json_each(?))`,
    JSON.stringify(sequences),
  );
  const all = db.all<Home>(`SELECT id, key FROM ${homes}`).map(({ id, key }) => ({ id, key: key.toLowerCase() }));
  const byId = new Map(all.map((home) => [home.id, home]));
  return rows.flatMap(({ sequence, text, number, updatedAt, homeId }) => {
    const home = byId.get(homeId);
    return home ? [{ sequence, text: text.toLowerCase(), number, updatedAt, home }] : [];
  });
}

function join(titles: Title[]): Titles {
  titles.sort(compare);
  let end = 0;
  const ends = Uint32Array.from(titles, ({ text }) => {
    end += text.length + 1;
    return end;
  });
  return { titles, text: titles.map(({ text }) => `${text}\n`).join(''), ends };
}

function compare(one: Title, other: Title): number {
  return one.updatedAt > other.updatedAt ? -1 : one.updatedAt < other.updatedAt ? 1 : other.sequence - one.sequence;
}

/** How many rows the first portion has; each further one has ten times as many. */
const firstPortion = 20;

function* findIn(
  titles: Titles,
  { text, reference }: Needle,
  isVisible: (home: string) => boolean,
): Generator<readonly number[]> {
  let portion: number[] = [];
  let size = firstPortion;
  for (const { sequence, home } of reference ? withReference(titles, text, reference) : withText(titles, text)) {
    if (!isVisible(home.id)) continue;
    portion.push(sequence);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
    size *= 10;
  }
  yield portion;
}

/** The titles with this text. May have others if it has a line feed. */
function* withText({ titles, text, ends }: Titles, needle: string): Generator<Title> {
  let row = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, ends[row])) {
    while ((ends[row] ?? Number.POSITIVE_INFINITY) <= at) row++;
    const title = titles[row];
    if (!title) return;
    yield title;
  }
}

/** The titles with this text, and those of references that begin with it; first those of exactly this reference. */
function withReference(all: Titles, text: string, { key, digits }: NonNullable<Needle['reference']>): readonly Title[] {
  const found = new Set(withText(all, text));
  const matching = all.titles.filter(
    (title) =>
      (title.home.key === key && String(title.number).startsWith(digits)) || (found.size > 0 && found.has(title)),
  );
  const isExact = ({ home, number }: Title): boolean => home.key === key && String(number) === digits;
  return [...matching.filter(isExact), ...matching.filter((title) => !isExact(title))];
}
