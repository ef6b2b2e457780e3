import { cleanLine, cleanText } from './clean.js';
import { decodeEntities } from './entities.js';
import { closesElement, hiddenElement } from './html-text.js';
import type { MarkdownNode, MarkdownStyle } from './markdown-node.js';
import { type Span, type Style, span } from './span.js';

/** Inline markdown as spans; a newline in a span is a line break. Text is decoded first and made harmless then. */
export function inlineSpans(
  nodes: readonly MarkdownNode[],
  style: MarkdownStyle,
  looks: readonly Style[] = [],
): readonly Span[] {
  const spans: Span[] = [];
  let hidden: string | undefined;
  for (const node of nodes) {
    if (node.type === 'html') {
      if (hidden !== undefined && closesElement(node.raw, hidden)) hidden = undefined;
      else hidden ??= hiddenElement(node.raw);
      if (hidden === undefined && /^<br\b/i.test(node.raw)) spans.push({ text: '\n', styles: looks });
    } else if (hidden === undefined) {
      spans.push(...nodeSpans(node, style, looks));
    }
  }
  return spans;
}

function nodeSpans(node: MarkdownNode, style: MarkdownStyle, looks: readonly Style[]): readonly Span[] {
  switch (node.type) {
    case 'strong':
      return inlineSpans(node.tokens ?? [], style, [...looks, 'strong']);
    case 'em':
      return inlineSpans(node.tokens ?? [], style, [...looks, 'italic']);
    case 'del':
      return inlineSpans(node.tokens ?? [], style, [...looks, 'struck']);
    case 'codespan':
      return [codeSpan(node.text ?? '', style, looks)];
    case 'link':
      return linkSpans(node, style, looks);
    case 'image':
      return [{ text: `[image: ${foreignLine(node.text || node.href || '')}]`, styles: [...looks, 'dim'] }];
    case 'mention':
    case 'reference':
      return [{ text: foreignLine(node.text ?? ''), styles: [...looks, 'accent'] }];
    case 'br':
      return [{ text: '\n', styles: looks }];
    case 'checkbox':
      return [];
    default:
      if (node.tokens !== undefined) return inlineSpans(node.tokens, style, looks);
      return [{ text: cleanText(decodeEntities(node.text ?? node.raw)), styles: looks }];
  }
}

function codeSpan(text: string, { color }: MarkdownStyle, looks: readonly Style[]): Span {
  const shown = cleanLine(text);
  return { text: color ? shown : `\`${shown}\``, styles: [...looks, 'accent'] };
}

/** `text (address)`; only web and mail addresses count as links, any other target is left out. */
function linkSpans(node: MarkdownNode, style: MarkdownStyle, looks: readonly Style[]): readonly Span[] {
  const href = node.href ?? '';
  const isLink = /^(?:https?:\/\/|mailto:)/i.test(href);
  const label = inlineSpans(node.tokens ?? [], style, isLink ? [...looks, 'underline'] : looks);
  if (!isLink) return label;
  const words = label.map(({ text }) => text).join('');
  const address = cleanLine(href);
  if (words === '') return [span(address, ...looks, 'underline')];
  if (words === address || `mailto:${words}` === address || `http://${words}` === address) return label;
  return [...label, { text: ` (${address})`, styles: [...looks, 'dim'] }];
}

function foreignLine(text: string): string {
  return cleanLine(decodeEntities(text));
}
