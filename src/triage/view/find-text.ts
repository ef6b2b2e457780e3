import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { type Line, plainPaint, type Span } from '../../output/text/span.js';
import type { EffectOf } from '../model/step.js';
import type { Event } from '../model/update.js';

/** A part of a line, in UTF-16 units. */
interface Piece {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A place of a text in lines, which may go over several. */
type Place = readonly [Piece, ...Piece[]];

/** The last text that was looked for in these lines, and where it is: the same is drawn many times. */
const known = new WeakMap<readonly Line[], { readonly text: string; readonly places: readonly Place[] }>();

/** Where a text is in lines, whatever its capitals, accents and line breaks. */
export function findText(lines: readonly Line[], text: string): readonly Place[] {
  const last = known.get(lines);
  if (last?.text === text) return last.places;
  const places = search(lines, text);
  known.set(lines, { text, places });
  return places;
}

/** Goes to the place of a text with this number, counted around, or to the first from this line on. */
export function seekText(
  lines: readonly Line[],
  { text, at, from = 0 }: EffectOf<'seek'>,
): Extract<Event, { is: 'sought' }> {
  const places = findText(lines, text);
  const first = places.findIndex(([{ line }]) => line >= from);
  const index = at === undefined ? Math.max(0, first) : (at + places.length) % places.length;
  const place = places[index];
  return { is: 'sought', text, found: place && { at: index, of: places.length, line: place[0].line } };
}

function search(lines: readonly Line[], text: string): readonly Place[] {
  const words = inPlainLetters(text.trim()).split(/\s+/);
  if (words[0] === '') return [];
  const texts = lines.map((line) => inPlainLetters(plainPaint(line)));
  // Between words, there may be the end of a line, and the bar beside an internal note.
  const pattern = words.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[\\s│]+');
  const places: Place[] = [];
  let [line, lineStart] = [0, 0];
  for (const match of texts.join('\n').matchAll(new RegExp(pattern, 'g'))) {
    const pieces: Piece[] = [];
    for (let start = match.index; start < match.index + match[0].length; ) {
      while (start > lineStart + (texts[line]?.length ?? 0)) lineStart += (texts[line++]?.length ?? 0) + 1;
      const end = Math.min(match.index + match[0].length, lineStart + (texts[line]?.length ?? 0));
      pieces.push({ line, start: start - lineStart, end: end - lineStart });
      start = end + 1;
    }
    const [first, ...others] = pieces;
    if (first) places.push([first, ...others]);
  }
  return places;
}

/** The text without capitals and accents, each letter in its place. */
function inPlainLetters(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const plain = (letter: string): string => {
    const found = toPlainLetters(letter);
    return found.length === letter.length ? found : letter;
  };
  return [...text].map(plain).join('');
}

/** The lines from one on, with all places of a text marked. */
export function markText(lines: readonly Line[], from: number, places: readonly Place[], at: number): readonly Line[] {
  const pieces = places.flatMap((place, index) =>
    place.map((piece) => ({ ...piece, line: piece.line - from, isAt: index === at })),
  );
  const shown = pieces.filter(({ line }) => line >= 0 && line < lines.length);
  return lines.map((line, index) =>
    shown.filter((piece) => piece.line === index).reduce((sum, piece) => markPart(sum, piece), line),
  );
}

function markPart(line: Line, { start, end, isAt }: Piece & { readonly isAt: boolean }): Line {
  let place = 0;
  return line.flatMap((piece): readonly Span[] => {
    const [from, to] = [start - place, end - place].map((each) => Math.max(0, Math.min(each, piece.text.length))) as [
      number,
      number,
    ];
    place += piece.text.length;
    if (from === to) return [piece];
    const part = (text: string, ...more: Span['styles']): readonly Span[] =>
      text === '' ? [] : [{ ...piece, text, styles: [...piece.styles, ...more] }];
    return [
      ...part(piece.text.slice(0, from)),
      ...part(piece.text.slice(from, to), 'inverse', ...(isAt ? (['strong'] as const) : [])),
      ...part(piece.text.slice(to)),
    ];
  });
}
