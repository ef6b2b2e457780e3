/** A text that is being typed, and where the cursor is in it. */
export interface TextField {
  readonly text: string;
  readonly at: number;
}

export function fieldWith(text: string): TextField {
  return { text, at: text.length };
}

export function typed(field: TextField, text: string): TextField {
  const { text: before, at } = field;
  return { text: before.slice(0, at) + text + before.slice(at), at: at + text.length };
}

type Place = (text: string, at: number) => number;

/** Where a key puts the cursor, or up to where it cuts. Keys of Emacs and readline, as in a shell. */
const edits: readonly (readonly [keys: string, place: Place, isCut?: 'cut'])[] = [
  ['left', before],
  ['right', after],
  ['up', (text, at) => inOtherLine(text, at, -1)],
  ['down', (text, at) => inOtherLine(text, at, 1)],
  ['home ctrl+a', lineStart],
  ['end ctrl+e', lineEnd],
  ['alt+b alt+left ctrl+left', wordStart],
  ['alt+f alt+right ctrl+right', wordEnd],
  ['backspace', before, 'cut'],
  ['delete', after, 'cut'],
  ['ctrl+w', (text, at) => wordStart(text, at, /\S/), 'cut'],
  ['ctrl+u', lineStart, 'cut'],
  ['ctrl+k', lineEnd, 'cut'],
  ['alt+backspace', wordStart, 'cut'],
  ['alt+d', wordEnd, 'cut'],
];

/** What a key does in a text; undefined if it is none of these. */
export function edit({ text, at }: TextField, key: string): TextField | undefined {
  const [, place, isCut] = edits.find(([keys]) => keys.split(' ').includes(key)) ?? [];
  if (!place) return undefined;
  const to = place(text, at);
  return isCut
    ? { text: text.slice(0, Math.min(at, to)) + text.slice(Math.max(at, to)), at: Math.min(at, to) }
    : { text, at: to };
}

let segmenter: Intl.Segmenter | undefined;

/** Creating one takes as long as half of a bare Node process. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The end of the character before this place, so that none is ever split. */
function before(text: string, at: number): number {
  const start = Math.max(0, at - 40);
  const last = [...graphemes(text.slice(start, at))].at(-1);
  return last ? start + last.index : at;
}

function after(text: string, at: number): number {
  const [first] = graphemes(text.slice(at, at + 40));
  return at + (first?.segment.length ?? 0);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

const letter = /[\p{L}\p{N}\p{M}\p{Cs}_]/u;

/** The start of the word before this place, with what is between them. */
function wordStart(text: string, at: number, ofWord = letter): number {
  let place = at;
  while (place > 0 && !ofWord.test(text.charAt(place - 1))) place -= 1;
  while (place > 0 && ofWord.test(text.charAt(place - 1))) place -= 1;
  return characterAt(text, place).start;
}

function wordEnd(text: string, at: number): number {
  let place = at;
  while (place < text.length && !letter.test(text.charAt(place))) place += 1;
  while (place < text.length && letter.test(text.charAt(place))) place += 1;
  const { start, end } = characterAt(text, place);
  return start === place ? place : end;
}

/** The character in which a place is, which may be its start. */
function characterAt(text: string, at: number): { readonly start: number; readonly end: number } {
  const from = Math.max(0, at - 40);
  const found = graphemes(text.slice(from, at + 40)).containing(at - from);
  if (!found) return { start: at, end: at };
  const start = from + found.index;
  return { start, end: start + found.segment.length };
}

/** One line up or down, in the same column if there is one, or before the character that reaches over it. */
function inOtherLine(text: string, at: number, by: -1 | 1): number {
  const start = lineStart(text, at);
  const other = by < 0 ? start - 1 : lineEnd(text, at) + 1;
  if (other < 0) return 0;
  if (other > text.length) return text.length;
  const from = by < 0 ? lineStart(text, other) : other;
  return characterAt(text, Math.min(from + at - start, lineEnd(text, from))).start;
}
