import { cleanLine, cleanText } from './clean.js';
import { htmlText } from './html-text.js';
import { inlineSpans } from './markdown-inline.js';
import type { MarkdownNode, MarkdownStyle } from './markdown-node.js';
import { tableLines } from './markdown-table.js';
import { type Line, prefixLines, span } from './span.js';
import { wrapSpans, wrapText } from './wrap.js';

/** However deep a list is nested, its text keeps this many cells. */
const narrowestText = 20;

/** Blocks of markdown as lines of at most `width` cells, an empty line between blocks unless `tight`. */
export function blockLines(
  nodes: readonly MarkdownNode[],
  width: number,
  style: MarkdownStyle,
  tight = false,
): readonly Line[] {
  const lines: Line[] = [];
  for (const node of nodes) {
    const block = oneBlock(node, Math.max(narrowestText, width), style);
    if (block.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push([]);
    lines.push(...block);
  }
  return lines;
}

function oneBlock(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  switch (node.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return headingLines(node, width, style);
    case 'code':
      return codeLines(node);
    case 'blockquote':
      return quoteLines(node, width, style);
    case 'list':
      return listLines(node, width, style);
    case 'table':
      return tableLines(node, width, style);
    case 'hr':
      return [[span((style.words ? '-' : '─').repeat(Math.min(width, 40)), 'dim')]];
    case 'html':
      return htmlLines(node, width, style);
    default:
      return wrapSpans(style.ruler, inlineSpans(node.tokens ?? [node], style), width);
  }
}

function headingLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const marks = span(`${'#'.repeat(node.depth ?? 1)} `, 'dim');
  return wrapSpans(style.ruler, [marks, ...inlineSpans(node.tokens ?? [], style, ['strong'])], width);
}

/** Code is set as it is, indented: never wrapped, so that it can be copied. */
function codeLines(node: MarkdownNode): readonly Line[] {
  const lines = (node.text ?? '').split('\n');
  return lines.map((line) => (line === '' ? [] : [span(`    ${cleanLine(line.replaceAll('\t', '    '))}`, 'accent')]));
}

function quoteLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const bar = span(style.words ? '> ' : '│ ', 'dim');
  return blockLines(node.tokens ?? [], width - 2, style).map((line) => [bar, ...line]);
}

function listLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const items = node.items ?? [];
  const start = typeof node.start === 'number' ? node.start : 1;
  const digits = String(start + items.length - 1).length;
  return items.flatMap((item, index) => {
    const marker = node.ordered === true ? `${String(start + index).padStart(digits)}. ` : bulletOf(item, style);
    const indent = marker.length;
    const body = blockLines(item.tokens ?? [], width - indent, style, item.loose !== true);
    const first = span(marker, ...(item.task === true ? [] : (['dim'] as const)));
    const lines = prefixLines(body.length === 0 ? [[span('')]] : body, [span(' '.repeat(indent))], [first]);
    return node.loose === true && index > 0 ? [[], ...lines] : lines;
  });
}

function bulletOf(item: MarkdownNode, { words }: MarkdownStyle): string {
  if (item.task !== true) return words ? '- ' : '• ';
  if (words) return item.checked === true ? '[done] ' : '[open] ';
  return item.checked === true ? '☑ ' : '☐ ';
}

function htmlLines(node: MarkdownNode, width: number, { ruler }: MarkdownStyle): readonly Line[] {
  const text = cleanText(htmlText(node.raw));
  return text === '' ? [] : wrapText(ruler, text, width);
}
