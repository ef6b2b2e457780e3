import { isPlainAscii } from './clean.js';

/** Measures and cuts text in terminal cells. */
export interface Ruler {
  width(text: string): number;
  /** The longest start of the text that fits into `cells`, never within a character or an emoji sequence. */
  take(text: string, cells: number): string;
}

/**
 * A ruler for these texts. All printable ASCII needs no table of widths; only other text loads one, and counts wide
 * characters, combining marks and emoji sequences as a terminal shows them.
 */
export async function rulerFor(texts: Iterable<string>): Promise<Ruler> {
  for (const text of texts) if (!isPlainAscii(text)) return wideRuler();
  return asciiRuler;
}

/** Counts UTF-16 units: right for ASCII and for the narrow symbols of our own. */
export const asciiRuler: Ruler = {
  width: (text) => text.length,
  take: (text, cells) => text.slice(0, Math.max(0, cells)),
};

/** Longer texts, in UTF-16 units, are measured piece by piece: segmenting costs the square of the length. */
const longestPiece = 1000;

/** UTF-16 units that a cell may take: emoji sequences have up to fifteen for two cells. */
const unitsPerCell = 16;

/** A ruler for any text. */
export async function wideRuler(): Promise<Ruler> {
  const { default: stringWidth } = await import('string-width');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const width = (text: string): number => {
    if (isPlainAscii(text)) return text.length;
    let sum = 0;
    for (let rest = text; rest !== ''; ) {
      const piece = startOf(rest, longestPiece);
      sum += stringWidth(piece);
      rest = rest.slice(piece.length);
    }
    return sum;
  };
  const take = (text: string, cells: number): string => {
    if (isPlainAscii(text)) return asciiRuler.take(text, cells);
    const candidate = startOf(text, (cells + 1) * unitsPerCell);
    let end = 0;
    let used = 0;
    for (const { segment, index } of segmenter.segment(candidate)) {
      used += width(segment);
      if (used > cells) break;
      end = index + segment.length;
    }
    return text.slice(0, end);
  };
  return { width, take };
}

/** The first `units` UTF-16 units of a text, less half a character. */
export function startOf(text: string, units: number): string {
  if (text.length <= units) return text;
  const isHalf = (text.charCodeAt(units - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? units - 1 : units);
}

/** The text cut to `cells`, with a mark at its end where something was left out. */
export function cutTo(ruler: Ruler, text: string, cells: number, ellipsis = '…'): string {
  if (ruler.width(text) <= cells) return text;
  if (cells <= ellipsis.length) return ruler.take(text, cells);
  return ruler.take(text, cells - ellipsis.length).trimEnd() + ellipsis;
}

/** The text followed, or preceded, by spaces up to `cells`. */
export function padTo(ruler: Ruler, text: string, cells: number, side: 'left' | 'right' = 'right'): string {
  const gap = ' '.repeat(Math.max(0, cells - ruler.width(text)));
  return side === 'right' ? text + gap : gap + text;
}
