import Table from 'cli-table3';
import measures from 'cli-table3/src/utils.js';
import type { PickedColumn } from '../columns/fields.js';
import { inSlices } from '../pager.js';
import type { Paint } from '../text/span.js';
import { cellSpan, cutSpan, type Span, shortSpan } from '../text/span.js';
import { padTo, type Ruler, rulerFor } from '../text/width.js';
import type { JsonObject } from '../view.js';

/** How many rows the drawing library gets at a time: its time is quadratic in them. */
const sliceSize = 50;

/** UTF-16 units per cell of the table's width; longer text cannot fit and is cut before it is measured. */
const unitsShown = 16;

export interface TableOptions {
  readonly columns: readonly PickedColumn[];
  readonly rows: readonly JsonObject[];
  readonly width: number;
  readonly paint: Paint;
  /** True if the columns were asked for; otherwise one without a single value is left out. */
  readonly isAsked?: boolean;
}

export interface DrawnTable {
  /** One line per row, without trailing spaces and each with a newline. They are drawn when they are read. */
  readonly text: Iterable<string> & object;
  /** The heads of columns that did not fit, as the table would have them. */
  readonly dropped: readonly string[];
}

/** The rows as an aligned table with a header, at most `width` cells wide. Takes linear time. */
export async function drawTable(options: TableOptions): Promise<DrawnTable> {
  const { rows, width, paint } = options;
  const longest = width * unitsShown;
  const cellOf = (column: PickedColumn, row: JsonObject): Span => shortSpan(column.human(row), longest);
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
    const spans = cell ? cutSpan(ruler, cell, widths[index] ?? 0) : [];
    return spans.some(({ text }) => text !== '') ? paint(spans) : '';
  };
  const text = {
    *[Symbol.iterator]() {
      const draw = openDrawing(
        shown.map((index) => widths[index] ?? 0),
        shown.map((index) => (columns[index]?.right === true ? 'right' : 'left')),
        ruler,
      );
      yield* inSlices(lines, sliceSize, (slice) => {
        const drawn = draw(shown.map((index) => slice.map((line) => paintCell(line[index], index)).join('\n')));
        return drawn.map((line) => `${line.trimEnd()}\n`).join('');
      });
    },
  };
  const dropped = columns.filter((_, index) => widths[index] === 0).map((column) => column.head.toUpperCase());
  return { text, dropped };
}

interface ColumnNeed extends Pick<PickedColumn, 'grow' | 'keep' | 'isWhole'> {
  /** The width of the widest cell, or of the head. */
  readonly natural: number;
  /** The reference column: never dropped, and cut only if wider than the whole table. */
  readonly fixed: boolean;
}

const columnGap = 2;

/** Has room for the longest usual status, `waiting on customer`. */
const narrowestColumn = 19;
const narrowestGrowing = 30;
const narrowestKept = 8;
/** A text is cut to the first before the growing column is cut further, and to the second after that. */
const [shortText, narrowestText] = [20, 13];
const narrowestTitle = 16;
const narrowestBeside = 24;

/**
 * Chooses column widths so that the table fits into `available` cells; 0 means a dropped column. The growing column is cut
 * first, then other wide ones; then columns are dropped from the right, those to keep after the others and after the growing
 * one has been cut further, and the growing one last. The fixed column always stays.
 */
export function fitColumns(needs: readonly ColumnNeed[], available: number): readonly number[] {
  const table: TableFit = { columns: needs.map((need) => ({ ...need, width: need.natural })), available };
  const isGrowing: Choose = ({ grow }) => grow === true;
  const isFree: Choose = ({ fixed }) => !fixed;
  const isPlain: Choose = ({ fixed, grow }) => !fixed && !grow;
  const isShort: Choose = ({ keep }) => keep === 'short' || keep === 'text';
  const floor = ({ natural, grow, fixed, isWhole }: ColumnNeed): number => {
    if (fixed || isWhole) return natural;
    return Math.min(natural, grow ? Math.max(narrowestGrowing, Math.floor(available * 0.4)) : narrowestColumn);
  };
  const atMost =
    (least: number) =>
    ({ natural }: ColumnNeed): number =>
      Math.min(natural, least);
  shrink(table, isGrowing, floor);
  shrink(table, isFree, floor);
  drop(table, (column) => isPlain(column) && !column.keep);
  shrinkFromRight(table, isShort, shortText);
  shrink(table, isGrowing, atMost(narrowestBeside));
  shrinkFromRight(table, isShort, narrowestText);
  drop(table, isShort);
  shrink(table, isGrowing, atMost(narrowestTitle));
  shrinkFromRight(table, ({ keep }) => keep === true);
  drop(table, isPlain);
  growBack(table);
  shrink(table, isFree, atMost(1));
  drop(table, isFree);
  shrink(table, () => true, atMost(1));
  return table.columns.map(({ width }) => width);
}

function* textsOf(lines: readonly (readonly Span[])[]): Iterable<string> {
  for (const line of lines) for (const { text } of line) yield text;
}

function needsOf(columns: readonly PickedColumn[], lines: readonly (readonly Span[])[], ruler: Ruler) {
  return columns.map((column, index) => ({
    ...column,
    natural: lines.reduce((widest, line) => Math.max(widest, ruler.width(line[index]?.text ?? '')), 1),
    fixed: column.key === 'ref',
  }));
}

const styling = /\x1b\[[\d;]*m/g;

/** Sets up the library. It gets a slice column by column, each as one cell with a line per row: cells are far more expensive than lines. */
function openDrawing(widths: readonly number[], sides: readonly ('left' | 'right')[], ruler: Ruler) {
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
  return (columns: readonly string[]): readonly string[] => {
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

/** A column with its width so far; 0 if it is dropped. */
interface FittedColumn extends ColumnNeed {
  width: number;
}

type Choose = (column: FittedColumn) => boolean;

interface TableFit {
  readonly columns: readonly FittedColumn[];
  readonly available: number;
}

/** Drops the chosen columns from the right until the table fits. */
function drop(table: TableFit, isChosen: Choose): void {
  for (const column of table.columns.toReversed()) if (excessOf(table) > 0 && isChosen(column)) column.width = 0;
}

/** Cuts the chosen columns from the right, each as far as needed: a few letters are enough for a name, but not for a text. */
function shrinkFromRight(table: TableFit, isChosen: Choose, ofText = narrowestText): void {
  for (const column of table.columns.toReversed()) {
    const { width, keep } = column;
    const excess = Math.max(0, excessOf(table));
    const least = keep === 'text' ? ofText : narrowestKept;
    if (isChosen(column)) column.width = Math.max(Math.min(width, least), width - excess);
  }
}

function excessOf({ columns, available }: TableFit): number {
  const shown = columns.filter(({ width }) => width > 0);
  return shown.reduce((sum, { width }) => sum + width, 0) + columnGap * Math.max(0, shown.length - 1) - available;
}

/** Takes cells from the widest of the chosen columns, one by one, until the table fits or all are at their minimum. */
function shrink(table: TableFit, isChosen: Choose, floor: (column: ColumnNeed) => number): void {
  const chosen = table.columns.filter(isChosen);
  for (let left = excessOf(table); left > 0; left -= 1) {
    const [first, ...others] = chosen.filter((column) => column.width > floor(column));
    if (!first) return;
    others.reduce((widest, each) => (each.width > widest.width ? each : widest), first).width -= 1;
  }
}

/** Gives the space of dropped columns back to those that were cut: first those to keep, which need little, then the growing one. */
function growBack(table: TableFit): void {
  const rankOf = ({ keep, grow }: ColumnNeed): number => (keep ? 2 : Number(grow === true));
  for (const column of table.columns.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    const free = Math.max(0, -excessOf(table));
    if (column.width > 0) column.width = Math.min(column.natural, column.width + free);
  }
}
