import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ascii } from '../../contract/bytes/characters.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { RowValues } from '../../contract/bytes/row-values.js';
import { type PickedColumn, pickColumns } from '../columns/fields.js';
import type { Cells, Writer } from '../format.js';
import type { RowWriter } from '../row-writer.js';
import type { JsonObject, ListView } from '../view.js';

/** Bytes written at a time. */
const batchBytes = 128 * 1024;

/** Adds the cell of a plain row that the scanner has read. */
type AddCell = (bytes: Uint8Array) => void;

/** Writes rows as lines of cells; of plain ones, only what the columns read is decoded, and mostly not even that. */
export function writeRecords(writer: Writer, view: ListView, cells: Cells): Omit<RowWriter, 'needsPeople'> {
  const out = new ByteBuilder(2 * batchBytes);
  let columns: readonly PickedColumn[] = [];
  let addCells: readonly AddCell[] = [];
  const addLine = (texts: readonly string[]): void => out.text(texts.join(cells.between) + cells.end);
  const write = async (): Promise<void> => {
    await writer.io.stdout.write(out.bytes);
    out.cut(0);
  };
  const [between, end] = [Buffer.from(cells.between), Buffer.from(cells.end)];
  return {
    takesPlain: picksOnlyReaders(view, writer.fields),
    begin(setting, scanner) {
      columns = pickColumns(view, [], writer.fields, setting);
      if (scanner) addCells = columns.map((column) => cellAdder(column, cells, { scanner, out }));
      if (cells.hasHeader) addLine(columns.map(({ key }) => cells.cell(key)));
    },
    plain(bytes) {
      for (const [index, add] of addCells.entries()) {
        if (index > 0) out.add(between);
        add(bytes);
      }
      out.add(end);
      return true;
    },
    row: (row) => addLine(columns.map(({ value }) => cells.cell(value(row)))),
    flush: async (isPause) => {
      if (out.length >= (isPause ? 1 : batchBytes)) await write();
    },
    end: write,
  };
}

/** Whether every chosen column says what it reads. */
function picksOnlyReaders({ columns }: ListView, fields: readonly string[]): boolean {
  if (fields.length === 0) return columns.every(({ head, reads }) => head === undefined || reads !== undefined);
  return fields.every((field) => columns.some(({ key, reads }) => key === field && reads !== undefined));
}

interface CellParts {
  readonly scanner: RowScanner;
  readonly out: ByteBuilder;
}

function cellAdder(
  { reads = [], numbered, isCopy, value }: PickedColumn,
  { cell, keeps }: Cells,
  { scanner, out }: CellParts,
): AddCell {
  const values = new RowValues(reads, scanner, numbered);
  const known = new Map<number, Buffer>();
  const make = (bytes: Uint8Array): string => cell(value(values.decode(bytes) as JsonObject));
  const addMade = (bytes: Uint8Array): void => {
    const code = values.code(bytes);
    if (code === undefined) {
      out.text(make(bytes));
      return;
    }
    const made = known.get(code) ?? Buffer.from(make(bytes));
    known.set(code, made);
    out.add(made);
  };
  if (!isCopy) return addMade;
  const kept = Uint8Array.from({ length: 256 }, (_, byte) => (keeps(byte) && byte !== ascii.backslash ? 1 : 0));
  const slots = reads.map((key) => scanner.slot(key));
  const { from, to } = scanner;
  return (bytes) => {
    for (const slot of slots) {
      const start = (from[slot] as number) + 1;
      const end = (to[slot] as number) - 1;
      if (start === 1) continue;
      if (!isKept(bytes, { start, end, kept })) break;
      out.copy(bytes, start, end);
      return;
    }
    addMade(bytes);
  };
}

/** Whether a value is a string, not empty, that is the same in a cell. */
function isKept(
  bytes: Uint8Array,
  { start, end, kept }: { readonly start: number; readonly end: number; readonly kept: Uint8Array },
): boolean {
  if (bytes[start - 1] !== ascii.quote || end === start) return false;
  // Some formats quote what begins or ends with a space.
  if (bytes[start] === 0x20 || bytes[end - 1] === 0x20) return false;
  for (let at = start; at < end; at += 1) if (kept[bytes[at] as number] === 0) return false;
  return true;
}
