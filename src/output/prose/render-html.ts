import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { type Line, plainPaint, span } from '../text/span.js';
import { rulerFor, wideRuler } from '../text/width.js';
import { decodeEntities } from './entities.js';
import { htmlNodes } from './html/blocks.js';
import { bareText } from './html/tree.js';
import type { MarkdownNode, MarkdownStyle, TextLook } from './node.js';
import { givenUpWords, Patience } from './patience.js';
import { renderPlain } from './render-plain.js';
import { blockLines } from './terminal/blocks.js';
import { inlineSpans } from './terminal/inline.js';

/** Longer pages are shown as plain text, because laying them out takes too much memory (UTF-16 units). */
export const longestFormatted = 1_000_000;

/**
 * Renders HTML like markdown, as lines for a terminal wrapped to `width` cells. Addresses are footnotes if the terminal does
 * not support links. Every text is made safe after its character references are decoded (docs/requirements.md, R38). A heading
 * at the top that only repeats `title` is left out. Text without markup keeps its lines. A page that is too long, or that takes
 * too long, becomes plain text, below a line that says so.
 */
export async function renderHtml(
  source: string,
  width: number,
  look: TextLook & { readonly title?: string },
  patience = new Patience(look),
): Promise<readonly Line[]> {
  if (!source.includes('<')) return await renderPlain(decodeEntities(source), width, look);
  const format = async (): Promise<readonly Line[] | undefined> => {
    const ruler = source.includes('&') ? await wideRuler() : await rulerFor([source.replace(/\s+/g, ' ')]);
    return await patience.spend(source, (): readonly Line[] => {
      const footnotes = new Map<string, number>();
      const style: MarkdownStyle = { ...look, ruler, footnotes };
      const text = blockLines(withoutTitle(htmlNodes(source), look.title, style), width, style);
      const notes = [...footnotes].map(([address, number]): Line => [span(`[${number}] ${address}`, 'dim')]);
      return notes.length === 0 ? text : [...text, [], ...notes];
    });
  };
  const formatted = source.length > longestFormatted ? undefined : await format();
  return formatted ?? (await renderPlain(bareText(source), width, { ...look, why: givenUpWords }));
}

function withoutTitle(nodes: readonly MarkdownNode[], title: string | undefined, style: MarkdownStyle) {
  const [first, ...rest] = nodes;
  if (first?.type !== 'heading' || title === undefined) return nodes;
  const words = plainPaint(inlineSpans(first.tokens ?? [], { ...style, footnotes: new Map() }));
  return words.trim() === cleanLine(title).trim() ? rest : nodes;
}
