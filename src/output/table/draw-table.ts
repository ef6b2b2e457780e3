import Table from 'cli-table3';
import measures from 'cli-table3/src/utils.js';
import type { PickedColumn } from '../columns/fields.js';
import type { Paint } from '../text/span.js';
import { cellSpan, type Span, shortSpan } from '../text/span.js';
import { cutMark, cutTo, padTo, type Ruler, rulerFor } from '../text/width.js';
import type { JsonObject } from '../view.js';

/** How many rows the drawing library gets at a time: its time is quadratic in them. */
const sliceSize = 50;

/** UTF-16 units per cell of the table's width; longer text cannot fit and is cut before it is measured. */
const unitsShown = 16;

interface TableOptions {
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

interface DrawnTable {
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

/** The needs of a column, in cells. */
interface ColumnNeed {
  /** The width of the widest cell, or of the head. */
  readonly natural: number;
  readonly grow: boolean;
  /** Dropped after the others; `short` before the rest of them, as a few of its letters are enough. */
  readonly keep?: boolean | 'short';
  /** Dropped rather than cut. */
  readonly isWhole?: boolean;
  /** The reference column: never dropped, and cut only if wider than the whole table. */
  readonly fixed: boolean;
}

/** Cells between two columns. */
const columnGap = 2;

/** Has room for the longest usual status, `waiting on customer`. */
const narrowestColumn = 19;
const narrowestGrowing = 30;
const narrowestKept = 8;
const narrowestTitle = 16;
const narrowestBeside = 24;

/**
 * Chooses column widths so that the table fits into `available` cells; 0 means a dropped column. The growing column is cut
 * first, then other wide ones; then columns are dropped from the right, those to keep after the others and after the growing
 * one has been cut further, and the growing one last. The fixed column always stays.
 */
export function fitColumns(columns: readonly ColumnNeed[], available: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  const isExcess = (): number => excessOf(widths, available);
  const floors = columns.map((column) => floorOf(column, available));

  shrink(widths, floors, (index) => columns[index]?.grow === true, isExcess);
  shrink(widths, floors, (index) => columns[index]?.fixed === false, isExcess);
  const isDroppable = ({ fixed, grow }: ColumnNeed): boolean => !fixed && !grow;
  drop(widths, (index) => isAt(columns, index, (column) => isDroppable(column) && !column.keep), isExcess);
  const isShort = (index: number): boolean => columns[index]?.keep === 'short';
  shrinkFromRight(widths, isShort, isExcess);
  const cutTitle = (least: number): void => {
    const floor = columns.map(({ natural }) => Math.min(natural, least));
    shrink(widths, floor, (index) => columns[index]?.grow === true, isExcess);
  };
  cutTitle(narrowestBeside);
  drop(widths, isShort, isExcess);
  cutTitle(narrowestTitle);
  shrinkFromRight(widths, (index) => columns[index]?.keep === true, isExcess);
  drop(widths, (index) => isAt(columns, index, isDroppable), isExcess);
  growBack(widths, columns, available);
  const last = columns.map(() => 1);
  shrink(widths, last, (index) => columns[index]?.fixed === false, isExcess);
  drop(widths, (index) => isAt(columns, index, ({ fixed }) => !fixed), isExcess);
  shrink(widths, last, () => true, isExcess);
  return widths;
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

function isAt(columns: readonly ColumnNeed[], index: number, is: (column: ColumnNeed) => boolean): boolean {
  const column = columns[index];
  return column !== undefined && is(column);
}

/** Drops the chosen columns from the right until the table fits. */
function drop(widths: number[], isChosen: (index: number) => boolean, excess: () => number): void {
  for (let index = widths.length - 1; index >= 0 && excess() > 0; index -= 1) if (isChosen(index)) widths[index] = 0;
}

/** Cuts the chosen columns from the right, each as far as needed: a few letters are enough for a name, but not for a status. */
function shrinkFromRight(widths: number[], isChosen: (index: number) => boolean, excess: () => number): void {
  for (let index = widths.length - 1; index >= 0 && excess() > 0; index -= 1) {
    const width = widths[index] ?? 0;
    if (isChosen(index)) widths[index] = Math.max(Math.min(width, narrowestKept), width - excess());
  }
}

function excessOf(widths: readonly number[], available: number): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, shown.length - 1) - available;
}

function floorOf({ natural, grow, fixed, isWhole }: ColumnNeed, available: number): number {
  if (fixed || isWhole) return natural;
  return Math.min(natural, grow ? Math.max(narrowestGrowing, Math.floor(available * 0.4)) : narrowestColumn);
}

/** Takes cells from the widest of the chosen columns, one by one, until the table fits or all are at their minimum. */
function shrink(
  widths: number[],
  floors: readonly number[],
  isChosen: (index: number) => boolean,
  excess: () => number,
): void {
  for (let left = excess(); left > 0; left -= 1) {
    let widest = -1;
    widths.forEach((width, index) => {
      const canShrink = isChosen(index) && width > (floors[index] ?? 0);
      if (canShrink && (widest === -1 || width > (widths[widest] ?? 0))) widest = index;
    });
    if (widest === -1) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** Gives the space of dropped columns back to those that were cut: first those to keep, which need little, then the growing one. */
function growBack(widths: number[], columns: readonly ColumnNeed[], available: number): void {
  const rankOf = (index: number): number => (columns[index]?.keep ? 2 : Number(columns[index]?.grow));
  const order = [...columns.keys()].sort((a, b) => rankOf(b) - rankOf(a));
  for (const index of order) {
    const width = widths[index] ?? 0;
    const natural = columns[index]?.natural ?? 0;
    if (width === 0) continue;
    const free = -excessOf(widths, available);
    widths[index] = Math.min(natural, width + Math.max(0, free));
  }
}
