import { setImmediate } from 'node:timers/promises';
import { cleanText, isPlainAscii } from '../../contract/text/unsafe-characters.js';
import type { Output } from '../../terminal/streams/io.js';
import { type Line, plainPaint, type Span, type Style } from './span.js';
import { type Ruler, rulerFor, textWidth, unitsPerCell } from './width.js';

/** Wraps spans to lines of at most `cells`, at newlines and spaces, which are dropped, or within a word that is wider than a line. */
export function wrapSpans(ruler: Ruler, spans: readonly Span[], cells: number): readonly Line[] {
  return [...wrapped(ruler, spans, cells)];
}

/** The same for spans that may be long: signals are looked at meanwhile. */
export async function wrapLong(ruler: Ruler, spans: readonly Span[], cells: number, signal?: AbortSignal) {
  return await unhurried(wrapped(ruler, spans, cells), signal);
}

/** The same for one text in one style. */
export async function wrapText(ruler: Ruler, text: string, cells: number, ...styles: readonly Style[]) {
  return await wrapLong(ruler, [{ text, styles }], cells);
}

/** How many lines are made before signals are looked at: each takes half a millisecond at worst. */
const linesAtOnce = 200;

/** All that comes of `each`, looking at signals from time to time. Throws the reason of this one once it is aborted. */
export async function unhurried<T>(each: Iterable<T>, signal?: AbortSignal): Promise<readonly T[]> {
  const all: T[] = [];
  for (const one of each) {
    all.push(one);
    if (all.length % linesAtOnce !== 0) continue;
    await setImmediate();
    signal?.throwIfAborted();
  }
  return all;
}

/** Untrusted text made safe, wrapped for a terminal and indented, without trailing spaces. */
export async function indentText(text: string, indent: number, columns: number): Promise<string> {
  const safe = cleanText(text);
  const lines = await wrapText(await rulerFor([safe]), safe, textWidth(columns) - indent);
  return lines.map((line) => `${' '.repeat(indent)}${plainPaint(line)}`.trimEnd()).join('\n');
}

/** The only command of a hint, at its end. */
const commandAtEnd = /(?<=^hint: |: )(?:tracker|echo|chmod) (?:(?! tracker )[^;])*$/;

/**
 * A line of text as it is written to this stream: broken between words at a terminal's width. A long word, such as a URL, and
 * a command at the end stay whole, so that they can be copied. All lines are indented like the first.
 */
export async function wrapSentence({ isTerminal, columns }: Output, line: string): Promise<string> {
  // No character is wider than two cells.
  if (!isTerminal || line.length * 2 <= columns()) return line;
  const ruler = await rulerFor([line]);
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [command] = commandAtEnd.exec(line) ?? [];
  const words = line
    .slice(indent.length, line.length - (command?.length ?? 0))
    .trimEnd()
    .split(' ');
  const lines: string[] = [];
  let current = '';
  for (const word of command === undefined ? words : [...words, command]) {
    const longer = current === '' ? indent + word : `${current} ${word}`;
    if (current !== '' && ruler.width(longer) > columns()) {
      lines.push(current);
      current = indent + word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}

function* wrapped(ruler: Ruler, spans: readonly Span[], cells: number): Generator<Line> {
  for (const paragraph of paragraphsOf(spans)) {
    const [first] = paragraph;
    if (first && paragraph.length === 1 && isShort(first.text, cells)) {
      const text = first.text.trimEnd();
      yield text === '' ? [] : [{ ...first, text }];
    } else yield* fill(ruler, paragraph, Math.max(1, cells));
  }
}

/** Whether a text fits without being measured: no character has more than two cells for each of its UTF-16 units. */
function isShort(text: string, cells: number): boolean {
  return text.length * 2 <= cells || (text.length <= cells && isPlainAscii(text));
}

/** A word: pieces in different styles without a space between them, and the spaces before it, in the style of `gap`. */
interface Word {
  readonly gap: Span | undefined;
  readonly spaces: number;
  readonly pieces: Span[];
}

function* fill(ruler: Ruler, spans: readonly Span[], cells: number): Generator<Line> {
  let line: GrowingSpan[] = [];
  let used = 0;
  let isFirst = true;
  const close = (): Line => {
    const closed = line;
    [line, used, isFirst] = [[], 0, false];
    return closed;
  };
  // What is longer is not measured whole, since it fits into no line.
  const widthOf = (text: string): number => (text.length > (cells + 1) * unitsPerCell ? Infinity : ruler.width(text));
  for (const { gap, spaces, pieces } of splitWords(spans)) {
    const width = pieces.reduce((sum, { text }) => sum + widthOf(text), 0);
    if (used > 0 && used + spaces + width > cells) yield close();
    if (gap !== undefined && (used > 0 || isFirst) && used + spaces < cells) {
      add(line, gap, ' '.repeat(spaces));
      used += spaces;
    }
    for (const piece of pieces) {
      let rest = piece.text;
      // Most words fit, and have been measured.
      let isFitting = used + width <= cells;
      for (let head = ''; !isFitting && rest !== ''; rest = rest.slice(head.length)) {
        head = ruler.take(rest, cells - used) || (used === 0 ? String.fromCodePoint(rest.codePointAt(0) ?? 0x20) : '');
        isFitting = head === rest;
        if (isFitting) break;
        add(line, piece, head);
        yield close();
      }
      add(line, piece, rest);
      used += ruler.width(rest);
    }
  }
  if (line.length > 0 || isFirst) yield line;
}

type GrowingSpan = { -readonly [Key in keyof Span]: Span[Key] };

/** Neighbours of one style are one span, so a sentence needs only one pair of escape codes. */
function add(line: GrowingSpan[], like: Span, text: string): void {
  const last = line.at(-1);
  if (last !== undefined && isAlike(last, like)) last.text += text;
  else if (text !== '') line.push({ ...like, text });
}

function isAlike(one: Span, other: Span): boolean {
  if (one.link !== other.link) return false;
  return one.styles === other.styles || one.styles.join() === other.styles.join();
}

function* splitWords(spans: readonly Span[]): Generator<Word> {
  let current: Word = { gap: undefined, spaces: 0, pieces: [] };
  for (const of of spans) {
    for (const text of of.text.split(/( +)/)) {
      if (text === '') continue;
      if (!text.startsWith(' ')) {
        current.pieces.push({ ...of, text });
        continue;
      }
      const isOpen = current.pieces.length === 0;
      if (!isOpen) yield current;
      current = { gap: of, spaces: (isOpen ? current.spaces : 0) + text.length, pieces: [] };
    }
  }
  if (current.pieces.length > 0) yield current;
}

function* paragraphsOf(spans: readonly Span[]): Generator<readonly Span[]> {
  let paragraph: Span[] = [];
  for (const piece of spans) {
    for (const [at, text] of piece.text.split('\n').entries()) {
      if (at > 0) {
        yield paragraph;
        paragraph = [];
      }
      if (text !== '') paragraph.push({ ...piece, text });
    }
  }
  yield paragraph;
}
