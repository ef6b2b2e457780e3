import type { Cell, HumanLine, Tone } from '../view.js';
import { cleanLine } from './clean.js';
import { cutTo, type Ruler } from './width.js';

/** How a stretch of text looks. Several may be combined. */
export type Style = Exclude<Tone, 'plain'> | 'italic' | 'underline' | 'struck';

/** A stretch of harmless text in one look. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Where a terminal that knows links leads from here: an address that is safe to be handed to it. */
  readonly link?: string;
}

/** One line of a terminal. */
export type Line = readonly Span[];

export function span(text: string, ...styles: readonly Style[]): Span {
  return { text, styles };
}

/** A cell of a view as a span, its text made harmless. `words` asks for words instead of symbols. */
export function cellSpan(cell: Cell | string, words = false): Span {
  if (typeof cell === 'string') return span(cleanLine(cell));
  const { text, tone = 'plain', word } = cell;
  return { text: cleanLine(words && word !== undefined ? word : text), styles: tone === 'plain' ? [] : [tone] };
}

/** A line of a view as spans, its text made harmless. */
export function humanSpans(line: HumanLine, words = false): Line {
  if (typeof line === 'string' || 'text' in line) return [cellSpan(line, words)];
  return line.map((cell) => cellSpan(cell, words));
}

export function lineWidth(ruler: Ruler, line: Line): number {
  return line.reduce((sum, { text }) => sum + ruler.width(text), 0);
}

/** The line cut to `cells`, with `mark` at its end where something was left out. */
export function cutLine(ruler: Ruler, line: Line, cells: number, mark = '…'): Line {
  if (lineWidth(ruler, line) <= cells) return line;
  const cut: Span[] = [];
  let left = cells;
  for (const piece of line) {
    const width = ruler.width(piece.text);
    // One more cell is pretended, so that a piece that just fits is marked too: more follows it.
    if (width >= left) return [...cut, { ...piece, text: cutTo(ruler, `${piece.text} `, left, mark) }];
    cut.push(piece);
    left -= width;
  }
  return cut;
}

/** The lines moved to the right by a prefix; `first` stands before the first of them where it differs. */
export function prefixLines(lines: readonly Line[], prefix: Line, first: Line = prefix): readonly Line[] {
  return lines.map((line, index) =>
    line.length === 0 && isBlank(prefix) ? line : [...(index === 0 ? first : prefix), ...line],
  );
}

function isBlank(line: Line): boolean {
  return line.every(({ text }) => text.trim() === '');
}
