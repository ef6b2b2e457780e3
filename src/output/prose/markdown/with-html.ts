import { htmlNodes } from '../html/blocks.js';
import { inlineNodes } from '../html/inline.js';
import { parseHtml } from '../html/tree.js';
import { changeInside, type MarkdownNode } from '../node.js';

/** Replaces the HTML in markdown by equivalent nodes. */
export function withHtml(nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const made: MarkdownNode[] = [];
  let hidden: string | undefined;
  for (const node of nodes) {
    const { type, raw = '', block } = node;
    if (type === 'html' && block === true) made.push(...htmlNodes(raw));
    else if (type === 'html') {
      if (hidden !== undefined && raw.toLowerCase().startsWith(`</${hidden}`)) hidden = undefined;
      else hidden ??= /^<(script|style)\b/i.exec(raw)?.[1]?.toLowerCase();
      if (hidden === undefined) made.push(...tagNodes(raw));
    } else if (hidden === undefined) made.push(changeInside(node, withHtml));
  }
  return made;
}

/** A tag within a paragraph: only void elements, such as a line break or an image, show anything. */
function tagNodes(tag: string): readonly MarkdownNode[] {
  if (/^<br\b/i.test(tag)) return [{ type: 'br' }];
  return /^<(?:img|input)\b/i.test(tag) ? inlineNodes(parseHtml(tag)) : [];
}
