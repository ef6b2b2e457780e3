import { isPlainAscii } from './clean.js';
import type { Line, Span, Style } from './span.js';
import type { Ruler } from './width.js';

/**
 * Wraps spans to lines of at most `cells`, at spaces, or within a word that is wider than a line. A newline in a span always
 * breaks. Spaces at a break are dropped.
 */
export function wrapSpans(ruler: Ruler, spans: readonly Span[], cells: number): readonly Line[] {
  const lines: Line[] = [];
  for (const paragraph of splitAtNewlines(spans)) {
    for (const line of fill(ruler, paragraph, Math.max(1, cells))) lines.push(line);
  }
  return lines;
}

/** The same for one unstyled text. */
export function wrapText(ruler: Ruler, text: string, cells: number, ...styles: readonly Style[]): readonly Line[] {
  const lines: Line[] = [];
  for (const paragraph of text.split('\n')) {
    // No character has more than two cells for each of its UTF-16 units.
    const isShort = paragraph.length * 2 <= cells || (paragraph.length <= cells && isPlainAscii(paragraph));
    const shown = paragraph.trimEnd();
    if (isShort) lines.push(shown === '' ? [] : [{ text: shown, styles }]);
    else for (const line of wrapSpans(ruler, [{ text: paragraph, styles }], cells)) lines.push(line);
  }
  return lines;
}

/** A word: pieces in different styles without a space between them, and the space before it. */
interface Word {
  readonly gap: Span | undefined;
  readonly pieces: Span[];
}

function fill(ruler: Ruler, spans: readonly Span[], cells: number): readonly Line[] {
  const lines: Span[][] = [];
  let line: Span[] = [];
  let used = 0;
  const close = (): void => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const { gap, pieces } of splitWords(spans)) {
    const width = pieces.reduce((sum, { text }) => sum + ruler.width(text), 0);
    const space = gap?.text.length ?? 0;
    if (used > 0 && used + space + width > cells) close();
    if (gap !== undefined && (used > 0 || lines.length === 0) && used + space < cells) {
      line.push(gap);
      used += space;
    }
    for (const piece of pieces) {
      let rest = piece.text;
      // Most words fit, and have been measured.
      let isFitting = used + width <= cells;
      for (let head = ''; !isFitting && rest !== ''; rest = rest.slice(head.length)) {
        head = ruler.take(rest, cells - used) || (used === 0 ? firstCharacter(rest) : '');
        isFitting = head === rest;
        if (isFitting) break;
        if (head !== '') line.push({ ...piece, text: head });
        close();
      }
      if (rest !== '') line.push({ ...piece, text: rest });
      used += ruler.width(rest);
    }
  }
  if (line.length > 0 || lines.length === 0) lines.push(line);
  return lines.map(joinAlike);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20);
}

function* splitWords(spans: readonly Span[]): Generator<Word> {
  let current: Word = { gap: undefined, pieces: [] };
  for (const piece of spans) {
    for (const part of piece.text.split(/( +)/)) {
      if (part === '') continue;
      if (!part.startsWith(' ')) {
        current.pieces.push({ ...piece, text: part });
        continue;
      }
      const isOpen = current.pieces.length === 0;
      if (!isOpen) yield current;
      current = { gap: { ...piece, text: (isOpen ? (current.gap?.text ?? '') : '') + part }, pieces: [] };
    }
  }
  if (current.pieces.length > 0) yield current;
}

function splitAtNewlines(spans: readonly Span[]): readonly (readonly Span[])[] {
  const paragraphs: Span[][] = [[]];
  for (const piece of spans) {
    piece.text.split('\n').forEach((part, index) => {
      if (index > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)?.push({ ...piece, text: part });
    });
  }
  return paragraphs;
}

/** Joins neighbours of one style to one span, so a sentence needs only one pair of escape codes. */
function joinAlike(line: readonly Span[]): Line {
  const joined: Span[] = [];
  for (const piece of line) {
    const last = joined.at(-1);
    const isAlike = last !== undefined && last.link === piece.link && last.styles.join() === piece.styles.join();
    if (isAlike) joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
