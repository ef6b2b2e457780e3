import { cleanLine, cleanText } from '../text/clean.js';
import { type Line, span } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import { decodeEntities } from './entities.js';
import { bareText } from './html/bare-text.js';
import { htmlNodes } from './html/blocks.js';
import type { MarkdownNode, MarkdownStyle, TextLook } from './node.js';
import { blockLines } from './terminal/blocks.js';
import { inlineSpans } from './terminal/inline.js';

/** Longer pages, in UTF-16 units, are shown as bare text: laying them out would take long, and much memory. */
export const longestFormatted = 1_000_000;

/**
 * HTML as lines for a terminal, wrapped to `width` cells, as markdown is rendered. Addresses stand below as footnotes where
 * the terminal opens no links. Every piece of text has been made harmless after its character references were decoded
 * (docs/requirements.md, R38). A heading at the top that only repeats `title` is left out. Text without any markup keeps
 * its lines.
 */
export async function renderHtml(
  source: string,
  width: number,
  look: TextLook & { readonly title?: string },
): Promise<readonly Line[]> {
  if (!source.includes('<')) return await renderPlain(decodeEntities(source), width);
  if (source.length > longestFormatted) return await renderPlain(bareText(source), width);
  const ruler = source.includes('&') ? await wideRuler() : await rulerFor([source.replace(/\s+/g, ' ')]);
  const footnotes = new Map<string, number>();
  const style: MarkdownStyle = { ...look, ruler, footnotes };
  const lines = blockLines(withoutTitle(htmlNodes(source), look.title, style), width, style);
  const notes = [...footnotes].map(([address, number]): Line => [span(`[${number}] ${address}`, 'dim')]);
  return notes.length === 0 ? lines : [...lines, [], ...notes];
}

/** Text without any formatting: its lines stay, and are wrapped. */
export async function renderPlain(source: string, width: number): Promise<readonly Line[]> {
  const text = cleanText(source.trimEnd());
  return wrapText(await rulerFor(text.split('\n')), text, width);
}

function withoutTitle(
  nodes: readonly MarkdownNode[],
  title: string | undefined,
  style: MarkdownStyle,
): readonly MarkdownNode[] {
  const [first, ...rest] = nodes;
  if (first?.type !== 'heading' || title === undefined) return nodes;
  const words = inlineSpans(first.tokens ?? [], { ...style, footnotes: new Map() })
    .map(({ text }) => text)
    .join('');
  return words.trim() === cleanLine(title).trim() ? rest : nodes;
}
