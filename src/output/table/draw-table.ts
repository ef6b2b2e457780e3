import Table from 'cli-table3';
import measures from 'cli-table3/src/utils.js';
import type { PickedColumn } from '../columns/fields.js';
import type { Paint } from '../text/colour.js';
import { cellSpan, type Span, shortSpan } from '../text/span.js';
import { cutMark, cutTo, padTo, type Ruler, rulerFor } from '../text/width.js';
import type { JsonObject } from '../view.js';
import { columnGap, fitColumns } from './fit-columns.js';

/** How many rows the drawing library gets at a time: its time is quadratic in them. */
const sliceSize = 50;

/** UTF-16 units per cell of the table's width; longer text cannot fit and is cut before it is measured. */
const unitsShown = 16;

export interface TableOptions {
  readonly columns: readonly PickedColumn[];
  readonly rows: readonly JsonObject[];
  /** The width available (cells). */
  readonly width: number;
  readonly paint: Paint;
  /** Words instead of symbols. */
  readonly words: boolean;
  /** True if the columns were asked for; otherwise one without a single value is left out. */
  readonly isAsked?: boolean;
}

export interface DrawnTable {
  /** One line per row, without trailing spaces and each with a newline. They are drawn when they are read. */
  readonly text: Iterable<string> & object;
  /** The heads of columns that did not fit. */
  readonly dropped: readonly string[];
}

/** The rows as an aligned table with a header, at most `width` cells wide. Takes linear time. */
export async function drawTable(options: TableOptions): Promise<DrawnTable> {
  const { rows, width, paint, words } = options;
  const longest = width * unitsShown;
  const cellOf = (column: PickedColumn, row: JsonObject): Span =>
    shortSpan(column.human(row), longest, words, cutMark(words));
  const columns = options.columns.filter(
    (column) => options.isAsked || column.key === 'ref' || rows.some((row) => cellOf(column, row).text !== ''),
  );
  const body = rows.map((row) => columns.map((column) => cellOf(column, row)));
  const head = columns.map(({ head: text }): Span => ({ text: cellSpan(text).text.toUpperCase(), styles: ['dim'] }));
  const lines = [head, ...body];
  const ruler = await rulerFor(textsOf(lines));
  const widths = fitColumns(needsOf(columns, lines, ruler), width);
  const shown = [...widths.keys()].filter((index) => (widths[index] ?? 0) > 0);
  const paintCell = (cell: Span | undefined, index: number): string => {
    const text = cutTo(ruler, cell?.text ?? '', widths[index] ?? 0, cutMark(words));
    return text === '' ? '' : paint([{ text, styles: cell?.styles ?? [] }]);
  };
  const text = {
    *[Symbol.iterator]() {
      const draw = openDrawing(
        shown.map((index) => widths[index] ?? 0),
        shown.map((index) => (columns[index]?.right === true ? 'right' : 'left')),
        ruler,
      );
      for (let start = 0; start < lines.length; start += sliceSize) {
        const slice = lines.slice(start, start + sliceSize);
        const drawn = draw(shown.map((index) => slice.map((line) => paintCell(line[index], index)).join('\n')));
        yield drawn.map((line) => `${line.trimEnd()}\n`).join('');
      }
    },
  };
  const dropped = columns.filter((_, index) => widths[index] === 0).map((column) => column.head.toLowerCase());
  return { text, dropped };
}

function* textsOf(lines: readonly (readonly Span[])[]): Iterable<string> {
  for (const line of lines) for (const { text } of line) yield text;
}

function needsOf(columns: readonly PickedColumn[], lines: readonly (readonly Span[])[], ruler: Ruler) {
  return columns.map(({ key, grow, keep, isWhole = false }, index) => ({
    natural: lines.reduce((widest, line) => Math.max(widest, ruler.width(line[index]?.text ?? '')), 1),
    grow,
    keep,
    isWhole,
    fixed: key === 'ref',
  }));
}

const styling = /\x1b\[[\d;]*m/g;

/**
 * Sets up the library: no borders, a gap between columns, the widths as computed, and this program's ruler. It gets a slice
 * column by column, each as one cell with a line per row, because cells are far more expensive than lines.
 */
function openDrawing(
  widths: readonly number[],
  sides: readonly ('left' | 'right')[],
  ruler: Ruler,
): (columns: readonly string[]) => readonly string[] {
  const bare: Ruler = { ...ruler, width: (text) => ruler.width(text.replace(styling, '')) };
  Object.assign(measures, {
    // Widths are given and everything fits, so nothing needs measuring.
    strlen: () => 0,
    truncate: (text: string) => text,
    pad: (text: string, cells: number, _: string, side: 'left' | 'right') =>
      padTo(bare, text, cells, side === 'right' ? 'left' : 'right'),
  });
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', mid: '', 'left-mid': '', 'mid-mid': '' };
  const noneBelow = { bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '', 'right-mid': '' };
  return (columns) => {
    const table = new Table({
      chars: { ...none, ...noneBelow, left: '', right: '', middle: ' '.repeat(columnGap) },
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths: [...widths],
      colAligns: [...sides],
    });
    table.push([...columns]);
    return table.toString().split('\n');
  };
}
