import { afterSpace, ascii } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { Skipper } from '../../contract/bytes/skipper.js';
import { isRow, notAnObject, type Row, rowsAt } from '../../contract/row.js';
import { lightBytes } from '../../http/body/json-weight.js';

/** Why a response cannot be read. */
export class Unreadable extends Error {}

/** What the rows of a response go to, in order, piece by piece. */
export interface ReadRowsParts {
  /** The field with the list of rows. */
  readonly field: string;
  /** A field next to the rows without which no row can be taken. */
  readonly needs: string;
  /** Reads plain rows; undefined if every row is wanted parsed. */
  readonly scanner: RowScanner | undefined;
  /** Parses JSON that may have numbers JSON.parse would change. Throws Unreadable. */
  parse(bytes: Buffer, mayBeOdd: boolean): Promise<unknown>;
  /** Called before the first row with the value of `needs`, or undefined if the response does not have it. */
  begin(needed: unknown): Promise<void>;
  /** Takes the plain row that the scanner has read. If it gives false, the row comes parsed. */
  plain(bytes: Uint8Array, start: number, end: number): boolean;
  rows(rows: readonly Row[]): void;
  /** Called after every piece; the next rows wait until it is done. */
  flush(): Promise<void>;
}

/** Rows are passed on in pieces of this size, so that only those of one piece are objects in memory (bytes). */
const pieceBytes = 128 * 1024;

/**
 * Reads a response that is one object with a list of rows, and gives its other fields. Throws Unreadable, or what reading the
 * rows of a parsed response throws; by then, the rows before the damage have been taken.
 */
export async function readRows(bytes: Buffer, parts: ReadRowsParts): Promise<Row> {
  const { field, needs, parse } = parts;
  // Without a prototype, so that no key can be mistaken for one.
  const beside: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  /** A list that `needs` may come after. */
  let waiting: number | undefined;
  const skipper = new Skipper();
  let at = afterSpace(bytes, bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0);
  const value = async (): Promise<unknown> => {
    const start = at;
    at = skipper.skip(bytes, start);
    if (at < 0) throw notJson();
    return await parse(bytes.subarray(start, at), true);
  };
  if (bytes[at] !== ascii.openObject) {
    await parse(bytes.subarray(at), true);
    throw new Unreadable('is not a JSON object');
  }
  at = afterSpace(bytes, at + 1);
  for (let isOpen = bytes[at] !== ascii.closeObject; isOpen; ) {
    if (bytes[at] !== ascii.quote) throw notJson();
    const key = String(await value());
    at = afterSpace(bytes, take(bytes, at, ascii.colon));
    if (seen.has(key) && (key === field || key === needs)) throw new Unreadable(`has ${JSON.stringify(key)} twice`);
    seen.add(key);
    if (key !== field || bytes[at] !== ascii.openList) beside[key] = await value();
    else {
      const known = seen.has(needs) ? { value: beside[needs] } : await lookAhead(bytes, needs, parse);
      if (known) {
        await parts.begin(known.value);
        at = await takeRows(bytes, at, parts);
      } else {
        waiting = at;
        at = skipper.skip(bytes, at);
        if (at < 0) throw notJson();
      }
    }
    at = afterSpace(bytes, at);
    isOpen = bytes[at] === ascii.comma;
    if (isOpen) at = afterSpace(bytes, at + 1);
  }
  at = afterSpace(bytes, take(bytes, at, ascii.closeObject));
  if (at < bytes.length) throw notJson();
  if (waiting !== undefined) {
    await parts.begin(beside[needs]);
    await takeRows(bytes, waiting, parts);
  } else if (!seen.has(field) || Object.hasOwn(beside, field)) rowsAt(beside, field);
  return beside;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const notJson = (): Unreadable => new Unreadable('is not JSON');

/** The position after a byte that must come next. */
function take(bytes: Buffer, from: number, byte: number): number {
  const at = afterSpace(bytes, from);
  if (bytes[at] !== byte) throw notJson();
  return at + 1;
}

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

/** Takes the rows of a list that begins at `from`, and gives the position after it. */
async function takeRows(bytes: Buffer, from: number, parts: ReadRowsParts): Promise<number> {
  const { field, scanner, parse } = parts;
  // Parts of a plain array are made three times as fast as those of a Buffer.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const skipper = new Skipper();
  let count = 0;
  /** Where the rows that must be parsed begin and end. */
  let [start, end] = [0, 0];
  const takeParsed = async (): Promise<void> => {
    const parsed = await parse(asList(bytes.subarray(start, end)), skipper.hasOddNumber);
    [start, end] = [0, 0];
    skipper.hasOddNumber = false;
    const rows = Array.isArray(parsed) ? parsed : [];
    const odd = rows.findIndex((item) => !isRow(item));
    parts.rows(odd === -1 ? rows : rows.slice(0, odd));
    if (odd !== -1) throw notAnObject(field, count + odd + 1);
    count += rows.length;
  };
  let at = afterSpace(bytes, from + 1);
  let pieceEnd = at + pieceBytes;
  for (let isOpen = bytes[at] !== ascii.closeList; isOpen; ) {
    const scanned = scanner === undefined ? -1 : scanner.read(plain, at);
    // A large row is parsed, which checks how much it holds.
    const plainEnd = scanned - at > lightBytes ? -1 : scanned;
    if (plainEnd > 0 && start !== end) await takeParsed();
    let rowEnd = plainEnd;
    if (plainEnd > 0 && parts.plain(plain, at, plainEnd)) count += 1;
    else {
      rowEnd = skipper.skip(bytes, at);
      if (rowEnd <= at) throw notJson();
      if (start === end) start = at;
      end = rowEnd;
    }
    at = afterSpace(bytes, rowEnd);
    isOpen = bytes[at] === ascii.comma;
    if (isOpen) at = afterSpace(bytes, at + 1);
    else if (bytes[at] !== ascii.closeList) throw notJson();
    if (isOpen && at < pieceEnd) continue;
    if (start !== end) await takeParsed();
    await parts.flush();
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
