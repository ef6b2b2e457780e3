import { isDeepStrictEqual } from 'node:util';
import { attempt, Unsafe } from '../contract/errors.js';
import { isRow, type Row, textOf, textsOf } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { readOwn } from '../disk/read-regular.js';
import { savedFlag } from './editor-file.js';
import { type Entry, type EntryState, type EntryWrite, type Once, steps } from './entry.js';

/** An entry that is damaged has no words; undefined if there is none, or it was never begun. */
export function readEntry(file: string, number: number): Entry | undefined {
  const lines = readLines(file);
  if (lines === undefined) return undefined;
  const [head, ...more] = lines;
  const entry = head && readHead(head, number);
  const damaged = { number, state: 'done', at: '', url: '', owner: '', words: [], writes: [], final: [] } as const;
  if (!entry) return { ...damaged, passedAt: more.map((each) => each?.passedAt).findLast(isNumber), isDamaged: true };
  return withAdditions(entry, more);
}

function readHead(head: Row, number: number): Entry | undefined {
  const { words, writes, final, editorFile, ...rest } = head;
  const [state, at, url] = [textOf(head.state), textOf(head.at), textOf(head.url)];
  if (state === undefined || !(state in steps) || at === undefined || url === undefined) return undefined;
  if (!Array.isArray(words) || words.length < 1) return undefined;
  return {
    ...rest,
    ...{ number, at, url, state: state as EntryState, owner: textOf(head.owner) ?? '', words: words.map(String) },
    flags: isRow(head.flags) ? withSaved(head.flags, editorFile) : undefined,
    targets: isRow(head.targets) ? head.targets : undefined,
    decision: isRow(head.decision) ? head.decision : undefined,
    seen: isRow(head.seen) ? head.seen : undefined,
    // As trusted as the rest of the file.
    once: isRow(head.once) ? (head.once as unknown as Once) : undefined,
    writes: Array.isArray(writes) ? writes.flatMap((each) => readWrite(each) ?? []) : [],
    final: Array.isArray(final) ? final.map(String) : [],
  };
}

/** The flags with what an editor has saved last, if this process or an earlier one opened one and did not see it close. */
function withSaved(flags: Row, editorFile: unknown): Row {
  const saved = typeof editorFile === 'string' ? savedFlag(editorFile) : undefined;
  if (saved === undefined) return flags;
  const { body: _body, ...others } = flags;
  return { ...others, ...saved };
}

/** In a time that is proportional to their number: a bulk adds thousands. */
function withAdditions(entry: Entry, additions: readonly (Row | undefined)[]): Entry {
  const dropped = new Set<unknown>(additions.flatMap((each) => each?.takesBack ?? []));
  const writes = new Map(entry.writes.map((each) => [each.uuid, each]));
  const finals = new Set(entry.final);
  const arrived = new Set(textsOf(entry.arrived));
  let { state, passedAt, after, isDamaged, targets, once } = entry;
  for (const addition of additions) {
    const { note, final, turned } = addition ?? {};
    const write = readWrite(addition);
    if (typeof addition?.state === 'string' && addition.state in steps) state = addition.state as EntryState;
    else if (isNumber(addition?.takesBack) || dropped.has(note)) continue;
    else if (typeof final === 'string') finals.add(final);
    else if (typeof addition?.arrived === 'string') {
      arrived.add(addition.arrived);
      if (typeof addition.ref === 'string' && targets)
        targets = { ...targets, [addition.ref.toLowerCase()]: addition.arrived };
    } else if (isNumber(addition?.passedAt)) passedAt = addition.passedAt;
    else if (isNumber(addition?.after)) after = addition.after;
    else if (once && (isRow(addition?.answer) || isRow(addition?.result))) once = { ...once, ...addition };
    else if (typeof turned === 'string') {
      const before = writes.get(turned);
      if (before) writes.set(turned, turn(before, addition?.isPutBack));
    } else if (write && isNumber(note)) {
      const earlier = writes.get(write.uuid);
      arrived.delete(write.uuid);
      // What was written last stands last.
      writes.delete(write.uuid);
      writes.set(write.uuid, earlier ? joinWrites(earlier, write) : write);
    } else isDamaged = true;
  }
  return {
    ...{ ...entry, state, passedAt, after, isDamaged, targets, once },
    ...{ writes: [...writes.values()], final: [...finals] },
    arrived: arrived.size === 0 ? undefined : [...arrived],
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function turn({ isPutBack: _before, ...write }: EntryWrite, isPutBack: unknown): EntryWrite {
  return isPutBack === true ? { ...write, isPutBack } : write;
}

/** The lines of a file, undefined for a damaged one; undefined if there is no file, or nothing in it. */
function readLines(file: string): readonly (Row | undefined)[] | undefined {
  try {
    const lines = readOwn(file)
      .toString('utf8')
      .split('\n')
      .filter((each) => each !== '');
    return lines.length === 0 ? undefined : lines.map(readLine);
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    return codeOf(error) === 'ENOENT' ? undefined : [undefined];
  }
}

function readLine(text: string): Row | undefined {
  const parsed: unknown = attempt(() => JSON.parse(text));
  return isRow(parsed) ? parsed : undefined;
}

function readWrite(row: unknown): EntryWrite | undefined {
  if (!isRow(row)) return undefined;
  const { kind, uuid, ref, from, to } = row;
  if ((kind !== 'task' && kind !== 'ticket') || typeof uuid !== 'string' || typeof ref !== 'string') return undefined;
  if (!isRow(from) || !isRow(to)) return undefined;
  return turn({ kind, uuid, ref, from, to }, row.isPutBack);
}

/** Two writes to one task or ticket as one. */
export function joinWrites(first: EntryWrite, next: EntryWrite): EntryWrite {
  const from: Record<string, unknown> = { ...next.from, ...first.from };
  for (const [field, items] of Object.entries(next.from))
    if (Array.isArray(items) && Array.isArray(first.from[field]) && Array.isArray(first.to[field]))
      from[field] = before(first.from[field], first.to[field], items);
  return { ...next, from, to: { ...first.to, ...next.to } };
}

/** A list as read between two writes, without what the first one did to it; what others have done to it stays. */
function before(from: readonly unknown[], to: readonly unknown[], between: readonly unknown[]): readonly unknown[] {
  const has = (list: readonly unknown[], item: unknown): boolean => list.some((each) => isDeepStrictEqual(each, item));
  const came = to.filter((item) => !has(from, item));
  const gone = from.filter((item) => !has(to, item) && !has(between, item));
  return [...between.filter((item) => !has(came, item)), ...gone];
}
