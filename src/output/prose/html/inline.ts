import type { MarkdownNode } from '../node.js';
import { blockNames, childOf, type HtmlElement, type HtmlNode } from './tree.js';

interface TextPosition {
  /** After a space or at the start of a line, where further space is dropped. */
  isAfterSpace: boolean;
  isLineStart: boolean;
  /** A block ended here, so the next text starts a line. */
  breaksNext: boolean;
}

const looks: Readonly<Record<string, 'strong' | 'em' | 'del'>> = {
  ...{ b: 'strong', strong: 'strong', mark: 'strong', i: 'em', em: 'em', cite: 'em', dfn: 'em', var: 'em' },
  ...{ s: 'del', del: 'del', strike: 'del' },
};

const codes: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);

/** Elements that show nothing, or nothing that a terminal could show. */
const unseen: ReadonlySet<string> = new Set(['template', 'svg', 'math', 'datalist', 'object', 'canvas', 'head']);

export function isUnseen({ name, attributes }: HtmlElement): boolean {
  return unseen.has(name) || attributes.hidden !== undefined;
}

/** HTML within a paragraph as inline markdown; a block in it starts and ends a line. White space is collapsed as in browsers. */
export function inlineNodes(children: readonly HtmlNode[]): readonly MarkdownNode[] {
  const place: TextPosition = { isAfterSpace: true, isLineStart: true, breaksNext: false };
  return trimBreaks(children.flatMap((child) => nodesOf(child, place)));
}

/** The text of an element with its white space. */
export function rawText(children: readonly HtmlNode[]): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return shown(child);
      return child.name === 'br' ? '\n' : rawText(child.children);
    })
    .join('');
}

/** Inline nodes in the style of an element, or as its link. */
export function dressed({ name, attributes }: HtmlElement, tokens: readonly MarkdownNode[]): readonly MarkdownNode[] {
  if (tokens.length === 0) return tokens;
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined;
  if (look !== undefined) return [{ type: look, tokens }];
  const href = name === 'a' ? attributes.href : undefined;
  if (href === undefined) return tokens;
  const { title } = attributes;
  return [{ type: 'link', href, ...(title !== undefined && { title }), tokens }];
}

function nodesOf(node: HtmlNode, place: TextPosition): readonly MarkdownNode[] {
  if (typeof node === 'string') return textNodes(node, place);
  if (isUnseen(node)) return [];
  if (blockNames.has(node.name)) return blockNodes(node, place);
  const { name, attributes, children } = node;
  const inner = (): readonly MarkdownNode[] => children.flatMap((child) => nodesOf(child, place));
  switch (name) {
    case 'br':
      Object.assign(place, { isAfterSpace: true, isLineStart: true, breaksNext: false });
      return [{ type: 'br' }];
    case 'img':
      return said(place, {
        type: 'image',
        text: attributes.alt ?? '',
        href: attributes.src ?? '',
        ...(attributes.title !== undefined && { title: attributes.title }),
      });
    case 'input':
      if (attributes.type?.toLowerCase() !== 'checkbox') return [];
      return said(place, { type: 'tick', checked: attributes.checked !== undefined });
    case 'video':
    case 'audio':
      return said(place, ...dressedMedia(node));
    case 'sup':
    case 'sub': {
      const tokens = inner();
      return tokens.length === 0 ? [] : [{ type: name, tokens }];
    }
    case 'q':
      return [...textNodes('“', place), ...inner(), ...textNodes('”', place)];
    default:
      if (codes.has(name) && !node.isBlock && rawText(children).trim() !== '')
        return said(place, { type: 'codespan', text: rawText(children).replace(/\s+/g, ' ') });
      if (attributes['data-type'] === 'mention') return mentionNodes(node, place);
      return dressed(node, inner());
  }
}

function textNodes(source: string, place: TextPosition): readonly MarkdownNode[] {
  const folded = source.replace(/[ \t\n\r\f]+/g, ' ');
  const text = place.isAfterSpace || place.breaksNext ? folded.replace(/^ /, '') : folded;
  if (text === '') return [];
  const before = startText(place);
  place.isAfterSpace = text.endsWith(' ');
  return [...before, { type: 'text', text: shown(text) }];
}

/** A no-break space is a space that is not folded, and a soft hyphen nothing. */
function shown(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');
}

/** Adds something other than text. */
function said(place: TextPosition, ...nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const before = startText(place);
  place.isAfterSpace = false;
  return [...before, ...nodes];
}

/** The line break due after an earlier block. */
function startText(place: TextPosition): readonly MarkdownNode[] {
  const breaks = place.breaksNext && !place.isLineStart;
  place.breaksNext = false;
  place.isLineStart = false;
  return breaks ? [{ type: 'br' }] : [];
}

function blockNodes({ name, children }: HtmlElement, place: TextPosition): readonly MarkdownNode[] {
  place.breaksNext = true;
  const bullet = name === 'li' ? said(place, { type: 'bullet' }) : [];
  if (name === 'li') place.isAfterSpace = true;
  const nodes = children.flatMap((child) => nodesOf(child, place));
  place.breaksNext = true;
  return [...bullet, ...nodes];
}

/** A mention: `<span data-type="mention">`, as editors write it. */
function mentionNodes({ attributes, children }: HtmlElement, place: TextPosition): readonly MarkdownNode[] {
  const label = attributes['data-label'];
  if (label !== undefined && rawText(children).trim() === '')
    return said(place, { type: 'mention', text: `@${label}` });
  return [{ type: 'mention', tokens: children.flatMap((child) => nodesOf(child, place)) }];
}

function dressedMedia({ name, attributes, children }: HtmlElement): readonly MarkdownNode[] {
  const href = attributes.src ?? childOf(children, 'source')?.attributes.src;
  const text: MarkdownNode = { type: 'text', text: `[${name}]` };
  return href === undefined ? [text] : [{ type: 'link', href, tokens: [text] }];
}

/** Line breaks at either end have no effect. */
function trimBreaks(nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const isSaid = ({ type }: MarkdownNode): boolean => type !== 'br';
  const first = nodes.findIndex(isSaid);
  return first === -1 ? [] : nodes.slice(first, nodes.findLastIndex(isSaid) + 1);
}
