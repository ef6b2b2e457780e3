import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { Cell, HumanLine, Tone } from '../view.js';
import { cutTo, type Ruler, startOf } from './width.js';

export type Style = Exclude<Tone, 'plain'> | 'italic' | 'underline' | 'struck' | 'inverse';

/** A piece of safe text in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** The target of a link, safe to pass to the terminal. */
  readonly link?: string;
  readonly marks?: Cell['marks'];
}

export type Line = readonly Span[];

export function span(text: string, ...styles: readonly Style[]): Span {
  return { text, styles };
}

/** A cell of a view as a span, made safe. `words` replaces symbols by words. */
export function cellSpan(cell: Cell | string, words = false): Span {
  if (typeof cell === 'string') return span(cleanLine(cell));
  const { text, tone = 'plain', word, marks } = cell;
  const styles = tone === 'plain' ? [] : [tone];
  return { text: cleanLine(words && word !== undefined ? word : text), styles, ...(marks && { marks }) };
}

/** The most of a text that anybody can see in a line (UTF-16 units). */
export const longestShown = 4000;

/** Untrusted text as one line, made safe; what cannot be seen is not even looked at. */
export function shortLine(text: string): string {
  return cleanLine(startOf(text, longestShown));
}

/** A cell of which no more than `longest` UTF-16 units are looked at. */
export function shortSpan(cell: Cell | string, longest = longestShown, words = false): Span {
  const { text, ...rest } = typeof cell === 'string' ? { text: cell } : cell;
  if (text.length <= longest) return cellSpan(cell, words);
  return cellSpan({ ...rest, text: `${startOf(text, longest)}…` }, words);
}

/** A line of a view as spans, made safe; of no cell more than `longest` UTF-16 units are looked at. */
export function humanSpans(line: HumanLine, words = false, longest = Number.POSITIVE_INFINITY): Line {
  const cells = typeof line === 'string' || 'text' in line ? [line] : line;
  return cells.map((cell) => shortSpan(cell, longest, words));
}

export function lineWidth(ruler: Ruler, line: Line): number {
  return line.reduce((sum, { text }) => sum + ruler.width(text), 0);
}

/** The line cut to `cells`, ending in a mark if something was cut. */
export function cutLine(ruler: Ruler, line: Line, cells: number): Line {
  if (lineWidth(ruler, line) <= cells) return line;
  const cut: Span[] = [];
  let left = cells;
  for (const piece of line) {
    const width = ruler.width(piece.text);
    // Spaces are added so that a piece after which the mark just fits, or nothing, is marked too, since more follows it.
    if (width + 1 >= left) return [...cut, { ...piece, text: cutTo(ruler, `${piece.text}  `, left) }];
    cut.push(piece);
    left -= width;
  }
  return cut;
}

/** The span cut to `cells`; with its marks in strong letters, and the first one in the middle of what fits. */
export function cutSpan(ruler: Ruler, { text, styles, marks }: Span, cells: number): Line {
  const [first] = marks?.(text) ?? [];
  if (!marks || !first) return [{ text: cutTo(ruler, text, cells), styles }];
  let start = ruler.width(text) <= cells ? 0 : first[0];
  const isEarly = (): boolean => ruler.width(text.slice(0, start)) <= 1;
  const isLeft = (): boolean => ruler.width(text.slice(start, first[1])) <= cells / 2;
  const hasRoom = (): boolean => ruler.width(text.slice(start - 1)) <= cells - 1;
  while (start > 0 && (isEarly() || isLeft() || hasRoom() || /^[\udc00-\udfff]/.test(text.slice(start)))) start -= 1;
  const cut = cutTo(ruler, `${start > 0 ? '…' : ''}${text.slice(start)}`, cells);
  const ends = [0, ...marks(cut).flat(), cut.length];
  const pieces = ends.slice(1).map((end, at): Span => {
    return { text: cut.slice(ends[at], end), styles: at % 2 === 0 ? styles : [...styles, 'strong'] };
  });
  return pieces.filter((piece) => piece.text !== '');
}

/** Adds a prefix to lines, and `first` to the first of them if it differs. */
export function prefixLines(lines: readonly Line[], prefix: Line, first: Line = prefix): readonly Line[] {
  const isBlank = prefix.every(({ text }) => text.trim() === '');
  return lines.map((line, index) =>
    line.length === 0 && isBlank ? line : [...(index === 0 ? first : prefix), ...line],
  );
}

/** Turns a line into text, with escape codes if colour is on. */
export type Paint = (line: Line) => string;

export const plainPaint: Paint = (line) => line.map(({ text }) => text).join('');

/** The painter of this run, with the sixteen colours of the terminal's theme. Without colour it loads nothing and prints no escape code. */
export async function createPaint(color: boolean): Promise<Paint> {
  if (!color) return plainPaint;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const styles: Readonly<Record<Style, (text: string) => string>> = {
    strong: chalk.bold,
    dim: chalk.dim,
    good: chalk.green,
    busy: chalk.blueBright,
    warn: chalk.yellow,
    bad: chalk.red,
    internal: chalk.magenta,
    accent: chalk.cyan,
    italic: chalk.italic,
    underline: chalk.underline,
    struck: chalk.strikethrough,
    inverse: chalk.inverse,
  };
  return (line) =>
    line
      .map(({ text, styles: names, link }) => {
        const painted = names.reduce((shown, name) => styles[name](shown), text);
        return link === undefined ? painted : `\x1b]8;;${link}\x1b\\${painted}\x1b]8;;\x1b\\`;
      })
      .join('');
}
