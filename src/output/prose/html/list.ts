import type { MarkdownNode } from '../node.js';
import type { HtmlElement, HtmlNode } from './tree.js';

type ReadBlocks = (children: readonly HtmlNode[]) => readonly MarkdownNode[];

/** A list, or a single item, as a markdown list. Content between items belongs to the item before. */
export function listNode(
  { name, attributes }: HtmlElement,
  children: readonly HtmlNode[],
  read: ReadBlocks,
): readonly MarkdownNode[] {
  const groups: { item: HtmlElement | undefined; children: HtmlNode[] }[] = [];
  for (const child of children) {
    if (typeof child !== 'string' && child.name === 'li') {
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
  return [{ type: 'list', raw: '', ordered: name === 'ol', start, loose: false, items }];
}

function itemNode(item: HtmlElement | undefined, children: readonly HtmlNode[], read: ReadBlocks): MarkdownNode {
  const box = findBox(children);
  const sent = item?.attributes['data-checked'];
  const isTask = box !== undefined || sent !== undefined || item?.attributes['data-type'] === 'taskItem';
  const tokens = read(box === undefined ? children : without(children, box));
  return {
    type: 'list_item',
    raw: '',
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

/** The checkbox at the start of an item. */
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
