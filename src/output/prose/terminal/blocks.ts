import { cleanLine } from '../../../contract/text/unsafe-characters.js';
import { type Line, prefixLines, type Style, span } from '../../text/span.js';
import { wrapSpans } from '../../text/wrap.js';
import type { MarkdownNode, MarkdownStyle } from '../node.js';
import { boxOf, followCode, inlineSpans } from './inline.js';
import { tableLines } from './table.js';

/** The least width of text in a list, however deeply nested (cells). */
const narrowestText = 16;

/** Renders blocks of markdown as lines of at most `width` cells, separated by blank lines unless `tight`. */
export function blockLines(nodes: readonly MarkdownNode[], width: number, style: MarkdownStyle, tight = false) {
  const lines: Line[] = [];
  for (const node of nodes) {
    const block = oneBlock(node, Math.max(narrowestText, width), style);
    if (block.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push([]);
    for (const line of block) lines.push(line);
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
      return codeLines(node, width, style);
    case 'blockquote':
      return quoteLines(node, width, style);
    case 'list':
      return listLines(node, width, style);
    case 'table':
      return tableLines(node, width, style);
    case 'hr':
      return [[span(style.words ? '---' : '─'.repeat(Math.min(width, 40)), 'dim')]];
    case 'group':
      return blockLines(node.tokens ?? [], width, style, true);
    case 'indent':
      return indented(node, width, style);
    case 'details':
      return detailsLines(node, width, style);
    default:
      return wrapSpans(style.ruler, inlineSpans(node.tokens ?? [node], style), width);
  }
}

function headingLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const depth = node.depth ?? 1;
  const looks: readonly Style[] = depth <= 2 ? ['strong', 'underline'] : ['strong'];
  // Without colour there is no bold either, so only the # marks show a heading.
  const marks = style.color ? [] : [span(`${'#'.repeat(depth)} `, 'dim')];
  return wrapSpans(style.ruler, [...marks, ...inlineSpans(node.tokens ?? [], style, looks)], width);
}

/** Code is kept as it is, indented. On a terminal, the rest of a line that is too long goes below its indentation. */
function codeLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const { ruler, beyond } = style;
  followCode(node.text ?? '', style);
  const cells = beyond === undefined ? Number.POSITIVE_INFINITY : width + beyond;
  return (node.text ?? '').split('\n').flatMap((text): readonly Line[] => {
    if (text === '') return [[]];
    const line = `    ${cleanLine(text.replaceAll('\t', '    '))}`;
    if (ruler.width(line) <= cells) return [[span(line, 'accent')]];
    const words = line.trimStart();
    const space = ' '.repeat(Math.max(0, Math.min(line.length - words.length, cells - narrowestText)));
    return wrapSpans(ruler, [span(words, 'accent')], cells - space.length).map((rest) => [span(space), ...rest]);
  });
}

function quoteLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const bar = fitting(style.words ? '> ' : '│ ', width);
  const lines = blockLines(node.tokens ?? [], width - bar.length, style);
  return bar === '' ? lines : lines.map((line) => [span(bar, 'dim'), ...line]);
}

/** The prefix of a block's lines; empty if the lines would get too narrow or run off the page. */
function fitting(prefix: string, width: number): string {
  return width - prefix.length < narrowestText ? '' : prefix;
}

function indented(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const space = fitting('    ', width);
  return prefixLines(blockLines(node.tokens ?? [], width - space.length, style), [span(space)]);
}

function detailsLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const space = fitting('  ', width);
  const words = node.summary?.length ? node.summary : [{ type: 'text', text: 'Details' }];
  const head = wrapSpans(style.ruler, inlineSpans(words, style, ['strong']), width - 2);
  const body = blockLines(node.tokens ?? [], width - space.length, style);
  return [
    ...prefixLines(head, [span('  ')], [span(style.words ? '- ' : '▾ ', 'dim')]),
    ...(body.length === 0 ? [] : [[], ...prefixLines(body, [span(space)])]),
  ];
}

function listLines(node: MarkdownNode, width: number, style: MarkdownStyle): readonly Line[] {
  const items = node.items ?? [];
  const start = typeof node.start === 'number' ? node.start : 1;
  const digits = String(start + items.length - 1).length;
  return items.flatMap((item, index) => {
    const marker = markerOf(item, node.ordered === true ? `${String(start + index).padStart(digits)}. ` : '', style);
    const indent = fitting(' '.repeat(marker.length), width);
    const body = blockLines(item.tokens ?? [], width - indent.length, style, item.loose !== true);
    const first = span(marker, ...(item.task === true ? [] : (['dim'] as const)));
    const lines =
      indent === ''
        ? [[first], ...body]
        : prefixLines(body.length === 0 ? [[span('')]] : body, [span(indent)], [first]);
    return node.loose === true && index > 0 ? [[], ...lines] : lines;
  });
}

/** The number of an item, its checkbox or both, or else a bullet. */
function markerOf(item: MarkdownNode, number: string, { words }: MarkdownStyle): string {
  if (item.task === true) return `${number}${boxOf(item.checked === true, words)} `;
  return number || (words ? '- ' : '• ');
}
