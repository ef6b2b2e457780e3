import { afterSpace, ascii } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { Skipper } from '../../contract/bytes/skipper.js';
import { isRow, notAnObject, type Row, rowsAt } from '../../contract/row.js';
import { lightBytes } from '../../http/body/json-weight.js';
import { wholeOf } from '../../http/body/read.js';
import type { ArrivingBytes } from '../../http/message.js';

/** Why a response cannot be read. */
export class Unreadable extends Error {}

/** What the rows of a response go to, in order, piece by piece. */
export interface ReadRowsParts {
  /** The field with the list of rows. */
  readonly field: string;
  /** A field next to the rows. */
  readonly other: string;
  /** Whether no row can be taken without it. */
  readonly needsOther: boolean;
  /** Reads plain rows; undefined if every row is wanted parsed. */
  readonly scanner: RowScanner | undefined;
  /** Parses JSON that may have numbers JSON.parse would change. Throws Unreadable. */
  parse(bytes: Buffer, mayBeOdd: boolean): Promise<unknown>;
  /** Called before the first row with the value of `other`, or undefined if the response does not have it, or not yet. */
  begin(other: unknown): Promise<void>;
  /** Takes the plain row that the scanner has read. If it gives false, the row comes parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  rows(rows: readonly Row[]): void;
  /** Called after every piece, and before waiting for more (`isPause`); the next rows wait until it is done. */
  flush(isPause: boolean): Promise<void>;
}

/** Rows are passed on in pieces of this size, so that only those of one piece are objects in memory (bytes). */
const pieceBytes = 128 * 1024;

/**
 * Reads a response that is one object with a list of rows, and gives its other fields. Rows that need nothing behind them are
 * passed on as they arrive. Throws Unreadable, or what reading the rows of a parsed response throws; by then, the rows before the
 * damage have been taken.
 */
export async function readRows(body: ArrivingBytes, parts: ReadRowsParts): Promise<Row> {
  const { field, other, needsOther, parse } = parts;
  // Without a prototype, so that no key can be mistaken for one.
  const beside: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  /** A list that `other` may come after. */
  let waiting: number | undefined;
  const skipper = new Skipper();
  /** The position of the next byte that is not white space; behind the end if there is none. */
  const next = async (from: number): Promise<number> => {
    for (let place = from; ; ) {
      place = afterSpace(body.window, place);
      if (place < body.window.length || body.isComplete) return place;
      await body.widen(place + 1);
    }
  };
  const take = async (from: number, byte: number): Promise<number> => {
    const place = await next(from);
    if (body.window[place] !== byte) throw notJson();
    return place + 1;
  };
  const skip = async (from: number): Promise<number> => {
    for (;;) {
      const end = skipper.skip(body.window, from);
      if (end >= 0) return end;
      if (body.isComplete) throw notJson();
      await widenFrom(body, from);
    }
  };
  const value = async (): Promise<unknown> => {
    const start = at;
    at = await skip(start);
    return await parse(body.window.subarray(start, at), true);
  };
  await body.widen(byteOrderMark.length);
  const hasMark = body.window.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  let at = await next(hasMark ? byteOrderMark.length : 0);
  if (body.window[at] !== ascii.openObject) {
    await parse((await wholeOf(body)).subarray(at), true);
    throw new Unreadable('is not a JSON object');
  }
  at = await next(at + 1);
  for (let isOpen = body.window[at] !== ascii.closeObject; isOpen; ) {
    if (body.window[at] !== ascii.quote) throw notJson();
    const key = String(await value());
    at = await next(await take(at, ascii.colon));
    if (seen.has(key) && (key === field || key === other)) throw new Unreadable(`has ${JSON.stringify(key)} twice`);
    seen.add(key);
    if (key !== field || body.window[at] !== ascii.openList) beside[key] = await value();
    else if (seen.has(other) || !needsOther) {
      await parts.begin(beside[other]);
      at = await takeRows(body, at, parts);
    } else {
      await body.until(Number.POSITIVE_INFINITY);
      const known = await lookAhead(body.tail(lightBytes), other, parse);
      if (known) {
        await parts.begin(known.value);
        at = await takeRows(body, at, parts);
      } else {
        await body.widen(Number.POSITIVE_INFINITY);
        waiting = at;
        at = await skip(at);
      }
    }
    at = await next(at);
    isOpen = body.window[at] === ascii.comma;
    if (isOpen) at = await next(at + 1);
  }
  at = await next(await take(at, ascii.closeObject));
  if (at < body.window.length) throw notJson();
  if (waiting !== undefined) {
    await parts.begin(beside[other]);
    await takeRows(body, waiting, parts);
  } else if (!seen.has(field) || Object.hasOwn(beside, field)) rowsAt(beside, field);
  return beside;
}

/** Doubles what the window has from a position on, so that what is tried again is not read too often. */
async function widenFrom(body: ArrivingBytes, from: number): Promise<void> {
  await body.widen(from + 2 * (body.window.length - from) + 1);
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const notJson = (): Unreadable => new Unreadable('is not JSON');

/**
 * The value of a field that is the last one of the response; undefined if another is. In JSON, these quotes can only be those
 * of a key, and if only a value and one brace follow, it is a key of the outermost object.
 */
async function lookAhead(
  bytes: Buffer,
  key: string,
  parse: ReadRowsParts['parse'],
): Promise<{ readonly value: unknown } | undefined> {
  const before = `,${JSON.stringify(key)}:`;
  const start = bytes.lastIndexOf(before) + before.length;
  const end = bytes.lastIndexOf(ascii.closeObject);
  if (start < before.length || end < start || end - start > lightBytes) return undefined;
  return await parse(bytes.subarray(start, end), true).then(
    (value) => ({ value }),
    () => undefined,
  );
}

/**
 * Takes the rows of a list that begins at `from`, and gives the position after it. What has been taken of a body that is still
 * arriving is dropped.
 */
async function takeRows(body: ArrivingBytes, from: number, parts: ReadRowsParts): Promise<number> {
  const { field, scanner, parse } = parts;
  let [bytes, padded, lastEnd] = [body.window, body.padded, 0];
  const look = (): void => {
    [bytes, padded] = [body.window, body.padded];
    scanner?.open(padded);
    lastEnd = bytes.lastIndexOf(ascii.closeObject);
  };
  look();
  const skipper = new Skipper();
  let count = 0;
  /** Where the rows that must be parsed begin and end. */
  let [start, end] = [0, 0];
  const takeParsed = async (): Promise<void> => {
    if (start === end) return;
    const parsed = await parse(asList(bytes.subarray(start, end)), skipper.hasOddNumber);
    [start, end] = [0, 0];
    skipper.hasOddNumber = false;
    const rows = Array.isArray(parsed) ? parsed : [];
    const odd = rows.findIndex((item) => !isRow(item));
    parts.rows(odd === -1 ? rows : rows.slice(0, odd));
    if (odd !== -1) throw notAnObject(field, count + odd + 1);
    count += rows.length;
  };
  /** Waits for more, and gives the new place of the next byte that is not white space. */
  const wait = async (from: number): Promise<number> => {
    let at = from;
    do {
      if (body.isComplete) throw notJson();
      await takeParsed();
      await parts.flush(body.isWaiting);
      body.drop(at);
      await widenFrom(body, 0);
      look();
      at = afterSpace(padded, 0);
    } while (at === bytes.length);
    return at;
  };
  // No closure shares the position, which keeps the loop fast.
  let at = afterSpace(padded, from + 1);
  if (at === bytes.length) at = await wait(at);
  let pieceEnd = at + pieceBytes;
  for (let isOpen = padded[at] !== ascii.closeList; isOpen; ) {
    // A row that has not arrived whole is not tried: the scanner would fail in ways new to V8, which would compile it again.
    const scanned = scanner === undefined || at > lastEnd ? -1 : scanner.read(at);
    // A large row is parsed, which checks how much it holds.
    const plainEnd = scanned - at > lightBytes ? -1 : scanned;
    if (plainEnd > 0 && start !== end) await takeParsed();
    if (plainEnd > 0 && parts.plain(padded, at, plainEnd)) {
      count += 1;
      at = plainEnd;
    } else {
      const rowEnd = skipper.skip(bytes, at);
      if (rowEnd === at) throw notJson();
      if (rowEnd < 0) {
        at = await wait(at);
        pieceEnd = at + pieceBytes;
        continue;
      }
      if (start === end) start = at;
      at = rowEnd;
      end = rowEnd;
    }
    at = afterSpace(padded, at);
    if (at === bytes.length) {
      at = await wait(at);
      pieceEnd = at + pieceBytes;
    }
    isOpen = padded[at] === ascii.comma;
    if (!isOpen && padded[at] !== ascii.closeList) throw notJson();
    if (isOpen) {
      at = afterSpace(padded, at + 1);
      if (at < pieceEnd && at < bytes.length) continue;
    }
    await takeParsed();
    await parts.flush(false);
    if (isOpen && at === bytes.length) at = await wait(at);
    pieceEnd = at + pieceBytes;
  }
  return at + 1;
}

function asList(rows: Uint8Array): Buffer {
  const list = Buffer.allocUnsafe(rows.length + 2);
  list[0] = ascii.openList;
  list.set(rows, 1);
  list[rows.length + 1] = ascii.closeList;
  return list;
}
