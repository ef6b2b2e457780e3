import { existsSync, readSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { groupedBy, isRow, type Row, refOf, rowsOf, uuidOf } from '../contract/row.js';
import { toNameKey } from '../contract/text/plain-letters.js';
import { withOpen } from '../disk/folder.js';
import { openOwn } from '../disk/read-regular.js';
import { lengthsOf } from './files.js';
import { changesName } from './folder.js';
import { lookedUp, partsOf } from './keepable.js';
import type { KeptAnswer } from './recall.js';

/** What a write of ours has changed, as far as its request and its answer say. */
export interface OwnChange {
  /** The first word of its path, such as `tickets`. */
  readonly under: string;
  /** What was changed; undefined for what was added to a list, or something else that has no id. */
  readonly uuid?: string | undefined;
  /** What the answer calls it, or what was deleted was called. */
  readonly ref?: string | undefined;
  readonly fields?: Row | undefined;
  /** A message or a comment. */
  readonly added?: Row | undefined;
  readonly isGone?: boolean | undefined;
  /** The ids of what it was linked to. */
  readonly links?: unknown;
  /** Whether it is only known that something may have changed. */
  readonly isHint?: boolean;
  /** Whether that was not our change: the server no longer has it. */
  readonly isOthers?: boolean | undefined;
}

/** A line of the file, and how long that was before it: an answer that was asked for when it was longer has the change. */
type Line = OwnChange & { readonly at: number };

/** What was read of it: what we have changed, and of what it is only known that it may have changed. */
type KnownLines = ReturnType<typeof lengthsOf> & { readonly lines: readonly Line[]; readonly hints: readonly Line[] };

const nothing: KnownLines = { size: 0, length: 0, lines: [], hints: [] };

/** After more changes than this, nobody looks what they have to do with an answer. */
const manyChanges = 100;

type AskedAnswer = Pick<KeptAnswer, 'bytes' | 'has'>;

export type OwnChanges = ReturnType<typeof openOwnChanges>;

/**
 * What we have changed since answers were read, or is known to be gone (docs/requirements.md, R95). A file that cannot be used is
 * no error.
 */
export function openOwnChanges(folder: string, stats?: Stats) {
  const path = join(folder, changesName);
  let known = nothing;
  const read = (): KnownLines => {
    const readNew = (file: number): void => {
      const { size, length } = lengthsOf(file);
      // It was folded.
      if (length - size !== known.length - known.size) known = { ...nothing, length: length - size };
      const bytes = Buffer.alloc(size - known.size);
      readSync(file, bytes, 0, bytes.length, known.size);
      const { lines, hints } = linesIn(bytes, known.length);
      known = { size, length, lines: known.lines.concat(lines), hints: known.hints.concat(hints) };
    };
    attempt(() => withOpen(openOwn(path, undefined, stats), readNew));
    return known;
  };
  return {
    /** All of it. */
    read,
    /** Whether something was changed since its detail was asked for. */
    isChanged: (id: string, has: number): boolean => read().lines.some(({ uuid, at }) => uuid === id && at >= has),
    /** What was deleted under this path, by its uuid or the reference that it had. */
    findDeleted: (under: string, name: string): OwnChange | undefined =>
      read().lines.findLast(
        ({ isGone, isOthers, uuid = '', ref = '', ...line }) =>
          isGone &&
          !isOthers &&
          line.under === under &&
          [uuid, ref].some((each) => toNameKey(each) === toNameKey(name)),
      ),
    /** Whether something may have changed since an answer was asked for, or its changes are not there any more. */
    isTouched(url: URL, { bytes, has }: AskedAnswer): boolean {
      const { length, lines, hints } = read();
      if (has > length || (length === 0 && existsSync(path))) return true;
      const since = [...lines, ...hints].filter(({ at }) => at >= has);
      return since.length > manyChanges || since.some((each) => touches(each, url, bytes));
    },
    /** An answer with what was changed since it was asked for, and the references of that; undefined if nothing was. */
    apply(url: URL, { bytes, has }: AskedAnswer): Pick<KeptAnswer, 'bytes' | 'changed'> | undefined {
      const since = read().lines.filter(({ at }) => at >= has);
      if (since.length === 0) return undefined;
      const { under, id } = partsOf(url);
      const byUuid = groupedBy(since, ({ uuid }) => uuid);
      const created = since.filter((each) => each.uuid === undefined && each.under === under && id === undefined);
      const names = new Set(created.map(({ ref = under }) => ref));
      const value = attempt(() => JSON.parse(bytes.toString()) as unknown);
      const now = withAdded(withChanges(value, byUuid, names), byUuid.get(id ?? '') ?? []);
      const changed = [...names].filter((ref) => ref !== '');
      return names.size === 0 ? undefined : { bytes: Buffer.from(JSON.stringify(now)), changed };
    },
  };
}

/** A value with what was changed in it; `names` gets the references of that, or an empty one for what others have deleted. */
function withChanges(value: unknown, changes: ReadonlyMap<string, readonly OwnChange[]>, names: Set<string>): unknown {
  if (Array.isArray(value))
    return value.map((each) => withChanges(each, changes, names)).filter((each) => each !== gone);
  if (!isRow(value)) return value;
  const own = changes.get(uuidOf(value)) ?? [];
  if (own.length > 0) names.add(own.every(({ isOthers }) => isOthers) ? '' : refOf(value));
  if (own.some(({ isGone }) => isGone)) return gone;
  const fields: Row = Object.assign({}, ...own.map((change) => change.fields));
  return Object.fromEntries(
    Object.entries(value).map(([name, old]) => [
      name,
      Object.hasOwn(fields, name) ? fields[name] : withChanges(old, changes, names),
    ]),
  );
}

/** Stands for what was deleted; null in JSON. */
const gone = { toJSON: () => null };

/** A detail with the messages or comments that were added to it. */
function withAdded(value: unknown, changes: readonly OwnChange[]): unknown {
  const added = changes.flatMap((change) => (change.added ? [change.added] : []));
  if (!isRow(value) || added.length === 0) return value;
  const add = (row: Row): Row => {
    const name = ['messages', 'comments'].find((each) => Array.isArray(row[each]));
    if (name === undefined) return row;
    const rows = rowsOf(row[name]);
    // It may have been there already when the answer was sent.
    const isNew = ({ id }: Row): boolean => id === undefined || !rows.some((one) => one.id === id);
    return { ...row, [name]: [...rows, ...added.filter(isNew)] };
  };
  const whole = add(value);
  const [kind] = ['ticket', 'task'].filter((each) => isRow(value[each]));
  return whole === value && kind !== undefined ? { ...value, [kind]: add(value[kind] as Row) } : whole;
}

/** What follows from what, apart from what has the same first word in its path. */
const follows: Readonly<Record<string, readonly string[]>> = { projects: ['tasks'], me: ['inbox'] };

/** What nothing else shows without its id. */
const apart: readonly string[] = ['tasks', 'tickets', 'projects', 'notes', 'wiki', 'chat/threads', 'inbox'];

/** Whether a change may show in an answer: in the detail of the same thing, in what has its id, and in lists of its kind. */
function touches({ under, uuid, links }: OwnChange, url: URL, bytes: Buffer): boolean {
  const kind = lookedUp(url);
  const about: ReturnType<typeof partsOf> = kind === undefined ? partsOf(url) : { under: `${kind}s` };
  if (!apart.includes(under) || !(apart.includes(about.under) || Object.hasOwn(follows, about.under))) return true;
  const named = [uuid, ...(Array.isArray(links) ? links : [])].filter((id) => typeof id === 'string');
  if (named.some((id) => id === about.id || bytes.includes(id))) return true;
  if (follows[about.under]?.includes(under)) return true;
  return under === about.under && about.id === undefined;
}

/** The changes in a part of the file, before which it is so long. What was cut off is left out. */
function linesIn(bytes: Buffer, before: number): Pick<KnownLines, 'lines' | 'hints'> {
  const lines: Line[] = [];
  const hints: Line[] = [];
  let at = before;
  for (const text of bytes.toString().split('\n')) {
    const line = attempt(() => JSON.parse(text) as unknown);
    if (isRow(line)) (line.isHint ? hints : lines).push({ at, ...line } as Line);
    at += Buffer.byteLength(text) + 1;
  }
  return { lines, hints };
}
