import type { MarkdownCell, MarkdownNode } from '../node.js';
import { inlineNodes } from './inline.js';
import { type HtmlElement, type HtmlNode, isElement } from './tree.js';

export type ReadBlocks = (children: readonly HtmlNode[]) => readonly MarkdownNode[];

interface Row {
  readonly cells: readonly HtmlElement[];
  readonly isHead: boolean;
}

/** The most columns and rows a cell may span. Cells that start beyond column `maxSpanned` span nothing. */
const widestCell = 40;
const tallestCell = 200;
const maxSpanned = 40;

/** A table, with its caption before it. One used only for layout, with a single column or nested tables, becomes its content. */
export function tableNodes({ children }: HtmlElement, read: ReadBlocks): readonly MarkdownNode[] {
  const before = children.flatMap((child) => (isElement(child, 'caption') ? read(child.children) : []));
  const rows = rowsOf(children, false);
  const isFrame =
    rows.every(({ cells }) => cells.length <= 1) ||
    rows.some(({ cells }) => cells.some(({ children: inner }) => holdsTable(inner)));
  if (isFrame) return [...before, ...rows.flatMap(({ cells }) => cells.flatMap((cell) => read(cell.children)))];
  const [first] = rows;
  const hasHead = first !== undefined && (first.isHead || first.cells.every(({ name }) => name === 'th'));
  const grid = spread(hasHead ? rows.slice(1) : rows);
  const header = hasHead ? spread([first]).flat() : [];
  return [
    ...before,
    { type: 'table', header: header.map((cell) => ({ ...cell, tokens: bare(cell.tokens) })), rows: grid },
  ];
}

function rowsOf(children: readonly HtmlNode[], isHead: boolean): readonly Row[] {
  return children.flatMap((child): readonly Row[] => {
    if (typeof child === 'string') return [];
    if (child.name === 'tr') {
      const cells = child.children.filter(
        (cell): cell is HtmlElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.name),
      );
      return cells.length === 0 ? [] : [{ cells, isHead }];
    }
    return /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child.children, child.name === 'thead') : [];
  });
}

function holdsTable(children: readonly HtmlNode[]): boolean {
  return children.some(
    (child) => typeof child !== 'string' && child.isBlock && (child.name === 'table' || holdsTable(child.children)),
  );
}

const empty: MarkdownCell = { tokens: [], align: null };

/** Places cells in their columns: a cell that spans several columns or rows is followed by empty ones. */
function spread(rows: readonly Row[]): readonly (readonly MarkdownCell[])[] {
  const covered = new Map<number, number>();
  return rows.map(({ cells }) => {
    const row: MarkdownCell[] = [];
    const skipCovered = (): void => {
      for (let left = covered.get(row.length); left !== undefined && left > 0; left = covered.get(row.length)) {
        covered.set(row.length, left - 1);
        row.push(empty);
      }
    };
    for (const cell of cells) {
      skipCovered();
      const spans = row.length < maxSpanned;
      const columns = spans ? spanOf(cell, 'colspan', widestCell) : 1;
      const lines = spans ? spanOf(cell, 'rowspan', tallestCell) : 1;
      for (let at = 0; at < columns; at += 1) {
        if (lines > 1) covered.set(row.length, lines - 1);
        row.push(at === 0 ? cellOf(cell) : empty);
      }
    }
    skipCovered();
    return row;
  });
}

function spanOf({ attributes }: HtmlElement, key: 'colspan' | 'rowspan', most: number): number {
  const text = attributes[key] ?? '';
  return /^\d{1,9}$/.test(text) ? Math.min(Math.max(1, Number(text)), most) : 1;
}

function cellOf({ name, attributes, children }: HtmlElement): MarkdownCell {
  const said = /text-align:\s*(center|right|left)/i.exec(attributes.style ?? '')?.[1] ?? attributes.align ?? '';
  const align = (['center', 'right', 'left'] as const).find((each) => each === said.toLowerCase()) ?? null;
  const tokens = inlineNodes(children);
  return { tokens: name === 'th' && tokens.length > 0 ? [{ type: 'strong', tokens }] : tokens, align };
}

/** Headers are bold anyway. */
function bare(tokens: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const [only] = tokens;
  return tokens.length === 1 && only?.type === 'strong' ? (only.tokens ?? []) : tokens;
}
