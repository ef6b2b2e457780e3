import type { PickedColumn } from '../columns/fields.js';
import type { Paint } from '../text/colour.js';
import { cellSpan, type Span } from '../text/span.js';
import { cutMark, cutTo, type Ruler, rulerFor, startOf } from '../text/width.js';
import type { JsonObject } from '../view.js';
import { columnGap, fitColumns } from './fit-columns.js';

/** Rows given to the drawing library at a time: its time grows with the square of them. */
const sliceSize = 50;

/** UTF-16 units per cell of the table's width beyond which a text is cut before it is measured: it cannot fit. */
const unitsShown = 16;

/** Stands for one cell of text that the library would measure differently from us; foreign text never holds it. */
const cellMark = '\ufdd0';

export interface TableOptions {
  readonly columns: readonly PickedColumn[];
  readonly rows: readonly JsonObject[];
  /** Cells available. */
  readonly width: number;
  readonly paint: Paint;
  /** Words instead of symbols. */
  readonly words: boolean;
}

/**
 * The rows as an aligned table of at most `width` cells, one line each, with a header; no trailing spaces, a newline at the
 * end. Time is linear in the rows.
 */
export async function drawTable({ columns, rows, width, paint, words }: TableOptions): Promise<string> {
  const longest = width * unitsShown;
  const body = rows.map((row) =>
    columns.map((column) => shorten(cellSpan(column.human(row), words), longest, cutMark(words))),
  );
  const head = columns.map(({ head: text }): Span => ({ text: cellSpan(text).text.toUpperCase(), styles: ['dim'] }));
  const lines = [head, ...body];
  const ruler = await rulerFor(textsOf(lines));
  const widths = fitColumns(needsOf(columns, lines, ruler), width);
  const shown = [...widths.keys()].filter((index) => (widths[index] ?? 0) > 0);
  const draw = await loadDrawing(
    shown.map((index) => widths[index] ?? 0),
    shown.map((index) => (columns[index]?.right === true ? 'right' : 'left')),
  );
  return drawLines(lines, { shown, widths, ruler, paint, draw, mark: cutMark(words) });
}

interface Drawing {
  readonly shown: readonly number[];
  readonly widths: readonly number[];
  readonly ruler: Ruler;
  readonly paint: Paint;
  /** Stands where a cell was cut. */
  readonly mark: string;
  readonly draw: (cells: readonly (readonly string[])[]) => string;
}

/** Lines whose cells are equally wide are equally laid out: the library draws one of them, and the others take its place. */
function drawLines(lines: readonly (readonly Span[])[], drawing: Drawing): string {
  const rows = lines.map((line) => drawing.shown.map((index) => paintCell(line[index], index, drawing)));
  const layoutOf = (row: readonly PaintedCell[]): string => row.map(({ width }) => width).join();
  const layouts = new Map(rows.map((row) => [layoutOf(row), row]));
  const drawn = new Map<string, string>();
  const keys = [...layouts.keys()];
  for (let start = 0; start < keys.length; start += sliceSize) {
    const slice = keys.slice(start, start + sliceSize);
    const cells = slice.map((key) => (layouts.get(key) ?? []).map(({ width }) => cellMark.repeat(width)));
    const made = drawing.draw(cells).split('\n');
    slice.forEach((key, at) => void drawn.set(key, (made[at] ?? '').trimEnd()));
  }
  const lineOf = (row: readonly PaintedCell[]): string => {
    const held = row.filter(({ width }) => width > 0).map(({ painted }) => painted);
    return (drawn.get(layoutOf(row)) ?? '').replace(/\ufdd0+/g, () => held.shift() ?? '').concat('\n');
  };
  return rows.map((row) => lineOf(row).replace(/ +$/m, '')).join('');
}

interface PaintedCell {
  readonly painted: string;
  /** In cells. */
  readonly width: number;
}

function paintCell(cell: Span | undefined, index: number, { widths, ruler, paint, mark }: Drawing): PaintedCell {
  const { text, styles } = cell ?? { text: '', styles: [] };
  const cut = cutTo(ruler, text, widths[index] ?? 0, mark);
  return { painted: cut === '' ? '' : paint([{ text: cut, styles }]), width: ruler.width(cut) };
}

function shorten(cell: Span, longest: number, mark: string): Span {
  return cell.text.length <= longest ? cell : { ...cell, text: `${startOf(cell.text, longest)}${mark}` };
}

function* textsOf(lines: readonly (readonly Span[])[]): Iterable<string> {
  for (const line of lines) for (const { text } of line) yield text;
}

function needsOf(columns: readonly PickedColumn[], lines: readonly (readonly Span[])[], ruler: Ruler) {
  return columns.map(({ key, grow }, index) => ({
    natural: lines.reduce((widest, line) => Math.max(widest, ruler.width(line[index]?.text ?? '')), 1),
    grow,
    fixed: key === 'ref',
  }));
}

/** Loads the drawing library and sets it up: no borders, a gap between columns, widths as computed. */
async function loadDrawing(widths: readonly number[], sides: readonly ('left' | 'right')[]): Promise<Drawing['draw']> {
  const { default: Table } = await import('cli-table3');
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', mid: '', 'left-mid': '', 'mid-mid': '' };
  const noneBelow = { bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '', 'right-mid': '' };
  return (cells) => {
    const table = new Table({
      chars: { ...none, ...noneBelow, left: '', right: '', middle: ' '.repeat(columnGap) },
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths: [...widths],
      colAligns: [...sides],
    });
    table.push(...cells.map((row) => [...row]));
    return table.toString();
  };
}
