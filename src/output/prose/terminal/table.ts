import { type Line, lineWidth, plainPaint, type Span, span } from '../../text/span.js';
import type { Ruler } from '../../text/width.js';
import { wrapSpans } from '../../text/wrap.js';
import type { MarkdownCell, MarkdownNode, MarkdownStyle } from '../node.js';
import { inlineSpans } from './inline.js';

const gap = 2;

/** A column is at least as wide as its longest word, up to this many cells. */
const longestWord = 16;

/** Tables with more columns are printed as lines. */
const maxColumns = 40;

type Row = readonly (readonly Span[])[];

interface Columns {
  readonly widths: readonly number[];
  readonly aligns: readonly MarkdownCell['align'][];
  readonly style: MarkdownStyle;
}

/**
 * A table, aligned. Cells are wrapped if it is too wide; if it still does not fit, or words are wanted, each cell is a line `head:
 * cell`.
 */
export function tableLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const header = node.header ?? [];
  const hasHead = header.length > 0;
  const sent = hasHead ? [header, ...(node.rows ?? [])] : (node.rows ?? []);
  const rows = sent.map((row, index) =>
    row.map((cell) => inlineSpans(cell.tokens, style, hasHead && index === 0 ? ['strong'] : [])),
  );
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = count > maxColumns || style.words ? undefined : fitWidths(rows, count, width, style.ruler);
  if (widths === undefined)
    return stackedLines(hasHead ? rows[0] : undefined, hasHead ? rows.slice(1) : rows, width, style.ruler);
  const columns = { widths, aligns: (sent[0] ?? []).map(({ align }) => align), style };
  const set = rows.map((row) => alignRow(row, columns));
  const total = widths.reduce((sum, cells) => sum + cells, 0) + gap * (count - 1);
  const rule: Line = [span('─'.repeat(total), 'dim')];
  const [head = [], body] = hasHead ? [set[0], set.slice(1)] : [[], set];
  return [...head, ...(hasHead ? [rule] : []), ...spaced(body)];
}

/** Rows of several lines are separated by blank lines. */
function spaced(rows: readonly (readonly Line[])[]): readonly Line[] {
  const isTall = rows.some((lines) => lines.length > 1);
  return rows.flatMap((lines, index) => (isTall && index > 0 ? [[], ...lines] : lines));
}

/** The widths of the columns, the widest reduced until they fit; undefined if they cannot. */
function fitWidths(rows: readonly Row[], count: number, width: number, ruler: Ruler): readonly number[] | undefined {
  const natural = Array.from({ length: count }, () => 1);
  const least = Array.from({ length: count }, () => 1);
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      for (const line of plainPaint(cell).split('\n')) {
        natural[index] = Math.max(natural[index] ?? 1, ruler.width(line));
        for (const word of line.split(' ')) {
          least[index] = Math.max(least[index] ?? 1, Math.min(longestWord, ruler.width(word)));
        }
      }
    }
  }
  const available = width - gap * Math.max(0, count - 1);
  if (least.reduce((sum, cells) => sum + cells, 0) > available) return undefined;
  return shrink(natural, least, available);
}

/** Limits all columns to one width, the largest with which they fit; none gets less than its minimum. */
function shrink(natural: readonly number[], least: readonly number[], available: number): readonly number[] {
  const cutAt = (most: number): readonly number[] =>
    natural.map((cells, index) => Math.max(least[index] ?? 1, Math.min(cells, most)));
  const isFitting = (widths: readonly number[]): boolean => widths.reduce((sum, cells) => sum + cells, 0) <= available;
  if (isFitting(natural)) return natural;
  let most = available;
  while (most > 1 && !isFitting(cutAt(most))) most -= 1;
  const widths = [...cutAt(most)];
  // Remaining cells go to the columns that were cut, from the left.
  let left = available - widths.reduce((sum, cells) => sum + cells, 0);
  for (const [index, cells] of widths.entries()) {
    if (left > 0 && cells < (natural[index] ?? 0)) {
      widths[index] = cells + 1;
      left -= 1;
    }
  }
  return widths;
}

/** One row as lines; a cell with several lines continues below. */
function alignRow(row: Row, { widths, aligns, style }: Columns): readonly Line[] {
  const cells = widths.map((width, index) => wrapSpans(style.ruler, row[index] ?? [], width));
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 1);
  return Array.from({ length: height }, (_, at) => {
    const line: Span[] = [];
    let owed = 0;
    for (const [index, width] of widths.entries()) {
      const piece = cells[index]?.[at] ?? [];
      const free = Math.max(0, width - lineWidth(style.ruler, piece));
      const align = aligns[index] ?? 'left';
      const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0;
      owed += before + (index === 0 ? 0 : gap);
      if (piece.length > 0) {
        if (owed > 0) line.push(span(' '.repeat(owed)));
        line.push(...piece);
        owed = 0;
      }
      owed += free - before;
    }
    return line;
  });
}

function stackedLines(head: Row | undefined, rows: readonly Row[], width: number, ruler: Ruler): readonly Line[] {
  return rows.flatMap((row, index) => {
    const lines = row.flatMap((cell, at) => {
      const name = head?.[at] ?? [];
      return wrapSpans(ruler, name.length === 0 ? cell : [...name, span(': '), ...cell], width);
    });
    return index === 0 ? lines : [[], ...lines];
  });
}
