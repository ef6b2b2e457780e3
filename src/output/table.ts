import type { Paint } from './colour.js';
import type { PickedColumn } from './fields.js';
import { cellSpan, type Span } from './span.js';
import { columnGap, fitColumns } from './table-layout.js';
import type { JsonObject } from './view.js';
import { asciiRuler, cutMark, cutTo, type Ruler, rulerFor, startOf } from './width.js';

/** Rows given to the drawing library at a time: its time grows with the square of them. */
const sliceSize = 50;

/** UTF-16 units per cell of the table's width beyond which a text is cut before it is measured: it cannot fit. */
const unitsShown = 16;

/** Stands for one cell of text that the library would measure differently from us; foreign text never holds it. */
const placeholder = '\ufdd0';

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
  let drawn = '';
  for (let start = 0; start < lines.length; start += sliceSize) {
    const slice = lines.slice(start, start + sliceSize);
    drawn += drawSlice(slice, { shown, widths, ruler, paint, draw, mark: cutMark(words) });
  }
  return drawn;
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

function drawSlice(lines: readonly (readonly Span[])[], { shown, widths, ruler, paint, draw, mark }: Drawing): string {
  const held: string[] = [];
  const cells = lines.map((line) =>
    shown.map((index) => {
      const { text, styles } = line[index] ?? { text: '', styles: [] };
      const cut = cutTo(ruler, text, widths[index] ?? 0, mark);
      const painted = cut === '' ? '' : paint([{ text: cut, styles }]);
      const width = ruler.width(cut);
      if ((ruler === asciiRuler && painted === cut && cut === text) || width === 0) return painted;
      held.push(painted);
      return placeholder.repeat(width);
    }),
  );
  const drawn = draw(cells).replace(/\ufdd0+/g, () => held.shift() ?? '');
  return drawn.replace(/ +$/gm, '').concat('\n');
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
