import { ascii, isSpace } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { Skipper } from '../../contract/bytes/skipper.js';
import { isRow, notAnObject, type Row, rowsAt } from '../../contract/row.js';

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
  /** Called before the first row, and without `needs` if the response does not have it. */
  begin(beside: Row): Promise<void>;
  /** Takes the plain row that the scanner has read. If it gives false, the row comes parsed. */
  plain(bytes: Buffer, start: number, end: number): boolean;
  rows(rows: readonly Row[]): void;
  /** Called when everything that has arrived is taken; the next rows wait until it is done. */
  flush(): Promise<void>;
}

/**
 * Reads a response that is one object with a list of rows, and gives its other fields. Rows are passed on as bytes or in
 * batches, so that only those of one piece are objects in memory; if `needs` comes after them, all are, but only as bytes.
 * Throws Unreadable, or what reading the rows of a whole response throws; by then, the rows before the damage have been taken.
 */
export async function readRows(chunks: AsyncIterable<Uint8Array>, parts: ReadRowsParts): Promise<Row> {
  const arriving = chunks[Symbol.asyncIterator]();
  try {
    return await readObject(createSource(arriving), parts);
  } finally {
    await arriving.return?.();
  }
}

async function readObject(source: Source, parts: ReadRowsParts): Promise<Row> {
  const { field, needs, parse } = parts;
  // Without a prototype, so that no key can be mistaken for one.
  const beside: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  let waiting: Buffer[] | undefined;
  if (await source.startsWith(byteOrderMark)) source.at += byteOrderMark.length;
  if ((await source.next()) !== ascii.openObject) throw await explainOther(source, parse);
  source.at += 1;
  let isOpen = (await source.next()) !== ascii.closeObject;
  if (!isOpen) source.at += 1;
  while (isOpen) {
    if ((await source.next()) !== ascii.quote) throw new Unreadable('is not JSON');
    const key = String(await parse(await source.value(), true));
    await source.take(ascii.colon);
    const isList = key === field && (await source.next()) === ascii.openList;
    // A second list would replace the first, and other people those already shown.
    if (seen.has(key) && (key === field || key === needs)) throw new Unreadable(`has ${JSON.stringify(key)} twice`);
    seen.add(key);
    if (isList && seen.has(needs)) {
      await parts.begin(beside);
      await takeRows(source, parts);
    } else if (isList) waiting = await source.valuePieces();
    else beside[key] = await parse(await source.value(), true);
    isOpen = (await source.next()) !== ascii.closeObject;
    await source.take(isOpen ? ascii.comma : ascii.closeObject);
  }
  if ((await source.next()) !== undefined) throw new Unreadable('is not JSON');
  if (waiting === undefined) {
    if (!seen.has(field) || Object.hasOwn(beside, field)) rowsAt(beside, field);
    return beside;
  }
  await parts.begin(beside);
  await takeRows(createSource(piecesOf(waiting)), parts);
  return beside;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

async function* piecesOf(pieces: Buffer[]): AsyncGenerator<Buffer> {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece;
}

async function explainOther(source: Source, parse: ReadRowsParts['parse']): Promise<Unreadable> {
  while (await source.more());
  await parse(source.bytes.subarray(source.at, source.end), true);
  return new Unreadable('is not a JSON object');
}

/** Takes the rows of a list from its opening bracket to its closing one. */
async function takeRows(source: Source, parts: ReadRowsParts): Promise<void> {
  const { field, scanner, parse } = parts;
  let count = 0;
  /** Where the rows that must be parsed begin and end. */
  let [start, end] = [0, 0];
  let mayBeOdd = false;
  const takeParsed = async (): Promise<void> => {
    const parsed = await parse(asList(source.bytes.subarray(start, end)), mayBeOdd);
    start = end;
    mayBeOdd = false;
    const rows = Array.isArray(parsed) ? parsed : [];
    const odd = rows.findIndex((item) => !isRow(item));
    parts.rows(odd === -1 ? rows : rows.slice(0, odd));
    if (odd !== -1) throw notAnObject(field, count + odd + 1);
    count += rows.length;
  };
  await source.take(ascii.openList);
  let isFirst = true;
  /** For a row that is not plain, or not whole yet. */
  const skipper = new Skipper();
  let skipped = 0;
  /** Whether a row comes next, rather than what separates two. */
  let isRowNext = true;
  for (;;) {
    source.passSpace();
    if (source.at === source.end) {
      // More bytes are needed; see below.
    } else if (!isRowNext) {
      const byte = source.bytes[source.at];
      source.at += 1;
      isRowNext = true;
      if (byte === ascii.closeList) break;
      if (byte !== ascii.comma) throw new Unreadable('is not JSON');
      continue;
    } else if (isFirst && source.bytes[source.at] === ascii.closeList) {
      source.at += 1;
      break;
    } else {
      // A row whose end comes later is parsed, so that no row is read more than twice.
      const plainEnd = scanner === undefined || skipped > 0 ? -1 : scanner.read(source.bytes, source.at);
      if (plainEnd > 0 && start !== end) await takeParsed();
      let rowEnd = plainEnd;
      if (plainEnd > 0 && parts.plain(source.bytes, source.at, plainEnd)) count += 1;
      else {
        rowEnd = skipper.skip(source.bytes, source.at + skipped, source.end);
        if (rowEnd === source.at) throw new Unreadable('is not JSON');
        if (rowEnd > 0) {
          if (start === end) start = source.at;
          end = rowEnd;
          mayBeOdd ||= skipper.hasOddNumber;
        }
      }
      if (rowEnd > 0) {
        source.at = rowEnd;
        skipper.reset();
        skipped = 0;
        isRowNext = false;
        isFirst = false;
        continue;
      }
      skipped = source.end - source.at;
    }
    if (start !== end) await takeParsed();
    await parts.flush();
    if (!(await source.more())) throw new Unreadable('is not JSON');
    [start, end] = [0, 0];
  }
  if (start !== end) await takeParsed();
  await parts.flush();
}

function asList(rows: Uint8Array): Buffer {
  const list = Buffer.allocUnsafe(rows.length + 2);
  list[0] = ascii.openList;
  list.set(rows, 1);
  list[rows.length + 1] = ascii.closeList;
  return list;
}

/** The bytes of a response that have arrived and are not taken yet. */
interface Source {
  readonly bytes: Buffer;
  /** The next byte, and where those that have arrived end. The byte there is 0. */
  at: number;
  readonly end: number;
  /** Waits for more bytes, and moves those not taken to the beginning. False at the end of the response. */
  more(): Promise<boolean>;
  passSpace(): void;
  /** The next byte that is not white space; undefined at the end of the response. */
  next(): Promise<number | undefined>;
  startsWith(bytes: Uint8Array): Promise<boolean>;
  /** Takes a byte that must come next. */
  take(byte: number): Promise<void>;
  /** Takes a value. The bytes are valid until more arrive. */
  value(): Promise<Buffer>;
  /** The same, copied in pieces, which stay valid. */
  valuePieces(): Promise<Buffer[]>;
}

function createSource(arriving: AsyncIterator<Uint8Array>): Source {
  let bytes = Buffer.alloc(256 * 1024);
  let end = 0;
  const source: Source = {
    at: 0,
    get bytes() {
      return bytes;
    },
    get end() {
      return end;
    },
    async more() {
      const { done, value } = await arriving.next();
      if (done) return false;
      const rest = bytes.subarray(source.at, end);
      const needed = rest.length + value.length + 1;
      if (needed > bytes.length) bytes = Buffer.alloc(2 * needed);
      bytes.set(rest);
      bytes.set(value, rest.length);
      source.at = 0;
      end = needed - 1;
      bytes[end] = 0;
      return true;
    },
    passSpace() {
      while (isSpace(bytes[source.at] as number)) source.at += 1;
    },
    async next() {
      for (;;) {
        source.passSpace();
        if (source.at < end) return bytes[source.at];
        if (!(await source.more())) return undefined;
      }
    },
    async startsWith(given) {
      while (end - source.at < given.length) if (!(await source.more())) return false;
      return given.every((byte, index) => bytes[source.at + index] === byte);
    },
    async take(byte) {
      if ((await source.next()) !== byte) throw new Unreadable('is not JSON');
      source.at += 1;
    },
    async value() {
      await source.next();
      const skipper = new Skipper();
      for (let skipped = 0; ; ) {
        const after = skipper.skip(bytes, source.at + skipped, end);
        if (after >= 0) {
          const value = bytes.subarray(source.at, after);
          source.at = after;
          return value;
        }
        skipped = end - source.at;
        if (!(await source.more())) throw new Unreadable('is not JSON');
      }
    },
    async valuePieces() {
      const pieces: Buffer[] = [];
      const skipper = new Skipper();
      for (;;) {
        const after = skipper.skip(bytes, source.at, end);
        const until = after < 0 ? end : after;
        pieces.push(Buffer.from(bytes.subarray(source.at, until)));
        source.at = until;
        if (after >= 0) return pieces;
        if (!(await source.more())) throw new Unreadable('is not JSON');
      }
    },
  };
  return source;
}
