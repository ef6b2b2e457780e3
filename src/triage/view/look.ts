import type { Paint } from '../../output/text/span.js';
import { cutLine, type Line, lineWidth, type Span, span } from '../../output/text/span.js';
import { padTo, type Ruler } from '../../output/text/width.js';
import { wrapSpans } from '../../output/text/wrap.js';
import type { Setting } from '../../output/view.js';
import type { ShownEvent } from '../model/decisions/proposals.js';
import type { DetailBody } from '../work.js';

/** What the view needs besides the state. */
export interface Look {
  readonly ruler: Ruler;
  readonly setting: Setting;
  /** The body of the detail at the cursor, at the width it has now; undefined until it is known. */
  readonly body: DetailBody | undefined;
}

export interface ScreenCell {
  readonly row: number;
  readonly column: number;
}

export interface Frame {
  readonly lines: readonly Line[];
  /** Where text is typed. */
  readonly cursor: ScreenCell | undefined;
  /** How far the detail, or the help instead of it, can be scrolled. */
  readonly furthest: number;
  /** What is shown of the detail, if it is on the screen. */
  readonly shown?: ShownEvent | undefined;
}

/** The mark of a row with unsent text: a pen, one cell wide. */
export const unsentSign = '✎' as const;

/** For a screen without colour, on which it must still be seen where one is. */
export const inversePaint: Paint = (line) =>
  line.map(({ text, styles }) => (styles.includes('inverse') ? `\x1b[7m${text}\x1b[27m` : text)).join('');

/** A line of exactly this width. */
export function fitTo(ruler: Ruler, line: Line, cells: number): Line {
  const cut = cutLine(ruler, line, cells);
  const gap = cells - lineWidth(ruler, cut);
  return gap > 0 ? [...cut, span(' '.repeat(gap))] : cut;
}

/** Text at the left and the right end of a line, with a space between them. */
export function spread(ruler: Ruler, left: Line, right: Line, cells: number): Line {
  const room = cells - lineWidth(ruler, right);
  if (room < 10) return fitTo(ruler, left, cells);
  return [...fitTo(ruler, cutLine(ruler, left, right.length > 0 ? room - 1 : room), room), ...right];
}

/** A piece of text in exactly so many cells; where it is cut, it says so. */
export function inCells(ruler: Ruler, piece: Span, cells: number, side: 'left' | 'right' = 'right'): Span {
  const text = ruler.width(piece.text) > cells ? `${ruler.take(piece.text, cells - 1)}…` : piece.text;
  return { ...piece, text: padTo(ruler, text, cells, side) };
}

export function rule(cells: number, text = ''): Line {
  return [span('─'.repeat(Math.max(0, cells - text.length)), 'dim'), span(text, 'dim')];
}

/** A text as at most so many lines of this width, after a space; the last one shows where it is cut. */
export function wrapTo(ruler: Ruler, text: Line, cells: number, most: number): readonly Line[] {
  return firstLines(ruler, wrapSpans(ruler, text, cells - 2), cells - 2, most).map((line) => [span(' '), ...line]);
}

/**
 * At most so many of these lines; the last one is filled with what follows it, however long its next word is, and shows where it is
 * cut.
 */
export function firstLines(ruler: Ruler, lines: readonly Line[], cells: number, most: number): readonly Line[] {
  if (lines.length <= most) return lines;
  const rest = lines.slice(most - 1).flatMap((line, at) => (at === 0 ? line : [span(' '), ...line]));
  return [...lines.slice(0, most - 1), cutLine(ruler, rest, cells)];
}

/** Words and gaps as lines of at most this width, after a space; a word is never broken. */
export function flow(ruler: Ruler, words: readonly (readonly Span[])[], cells: number): readonly Line[] {
  return fill(ruler, words, cells).map(asLine);
}

/** The words of each of these lines. */
export function fill(
  ruler: Ruler,
  words: readonly (readonly Span[])[],
  cells: number,
): readonly (readonly (readonly Span[])[])[] {
  const lines: (readonly Span[])[][] = [];
  let used = cells;
  for (const word of words) {
    const width = lineWidth(ruler, word);
    const isRoom = used + 2 + width <= cells;
    if (isRoom) lines.at(-1)?.push(word);
    else lines.push([word]);
    used = (isRoom ? used + 2 : 1) + width;
  }
  return lines;
}

/** Words with the gaps between them. */
export function asLine(words: readonly (readonly Span[])[]): Line {
  return words.flatMap((word, at) => [span(at === 0 ? ' ' : '  '), ...word]);
}
