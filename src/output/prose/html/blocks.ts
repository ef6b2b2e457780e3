import type { MarkdownNode } from '../node.js';
import { dressed, inlineNodes, isUnseen, rawText } from './inline.js';
import { type ReadBlocks, tableNodes } from './table.js';
import { blockNames, childOf, type HtmlElement, type HtmlNode, isElement, parseHtml } from './tree.js';

/** Applies formatting that surrounds several blocks, such as bold or a link, to the text of each. */
type Dress = (tokens: readonly MarkdownNode[]) => readonly MarkdownNode[];

/**
 * HTML as the blocks that markdown is rendered from. These are bounded in depth, and leave out only scripts, styles, frames and
 * hidden elements. Anybody may write HTML for which this takes minutes (`Patience`), or that is too deep (RangeError).
 */
export function htmlNodes(html: string): readonly MarkdownNode[] {
  return blocksOf(parseHtml(html), (tokens) => tokens);
}

/** The blocks of these nodes; text between blocks becomes paragraphs. */
function blocksOf(children: readonly HtmlNode[], dress: Dress): readonly MarkdownNode[] {
  const blocks: MarkdownNode[] = [];
  let run: HtmlNode[] = [];
  const flush = (): void => {
    const tokens = run.length === 0 ? [] : inlineNodes(run);
    run = [];
    if (tokens.some(isVisible)) blocks.push({ type: 'paragraph', tokens: dress(tokens) });
  };
  for (const child of children) {
    if (typeof child === 'string' || !child.isBlock) {
      run.push(child);
      continue;
    }
    flush();
    for (const block of blocksOfElement(child, dress)) blocks.push(block);
  }
  flush();
  return blocks;
}

function isVisible({ type, text, tokens }: MarkdownNode): boolean {
  if (tokens !== undefined) return tokens.some(isVisible);
  return type === 'text' ? text?.trim() !== '' : type !== 'br';
}

function blocksOfElement(element: HtmlElement, dress: Dress): readonly MarkdownNode[] {
  const { name, children } = element;
  if (isUnseen(element)) return [];
  if (/^h[1-6]$/.test(name)) {
    const tokens = inlineNodes(children);
    return tokens.some(isVisible) ? [{ type: 'heading', depth: Number(name.slice(1)), tokens }] : [];
  }
  switch (name) {
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return listNode(element, children, (inner) => blocksOf(inner, dress));
    case 'li':
      return listNode(element, [element], (inner) => blocksOf(inner, dress));
    case 'dl':
      return [{ type: 'group', tokens: blocksOf(children, dress) }];
    case 'dt':
      return blocksOf(children, (tokens) => [{ type: 'strong', tokens }]);
    case 'dd':
      return [{ type: 'indent', tokens: blocksOf(children, dress) }];
    case 'blockquote':
      return [{ type: 'blockquote', tokens: blocksOf(children, dress) }];
    case 'pre':
      return [codeNode(children)];
    case 'table':
      return tableNodes(element, (inner) => blocksOf(inner, dress));
    case 'hr':
      return [{ type: 'hr' }];
    case 'details':
      return [detailsNode(children, dress)];
    case 'figcaption':
      return blocksOf(children, (tokens) => [{ type: 'em', tokens }]);
    default:
      return blocksOf(children, (tokens) => dress(dressed(element, tokens)));
  }
}

function codeNode(children: readonly HtmlNode[]): MarkdownNode {
  const lang = /^language-([\w+#.-]+)$/.exec(childOf(children, 'code')?.attributes.class ?? '')?.[1];
  const text = rawText(children)
    .replace(/^\r?\n/, '')
    .trimEnd();
  return { type: 'code', text, ...(lang !== undefined && { lang }) };
}

function detailsNode(children: readonly HtmlNode[], dress: Dress): MarkdownNode {
  const summary = childOf(children, 'summary');
  const rest = children.filter((child) => child !== summary);
  return { type: 'details', summary: inlineNodes(summary?.children ?? []), tokens: blocksOf(rest, dress) };
}

/** A list, or a single item, as a markdown list. Content between items belongs to the item before. */
function listNode({ name, attributes }: HtmlElement, children: readonly HtmlNode[], read: ReadBlocks) {
  const groups: { item: HtmlElement | undefined; children: HtmlNode[] }[] = [];
  for (const child of children.flatMap(partsOf)) {
    if (isElement(child, 'li')) {
      if (child.attributes.hidden === undefined) groups.push({ item: child, children: [...child.children] });
    } else if (typeof child !== 'string' || child.trim() !== '') {
      const last = groups.at(-1);
      if (last) last.children.push(' ', child);
      else groups.push({ item: undefined, children: [child] });
    }
  }
  if (groups.length === 0) return [];
  const start = /^\d{1,9}$/.test(attributes.start ?? '') ? Number(attributes.start) : 1;
  const items = groups.map((group) => itemNode(group.item, group.children, read));
  return [{ type: 'list', ordered: name === 'ol', start, loose: false, items }];
}

/** What is in a list: bold that was never closed contains the items after it, which are no deeper for that. */
function partsOf(child: HtmlNode): readonly HtmlNode[] {
  const isAround = typeof child !== 'string' && child.isBlock && !blockNames.has(child.name);
  return isAround ? child.children.flatMap(partsOf) : [child];
}

function itemNode(item: HtmlElement | undefined, children: readonly HtmlNode[], read: ReadBlocks): MarkdownNode {
  const box = findBox(children);
  const sent = item?.attributes['data-checked'];
  const isTask = box !== undefined || sent !== undefined || item?.attributes['data-type'] === 'taskItem';
  const tokens = read(box === undefined ? children : without(children, box));
  return {
    type: 'list_item',
    tokens,
    loose: tokens.filter(({ type }) => type === 'paragraph').length > 1,
    ...(isTask && {
      task: true,
      checked: sent === undefined ? box?.attributes.checked !== undefined : sent === 'true',
    }),
  };
}

/** How deep in an item its checkbox may be: editors put labels and paragraphs around it. */
const deepestBox = 4;

function findBox(children: readonly HtmlNode[], depth = 0): HtmlElement | undefined {
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
  if (first === undefined || typeof first === 'string' || depth > deepestBox) return undefined;
  if (first.name === 'input') return first.attributes.type?.toLowerCase() === 'checkbox' ? first : undefined;
  return findBox(first.children, depth + 1);
}

/** The same children without the checkbox, which is the first node or inside it. */
function without(children: readonly HtmlNode[], box: HtmlElement): readonly HtmlNode[] {
  const at = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const first = children[at];
  const rest = children.slice(at + 1);
  if (first === undefined || typeof first === 'string' || first === box) return rest;
  return [{ ...first, children: without(first.children, box) }, ...rest];
}
