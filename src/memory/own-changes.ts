import { constants, fstatSync, openSync, type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { fieldsOfRow, isRow, type Row, refOf, rowsOf, textOf, uuidOf } from '../contract/row.js';
import { giveToOwner, withOpen } from '../disk/folder.js';
import { readOwn, requireOwn } from '../disk/read-regular.js';
import { beginFile } from '../disk/replace-file.js';
import type { HttpRequest } from '../http/message.js';
import { changesName } from './folder.js';

/** What a write of ours has changed, as far as its request and its answer say. */
export interface OwnChange {
  /** The first word of its path, such as `tickets`. */
  readonly under: string;
  /** What was changed; undefined for what was added to a list, or something else that has no id. */
  readonly uuid?: string | undefined;
  /** What the answer calls it. */
  readonly ref?: string | undefined;
  readonly fields?: Row | undefined;
  /** A message or a comment. */
  readonly added?: Row | undefined;
  readonly isGone?: boolean | undefined;
}

/** A line of the file: a change, or that an answer was asked for at that time, which has the changes before (milliseconds since 1970). */
type Line = ({ readonly change: OwnChange } | { readonly read: string }) & { readonly ms: number };

export interface OwnChanges {
  note(change: OwnChange): void;
  /** Notes that an answer was read, so that what was changed before it was asked for is in it. Without bytes, it is a list. */
  noteRead(url: URL, begun: number, bytes?: Uint8Array): void;
  /** An answer with what was changed since it was read, and what that was; undefined if nothing was. */
  apply(url: URL, bytes: Buffer): { readonly bytes: Buffer; readonly changed: readonly string[] } | undefined;
  /** Whether something was changed since its detail was read. */
  isChanged(uuid: string): boolean;
}

/** A longer file loses its first half, whose changes have been read again since, or soon will be (bytes). */
const mostBytes = 256 * 1024;

/**
 * What we have changed since answers were read (docs/requirements.md, R95). Changes and readings stand in the order in which they
 * happened, so that no clock can hide a change. A file that cannot be used is no error.
 */
export function openOwnChanges(folder: string, stats?: Stats): OwnChanges {
  const path = join(folder, changesName);
  let known: { readonly size: number; readonly lines: readonly Line[] } = { size: 0, lines: [] };
  const read = (): readonly Line[] => {
    let size = 0;
    const bytes = attempt(() =>
      readOwn(
        path,
        (file) => {
          size = file.size;
          if (size === known.size) throw new Error('it is known');
        },
        stats,
      ),
    );
    if (size === known.size) return known.lines;
    const texts = bytes?.toString().split('\n') ?? [];
    known = { size, lines: texts.flatMap((text) => attempt(() => JSON.parse(text) as Line) ?? []) };
    return known.lines;
  };
  // The write itself has succeeded, whatever happens here.
  const add = (line: Line): void => {
    try {
      append(path, `${JSON.stringify(line)}\n`);
    } catch {}
  };
  const unread = (isRead: (href: string) => boolean): readonly OwnChange[] => {
    let open: { readonly change: OwnChange; readonly ms: number }[] = [];
    for (const line of read()) {
      if ('change' in line) open.push(line);
      else if (isRead(line.read)) open = open.filter(({ ms }) => ms >= line.ms);
    }
    return open.map(({ change }) => change);
  };
  /** The changes that an answer does not have. */
  const since = (url: URL, bytes?: Uint8Array): readonly OwnChange[] =>
    unread((href) => href === url.href).filter((change) => isTouched(change, url, bytes));
  return {
    note: (change) => add({ change, ms: Date.now() }),
    noteRead(url, begun, bytes) {
      if (since(url, bytes).length > 0) add({ read: url.href, ms: begun });
    },
    isChanged: (id) => unread((href) => href.endsWith(`/${id}`)).some(({ uuid }) => uuid === id),
    apply(url, bytes) {
      const changes = since(url, bytes);
      if (changes.length === 0) return undefined;
      const names = new Set(changes.flatMap(({ uuid, ref, under }) => (uuid === undefined ? [ref ?? under] : [])));
      const value = attempt(() => JSON.parse(bytes.toString()) as unknown);
      const now = withAdded(withChanges(value, changes, names), changes);
      return names.size === 0 ? undefined : { bytes: Buffer.from(JSON.stringify(now)), changed: [...names] };
    },
  };
}

/** What a request changes; `answered` is what the server has sent, if that is known. */
export function changesOf(
  { method, url, body, json }: HttpRequest,
  answered: Buffer | undefined,
  author: Row,
): readonly OwnChange[] {
  const { under, id, rest } = partsOf(url);
  const [own, answer] = [json ?? body, answered?.toString()].map((text) => {
    const value = attempt(() => JSON.parse(typeof text === 'string' ? text : '') as unknown);
    return isRow(value) ? value : {};
  }) as [Row, Row];
  const mark: OwnChange = { under, uuid: id, ref: id === undefined ? textOf(answer.displayId) : undefined };
  if (answered === undefined) return [mark];
  const [stored] = [answer.ticket, answer.task].filter(isRow);
  const isMessage = method === 'POST' && (rest === 'messages' || rest === 'comments');
  const { internal } = own;
  const note = internal === undefined ? {} : { isInternalNote: internal };
  return [
    {
      ...mark,
      ...((method === 'PATCH' || method === 'PUT') && { fields: { ...fieldsOfRow(own), ...stored } }),
      ...(isMessage && { added: { ...own, text: own.body, ...note, ...author, id: answer.id, kind: 'comment' } }),
      isGone: method === 'DELETE' && rest === undefined && id !== undefined,
    },
    // A ticket was made a task.
    ...(rest === 'tasks' ? [{ under: 'tasks', ref: textOf(answer.displayId) }] : []),
  ];
}

function partsOf({ pathname }: URL): { readonly under: string; readonly id?: string; readonly rest?: string } {
  const [, under = pathname, id, rest] =
    /\/api\/v1\/(tasks|tickets|projects|notes|wiki|chat\/threads|[^/]+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(pathname) ??
    [];
  const isEntity = /^(?:tasks|tickets|projects|notes|wiki|chat\/threads)$/.test(under) && id !== 'list';
  return { under, ...(isEntity && id !== undefined && { id: decodeURIComponent(id), ...(rest && { rest }) }) };
}

function isTouched({ under, uuid }: OwnChange, url: URL, bytes?: Uint8Array): boolean {
  const answer = partsOf(url);
  if (uuid === undefined) return answer.under === under && answer.id === undefined;
  if (bytes === undefined) return answer.under === under;
  return answer.id === uuid || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(uuid);
}

/** A value with what was changed in it; `names` gets the references of that. */
function withChanges(value: unknown, changes: readonly OwnChange[], names: Set<string>): unknown {
  if (Array.isArray(value))
    return value.map((each) => withChanges(each, changes, names)).filter((each) => each !== gone);
  if (!isRow(value)) return value;
  const own = changes.filter(({ uuid }) => uuid !== undefined && uuid === uuidOf(value));
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
  const added = changes.flatMap((change) => change.added ?? []);
  if (!isRow(value) || added.length === 0) return value;
  const add = (row: Row): Row => {
    const name = ['messages', 'comments'].find((each) => Array.isArray(row[each]));
    return name === undefined ? row : { ...row, [name]: [...rowsOf(row[name]), ...added] };
  };
  const [kind] = ['ticket', 'task'].filter((each) => isRow(value[each]));
  if (kind === undefined) return value;
  const whole = add(value);
  return whole === value ? { ...value, [kind]: add(value[kind] as Row) } : whole;
}

function append(path: string, line: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  withOpen(openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600), (file) => {
    const stats = fstatSync(file);
    const { size } = stats;
    if (size === 0) giveToOwner(file, path);
    else requireOwn(path, stats);
    writeFileSync(file, line);
    if (size > mostBytes) leaveLaterHalf(path);
  });
}

function leaveLaterHalf(path: string): void {
  const lines = readOwn(path).toString().split('\n');
  const made = beginFile(path);
  try {
    made.write(Buffer.from(lines.slice(lines.length / 2).join('\n')));
    made.commit();
  } finally {
    made.discard();
  }
}
