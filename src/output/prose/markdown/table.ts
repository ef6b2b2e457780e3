import type { MarkdownCell, MarkdownNode } from '../node.js';
import { inlineMarkdown } from './inline.js';

const rules = { center: ':-:', right: '--:', left: ':--' } as const;

/** A table in GitHub's syntax: it always has a header, and all rows have the same number of cells. */
export function tableMarkdown({ header = [], rows = [] }: MarkdownNode): string {
  const count = [header, ...rows].reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: count }, (_, index) => index);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rowLine = (row: readonly MarkdownCell[]): string => line(columns.map((index) => cellMarkdown(row[index])));
  const aligns = header.length > 0 ? header : (rows[0] ?? []);
  const rule = columns.map((index) => {
    const align = aligns[index]?.align ?? null;
    return align === null ? '---' : rules[align];
  });
  return [rowLine(header), line(rule), ...rows.map(rowLine)].join('\n');
}

function cellMarkdown(cell: MarkdownCell | undefined): string {
  return inlineMarkdown(cell?.tokens ?? [], { lineBreak: '<br>' })
    .trim()
    .replaceAll('|', '\\|');
}
