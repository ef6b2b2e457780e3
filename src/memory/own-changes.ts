import { constants, fstatSync, openSync, readSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { toNameKey } from '../contract/plain-letters.js';
import { fieldsOfRow, groupedBy, isRow, type Row, refOf, rowsOf, textOf, uuidOf } from '../contract/row.js';
import { writeOf } from '../contract/writes.js';
import { giveToOwner, withOpen } from '../disk/folder.js';
import { openOwn, requireOwn } from '../disk/read-regular.js';
import { prepareFile } from '../disk/replace-file.js';
import type { HttpRequest } from '../http/message.js';
import { lengthsOf } from './files.js';
import { changesName } from './folder.js';
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
}

/** The reference of something, if this computer knows it. */
export type RefOf = (under: string, uuid: string) => string | undefined;

/** A line of the file, and how long that was before it: an answer that was asked for when it was longer has the change. */
type Line = OwnChange & { readonly at: number };

/** What was read of it. */
type KnownLines = ReturnType<typeof lengthsOf> & { readonly lines: readonly Line[] };

export type OwnChanges = ReturnType<typeof openOwnChanges>;

/** Whenever the file has grown by this, it is folded (bytes). */
const foldBytes = 1024 * 1024;

/** A line that is no longer is always kept as it is (characters). */
const shortLine = 400;

/** What we have changed since answers were read (docs/requirements.md, R95). A file that cannot be used is no error. */
export function openOwnChanges(folder: string, stats?: Stats) {
  const path = join(folder, changesName);
  let known: KnownLines = { size: 0, length: 0, lines: [] };
  const read = (): KnownLines => {
    const readNew = (file: number): void => {
      const { size, length } = lengthsOf(file);
      // It was folded.
      if (length - size !== known.length - known.size) known = { size: 0, length: length - size, lines: [] };
      const bytes = Buffer.alloc(size - known.size);
      readSync(file, bytes, 0, bytes.length, known.size);
      known = { size, length, lines: known.lines.concat(linesIn(bytes, known.length)) };
    };
    attempt(() => withOpen(openOwn(path, undefined, stats), readNew));
    return known;
  };
  return {
    // The write itself has succeeded, whatever happens here.
    note(change: OwnChange): void {
      try {
        if (append(path, `\n${JSON.stringify(change)}`)) fold(path, read());
      } catch {}
    },
    /** Whether something was changed since its detail was asked for. */
    isChanged: (id: string, has: number): boolean => read().lines.some(({ uuid, at }) => uuid === id && at >= has),
    /** What was deleted under this path, by its uuid or the reference that it had. */
    findDeleted: (under: string, name: string): OwnChange | undefined =>
      read().lines.findLast(
        ({ isGone, uuid = '', ref = '', ...line }) =>
          isGone && line.under === under && [uuid, ref].some((each) => toNameKey(each) === toNameKey(name)),
      ),
    /** An answer with what was changed since it was asked for, and the references of that; undefined if nothing was. */
    apply(url: URL, { bytes, has }: KeptAnswer): Pick<KeptAnswer, 'bytes' | 'changed'> | undefined {
      const since = read().lines.filter(({ at }) => at >= has);
      if (since.length === 0) return undefined;
      const { under, id } = partsOf(url);
      const byUuid = groupedBy(since, ({ uuid }) => uuid);
      const created = since.filter((each) => each.uuid === undefined && each.under === under && id === undefined);
      const names = new Set(created.map(({ ref = under }) => ref));
      const value = attempt(() => JSON.parse(bytes.toString()) as unknown);
      const now = withAdded(withChanges(value, byUuid, names), byUuid.get(id ?? '') ?? []);
      return names.size === 0 ? undefined : { bytes: Buffer.from(JSON.stringify(now)), changed: [...names] };
    },
  };
}

/** What a request changes; `answered` is what the server has sent, if that is known, and `refOf` gives references by uuid. */
export function changesOf(
  { method, url, body, json }: HttpRequest,
  answered: Buffer | undefined,
  { author, refOf }: { readonly author: Row; readonly refOf: RefOf },
): readonly OwnChange[] {
  const { under, id, rest } = partsOf(url);
  const [own, answer] = [json ?? body, answered?.toString()].map((text) => {
    const value = attempt(() => JSON.parse(typeof text === 'string' ? text : '') as unknown);
    return isRow(value) ? value : {};
  }) as [Row, Row];
  const mark: OwnChange = { under, uuid: id, ref: id === undefined ? textOf(answer.displayId) : undefined };
  if (answered === undefined) return [mark];
  const written = fieldsOfRow(own);
  const [stored = {}] = [answer.ticket, answer.task].filter(isRow);
  const follows = Object.entries(stored).filter(([name]) => Object.hasOwn(written, name) || alsoChanged.test(name));
  const { creates, says = false } = writeOf(method, url);
  const { internal } = own;
  const note = internal === undefined ? {} : { isInternalNote: internal };
  return [
    {
      ...mark,
      ...((method === 'PATCH' || method === 'PUT') && { fields: { ...written, ...Object.fromEntries(follows) } }),
      ...(says && { added: { ...own, text: own.body, ...note, ...author, id: answer.id, kind: 'comment' } }),
      ...(method === 'DELETE' && rest === undefined && id !== undefined && { ref: refOf(under, id), isGone: true }),
    },
    // A ticket was made a task.
    ...(creates && id !== undefined ? [{ under: `${creates}s`, ref: textOf(answer.displayId) }] : []),
  ];
}

/** What a change of other fields may change, too: times, and the other names of lists. */
const alsoChanged = /At$|^(?:updated$|assign|labels$)/;

function partsOf({ pathname }: URL): { readonly under: string; readonly id?: string; readonly rest?: string } {
  const [, under = pathname, id, rest] =
    /\/api\/v1\/(tasks|tickets|projects|notes|wiki|chat\/threads|[^/]+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(pathname) ??
    [];
  const isEntity = /^(?:tasks|tickets|projects|notes|wiki|chat\/threads)$/.test(under) && id !== 'list';
  return { under, ...(isEntity && id !== undefined && { id: decodeURIComponent(id), ...(rest && { rest }) }) };
}

/** A value with what was changed in it; `names` gets the references of that. */
function withChanges(value: unknown, changes: ReadonlyMap<string, readonly OwnChange[]>, names: Set<string>): unknown {
  if (Array.isArray(value))
    return value.map((each) => withChanges(each, changes, names)).filter((each) => each !== gone);
  if (!isRow(value)) return value;
  const own = changes.get(uuidOf(value)) ?? [];
  if (own.length > 0) names.add(refOf(value));
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
  const [kind] = ['ticket', 'task'].filter((each) => isRow(value[each]));
  if (kind === undefined) return value;
  const whole = add(value);
  return whole === value ? { ...value, [kind]: add(value[kind] as Row) } : whole;
}

/** The changes in a part of the file, before which it is so long. What was cut off is left out. */
function linesIn(bytes: Buffer, before: number): readonly Line[] {
  const lines: Line[] = [];
  let at = before;
  for (const text of bytes.toString().split('\n')) {
    const line = attempt(() => JSON.parse(text) as unknown);
    if (isRow(line)) lines.push({ at, ...line } as Line);
    at += Buffer.byteLength(text) + 1;
  }
  return lines;
}

/** Adds a line to the file, again if that was folded meanwhile. Gives whether it has grown by so much that it should be. */
function append(path: string, line: string, isAgain = false): boolean {
  const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  return withOpen(openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, 0o600), (file) => {
    const stats = fstatSync(file);
    if (stats.size === 0) giveToOwner(file, path);
    else requireOwn(path, stats);
    const before = lengthsOf(file).length;
    // A file that was removed had other lengths, which answers may still have.
    writeFileSync(file, stats.size === 0 ? `${Date.now()}${line}` : line);
    if (!isAgain && statSync(path).ino !== stats.ino) return append(path, line, true);
    return before % foldBytes > lengthsOf(file).length % foldBytes;
  });
}

/**
 * Leaves out what later lines say of the same thing, and of long lines, beyond half of `foldBytes`, all but that something was changed,
 * unless somebody else is writing. Each line keeps its place.
 */
function fold(path: string, { size, length, lines: all }: KnownLines): void {
  const later = new Map<string, ReadonlySet<string>>();
  const lines: string[] = [];
  let left = foldBytes / 2;
  for (const { fields = {}, added, ...mark } of all.toReversed()) {
    const key = `${mark.under}/${mark.uuid ?? mark.ref}`;
    const said = later.get(key);
    const own = Object.entries(fields).filter(([name]) => !said?.has(name));
    if (said && own.length === 0 && !added && !mark.isGone) continue;
    later.set(key, new Set([...(said ?? []), ...Object.keys(fields)]));
    const whole = JSON.stringify({ ...mark, fields: Object.fromEntries(own), added });
    left -= whole.length;
    lines.unshift(`\n${left > 0 || whole.length < shortLine ? whole : JSON.stringify(mark)}`);
  }
  const folded = Buffer.from(lines.join(''));
  // Rounded up, so that it is not folded again before it has grown by `foldBytes`.
  const next = Math.ceil((length + folded.length) / foldBytes) * foldBytes;
  const made = prepareFile(path, `${next - folded.length}${folded}`);
  if (statSync(path).size === size) made.commit();
  else made.discard();
}
