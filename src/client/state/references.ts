import { join } from 'node:path';
import { attempt } from '../../contract/errors.js';
import { toNameKey } from '../../contract/text/plain-letters.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { FindFolder } from '../../disk/folder.js';
import { readRegular, requireOwn, requireOwnIn } from '../../disk/read-regular.js';
import { replaceFile } from '../../disk/replace-file.js';
import { openAccountFolder } from './account-folder.js';

/** One line of the index. People type `ref`, and recognise the thing by `title`. */
export interface KnownReference {
  readonly ref: string;
  readonly uuid: string;
  readonly title: string;
}

/**
 * The kinds of entries in the index. Entries of `values` have references like `task-status:todo` and no uuid. Those of
 * `items` (checklist items) are like `SCM-12/2/open`: the reference of the task or ticket, the item's number and its state.
 * Those of `sides` are users by id (client/learn/sides.ts). Those of `seen` are in `seen.ts`.
 */
export type ReferenceKind =
  | 'tasks'
  | 'tickets'
  | 'projects'
  | 'orgs'
  | 'people'
  /** People by email address. */
  | 'mails'
  | 'views'
  | 'wiki'
  | 'notes'
  | 'threads'
  | 'inbox'
  | 'items'
  | 'sides'
  | 'seen'
  | 'values';

/**
 * The references one account has seen on this machine, in one TSV file per kind: `ref<TAB>uuid<TAB>title`, newest first.
 * It is a cache and can be deleted. Completion reads the same files.
 */
export type ReferenceIndex = ReturnType<typeof openReferenceIndex>;

export interface StoredBeside {
  readonly known: Buffer;
  readonly entries: readonly KnownReference[] | undefined;
  readonly place: number;
}

/** The most entries kept per kind, so that reading the index stays fast. */
const maxEntries = 50_000;

/** After so many batches, only the newest entry of each reference is kept. */
const maxBatches = 40;

/** Opens the index of an account on the server with this address in the cache folder. Reads nothing until it is used. */
export function openReferenceIndex(cacheFolder: FindFolder, url: string, account?: string) {
  const kinds = new Map<ReferenceKind, IndexFile>();
  let userId = account;
  let opened: ReturnType<typeof openAccountFolder> | undefined;
  const folder = (): ReturnType<typeof openAccountFolder> => {
    if (userId === undefined) throw new Error('nobody knows whose it is');
    opened ??= openAccountFolder(cacheFolder, { url, userId });
    return opened;
  };
  // Commands work without a writable cache; they only make more requests.
  const store = (name: string, text: string): void =>
    void attempt(() => {
      folder().make();
      replaceFile(join(folder().path, name), text);
    });
  const pending = new Map<ReferenceKind, Batch[]>();
  const fresh = new Map<ReferenceKind, (readonly KnownReference[])[]>();
  let isExamined = false;
  /** A file of the index. All of it is examined first, so that nothing is sent, or shown, if somebody else has a hand in it. */
  const examine = (): void => {
    if (isExamined) return;
    const { path, stats } = folder();
    if (stats) requireOwnIn(path, stats, 'memory');
    isExamined = true;
  };
  const readBytes = (kind: ReferenceKind): Buffer =>
    attempt(() => {
      examine();
      const path = join(folder().path, `${kind}.tsv`);
      return readRegular(path, (stats) => requireOwn(path, stats, folder().stats));
    }) ?? Buffer.alloc(0);
  const read = (kind: ReferenceKind): string => readBytes(kind).toString('utf8');
  const load = (kind: ReferenceKind, text = read(kind)): IndexFile => {
    const loaded = { entries: parse(text), changed: false };
    kinds.set(kind, loaded);
    return loaded;
  };
  const kept = (kind: ReferenceKind): IndexFile => {
    const at = kinds.get(kind) ?? load(kind);
    for (const batch of pending.get(kind)?.splice(0) ?? []) merge(at, batch);
    return at;
  };
  const add = (kind: ReferenceKind, entries: readonly KnownReference[], isOrdered: boolean): void => {
    if (entries.length === 0) return;
    const batches = [...(fresh.get(kind) ?? []), entries];
    // A program that follows changes for hours learns the same list again and again.
    fresh.set(kind, batches.length > maxBatches ? [[...latest(batches).values()]] : batches);
    // Merged on the next read or at the end, so that 20,000 rows are printed first.
    pending.set(kind, [...(pending.get(kind) ?? []), { entries, isOrdered }]);
  };
  return {
    /** Whose it is; empty if the server does not say. Undefined until that is known: nothing is read or written before. */
    get userId(): string | undefined {
      return userId;
    },
    /** Says whose it is, if nobody has said so. Throws Unsafe if somebody else has a hand in it. */
    claim(id: string): void {
      const isNews = userId === undefined;
      userId ??= id;
      attempt(examine);
      if (!isNews) return;
      for (const [kind, { entries }] of kinds)
        pending.set(kind, [{ entries: [...entries.values()], isOrdered: false }, ...(pending.get(kind) ?? [])]);
      kinds.clear();
    },
    /** The entry with this reference, ignoring case. */
    find: (kind: ReferenceKind, ref: string): KnownReference | undefined => kept(kind).entries.get(toNameKey(ref)),
    all: (kind: ReferenceKind): readonly KnownReference[] => [...kept(kind).entries.values()],
    /** The lines as stored, without what was learned since (stored-entries.ts). */
    stored: readBytes,
    /** What the server has sent since the index was opened, by reference; everything else is only remembered. */
    fresh: (kind: ReferenceKind): ReadonlyMap<string, KnownReference> => latest(fresh.get(kind) ?? []),
    /** Adds entries; `flush` writes them. */
    learn: (kind: ReferenceKind, entries: readonly KnownReference[]): void => add(kind, entries, false),
    /** The same for a list that comes in batches. */
    learnInOrder: (kind: ReferenceKind) => inOrder(readBytes(kind), (entries) => add(kind, entries, true)),
    forget(kind: ReferenceKind, ref: string): void {
      const at = kept(kind);
      at.changed = at.entries.delete(toNameKey(ref)) || at.changed;
    },
    /** Writes what has changed. A folder that cannot be written is not an error. */
    flush(): void {
      if (userId === undefined) return;
      for (const [kind, batches] of pending) {
        if (!kinds.has(kind)) {
          // The same list as last time need not be parsed and compared row by row.
          const text = read(kind);
          if (batches.every(({ entries, isOrdered }) => !isOrdered && holds(text, entries))) continue;
          load(kind, text);
        }
        kept(kind);
      }
      for (const [kind, at] of kinds) {
        if (at.changed) store(`${kind}.tsv`, toLines(at.entries.values()));
        at.changed = false;
      }
    },
  };
}

/** The newest entry of each reference. */
function latest(batches: readonly (readonly KnownReference[])[]): Map<string, KnownReference> {
  return new Map(batches.flat().map((entry) => [entry.ref, entry]));
}

interface Batch {
  readonly entries: readonly KnownReference[];
  /** Whether the index is to begin with them, in their order. */
  readonly isOrdered: boolean;
}

interface IndexFile {
  entries: Map<string, KnownReference>;
  changed: boolean;
}

/** Whether a file has these entries as consecutive lines. */
function holds(text: string, entries: readonly KnownReference[]): boolean {
  const lines = toLines(entries);
  return text.startsWith(lines) || text.includes(`\n${lines}`);
}

function toLines(entries: Iterable<KnownReference>): string {
  let lines = '';
  for (const { ref, uuid, title } of entries) lines += `${ref}\t${uuid}\t${title}\n`;
  return lines;
}

/**
 * Compares the first entries of a long list, as many as are kept, with stored lines, and passes them on if they are other ones, or in
 * another order. While they are the stored ones, none of them takes memory.
 */
function inOrder(known: Buffer, learn: (entries: readonly KnownReference[]) => void) {
  let place = 0;
  let count = 0;
  let entries: KnownReference[] | undefined;
  const isNext = (lines: Buffer): boolean => known.subarray(place, place + lines.length).equals(lines);
  return {
    isFull: (): boolean => count >= maxEntries,
    add(given: readonly KnownReference[]): void {
      const added = given.slice(0, maxEntries - count);
      count += added.length;
      if (entries === undefined) {
        const sent = Buffer.from(toLines(added));
        // Mostly there is nothing to clean.
        const lines = isNext(sent) ? sent : Buffer.from(toLines(added.flatMap(cleaned)));
        if (isNext(lines)) {
          place += lines.length;
          return;
        }
        entries = readLines(known.toString('utf8', 0, place));
      }
      for (const each of added) entries.push(each);
    },
    /** Gives what was stored, and of the list what differs from that, or else how much of that it is; undefined if it is cut off. */
    end(): StoredBeside | undefined {
      if (entries !== undefined) learn(entries);
      return count < maxEntries ? { known, entries, place } : undefined;
    },
  };
}

/** An entry as it is stored; none if its reference must be cleaned for display: a shell would complete it to something else. */
function cleaned({ ref, uuid, title }: KnownReference): readonly KnownReference[] {
  return isPlainLine(ref) ? [{ ref, uuid: oneLine(uuid), title: oneLine(title) }] : [];
}

/** Adds entries. If a uuid comes with a new reference, its old one is removed (docs/requirements.md, R79). */
function merge(kept: IndexFile, { entries, isOrdered }: Batch): void {
  const news = new Map<string, KnownReference>();
  const owners = new Map<string, string>();
  for (const { ref, uuid, title } of entries.slice(0, maxEntries)) {
    const stored = kept.entries.get(toNameKey(ref));
    const isStored = stored?.title === title && stored.uuid === uuid;
    if (isStored && !isOrdered) continue;
    const [sent] = isStored ? [stored] : cleaned({ ref, uuid, title });
    if (sent === undefined) continue;
    const key = toNameKey(sent.ref);
    const known = kept.entries.get(key);
    // A response that only refers to something does not include its title.
    const entry = sent.title === '' && known?.uuid === sent.uuid ? { ...sent, title: known.title } : sent;
    if (!isOrdered && known?.uuid === entry.uuid && known.title === entry.title) continue;
    const former = owners.get(entry.uuid);
    if (former !== undefined && former !== key) news.delete(former);
    if (entry.uuid !== '') owners.set(entry.uuid, key);
    news.set(key, entry);
  }
  if (news.size === 0) return;
  for (const [key, entry] of kept.entries)
    if (!news.has(key) && !owners.has(entry.uuid) && news.size < maxEntries) news.set(key, entry);
  kept.entries = news;
  kept.changed = true;
}

/** Parses the index. Of several lines with one reference or one uuid, the first is the newest. */
function parse(text: string): Map<string, KnownReference> {
  const entries = new Map<string, KnownReference>();
  const uuids = new Set<string>();
  for (const entry of readLines(text)) {
    const { ref, uuid } = entry;
    if (uuid !== '' && uuids.has(uuid)) continue;
    uuids.add(uuid);
    if (!entries.has(toNameKey(ref))) entries.set(toNameKey(ref), entry);
  }
  return entries;
}

/** Parses lines of the index. */
export function readLines(text: string): KnownReference[] {
  const found: KnownReference[] = [];
  for (const line of text.split('\n')) {
    const first = line.indexOf('\t');
    const second = line.indexOf('\t', first + 1);
    if (first < 1 || second < 0) continue;
    const third = line.indexOf('\t', second + 1);
    const title = line.slice(second + 1, third < 0 ? undefined : third);
    found.push({ ref: line.slice(0, first), uuid: line.slice(first + 1, second), title });
  }
  return found;
}

/** The most of a title that is looked at (UTF-16 units): cleaning a megabyte takes a tenth of a second. */
const longestCleaned = 4000;

/** A title from a server as one line, cut to 200 characters. No control character may reach the file or a shell. */
function oneLine(text: string): string {
  const line = cleanLine(text.slice(0, longestCleaned));
  return line.length <= 200 ? line : line.replace(/^(.{200}).*$/su, '$1');
}

/** Whether `oneLine` leaves a text unchanged. */
export function isPlainLine(text: string): boolean {
  return oneLine(text) === text;
}
