import { inlineSpans } from './markdown-inline.js';
import type { MarkdownCell, MarkdownNode, MarkdownStyle } from './markdown-node.js';
import { type Line, lineWidth, type Span, span } from './span.js';
import { wrapSpans } from './wrap.js';

const gap = 2;

/** A markdown table, aligned; one too wide for the line is set as one `head: cell` line per cell, so that nothing is lost. */
export function tableLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const header = node.header ?? [];
  const aligns = header.map(({ align }) => align);
  const head = header.map((cell) => cellLine(cell, style, true));
  const rows = (node.rows ?? []).map((row) => row.map((cell) => cellLine(cell, style, false)));
  const widths = head.map((_, index) =>
    [head, ...rows].reduce((widest, row) => Math.max(widest, lineWidth(style.ruler, row[index] ?? [])), 1),
  );
  const total = widths.reduce((sum, cells) => sum + cells, 0) + gap * Math.max(0, widths.length - 1);
  if (total > width) return stackedLines(head, rows, { width, style });
  const set = (row: readonly Line[]): Line => alignRow(row, { widths, aligns, style });
  const rule = span((style.words ? '-' : '─').repeat(total), 'dim');
  return [set(head), [rule], ...rows.map(set)];
}

function cellLine(cell: MarkdownCell, style: MarkdownStyle, isHead: boolean): Line {
  return inlineSpans(cell.tokens, style, isHead ? ['strong'] : []).map(
    (piece): Span => ({ ...piece, text: piece.text.replaceAll('\n', ' ') }),
  );
}

interface Columns {
  readonly widths: readonly number[];
  readonly aligns: readonly MarkdownCell['align'][];
  readonly style: MarkdownStyle;
}

function alignRow(row: readonly Line[], { widths, aligns, style }: Columns): Line {
  const line: Span[] = [];
  widths.forEach((width, index) => {
    const cell = row[index] ?? [];
    const free = Math.max(0, width - lineWidth(style.ruler, cell));
    const align = aligns[index] ?? 'left';
    const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0;
    const isLast = index === widths.length - 1;
    line.push(span(' '.repeat(before + (index === 0 ? 0 : gap))), ...cell);
    if (!isLast) line.push(span(' '.repeat(free - before)));
  });
  return line.filter(({ text }) => text !== '');
}

function stackedLines(
  head: readonly Line[],
  rows: readonly (readonly Line[])[],
  { width, style }: { readonly width: number; readonly style: MarkdownStyle },
): readonly Line[] {
  return rows.flatMap((row, index) => {
    const lines = row.flatMap((cell, at) => wrapSpans(style.ruler, [...(head[at] ?? []), span(': '), ...cell], width));
    return index === 0 ? lines : [[], ...lines];
  });
}
