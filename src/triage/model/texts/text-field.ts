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

type Edit = (field: TextField) => TextField;

/** What a key does in a text. Keys of Emacs and readline, as in a shell. */
export const edits: Readonly<Record<string, Edit>> = {
  left: ({ text, at }) => ({ text, at: before(text, at) }),
  right: ({ text, at }) => ({ text, at: after(text, at) }),
  up: (field) => moved(field, -1),
  down: (field) => moved(field, 1),
  home: ({ text, at }) => ({ text, at: lineStart(text, at) }),
  end: ({ text, at }) => ({ text, at: lineEnd(text, at) }),
  'ctrl+a': ({ text, at }) => ({ text, at: lineStart(text, at) }),
  'ctrl+e': ({ text, at }) => ({ text, at: lineEnd(text, at) }),
  backspace: ({ text, at }) => cut(text, before(text, at), at),
  delete: ({ text, at }) => cut(text, at, after(text, at)),
  'ctrl+w': ({ text, at }) => cut(text, wordStart(text, at, ink), at),
  'ctrl+u': ({ text, at }) => cut(text, lineStart(text, at), at),
  'ctrl+k': ({ text, at }) => cut(text, at, lineEnd(text, at)),
  'alt+b': toWordStart,
  'alt+left': toWordStart,
  'ctrl+left': toWordStart,
  'alt+f': toWordEnd,
  'alt+right': toWordEnd,
  'ctrl+right': toWordEnd,
  'alt+backspace': ({ text, at }) => cut(text, wordStart(text, at), at),
  'alt+d': ({ text, at }) => cut(text, at, wordEnd(text, at)),
};

function toWordStart({ text, at }: TextField): TextField {
  return { text, at: wordStart(text, at) };
}

function toWordEnd({ text, at }: TextField): TextField {
  return { text, at: wordEnd(text, at) };
}

function cut(text: string, from: number, to: number): TextField {
  return { text: text.slice(0, from) + text.slice(to), at: from };
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
const ink = /\S/;

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
function moved({ text, at }: TextField, by: -1 | 1): TextField {
  const start = lineStart(text, at);
  const column = at - start;
  const other = by < 0 ? start - 1 : lineEnd(text, at) + 1;
  if (other < 0) return { text, at: 0 };
  if (other > text.length) return { text, at: text.length };
  const from = by < 0 ? lineStart(text, other) : other;
  return { text, at: characterAt(text, Math.min(from + column, lineEnd(text, from))).start };
}
