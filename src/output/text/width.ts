import { isPlainAscii } from './clean.js';

/** Measures and cuts text in terminal cells. */
export interface Ruler {
  width(text: string): number;
  /** The longest start of the text that fits into `cells`, never splitting a character or an emoji sequence. */
  take(text: string, cells: number): string;
}

/**
 * A ruler for these texts. Letters of most scripts need no width table; other text loads one, which counts combining marks and
 * emoji sequences as terminals show them. Loading it costs as much as half of a bare Node process.
 */
export async function rulerFor(texts: Iterable<string>): Promise<Ruler> {
  let ruler = asciiRuler;
  for (const text of texts) {
    if (isPlainAscii(text)) continue;
    if (!simple.test(text)) return await wideRuler();
    ruler = simpleRuler;
  }
  return ruler;
}

/** Counts UTF-16 units, which is right for ASCII and for the narrow symbols this program prints. */
export const asciiRuler: Ruler = {
  width: (text) => text.length,
  take: (text, cells) => text.slice(0, Math.max(0, cells)),
};

/** Longer texts are measured piece by piece, because segmentation is quadratic in the length (UTF-16 units). */
const longestPiece = 1000;

/** The most UTF-16 units in a cell: emoji sequences have up to fifteen in two cells. */
const unitsPerCell = 16;

/**
 * Characters whose width does not depend on their neighbours: Latin, Greek and Cyrillic letters, punctuation and box drawing
 * (one cell), kana, Han and Hangul (two). Measuring them needs no table.
 */
const narrowSet =
  ' -~\\xa0-\\xac\\xae-\\u02ff\\u0391-\\u03a9\\u03b1-\\u03c9\\u0400-\\u0481\\u048a-\\u052f\\u2010-\\u2027\\u2500-\\u257f';
const wideSet = '\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';
const simple = new RegExp(`^[${narrowSet}${wideSet}]*$`);
const wide = new RegExp(`[${wideSet}]`, 'g');
const isWide = new RegExp(`[${wideSet}]`);

/**
 * Characters that join with the one before them when read, although terminals give each of them its own cells: the letters
 * of India and South-East Asia, parts of Korean syllables, the soft hyphen, invisible fillers.
 */
const joined = /[\xad\u0900-\u0dff\u0e33\u0eb3\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3164\uffa0]|\p{Mc}/u;

/** The cells of such a character, where width tables differ from what terminals do. */
function lettersCells(character: string): number | undefined {
  if (/[\u115f\u3164]/.test(character)) return 2;
  if (/[\u1160-\u11ff]/.test(character)) return 0;
  return /[\xad\uffa0]|\p{Mc}/u.test(character) ? 1 : undefined;
}

/** Counts the characters of `narrowSet` and `wideSet`. */
const simpleRuler: Ruler = {
  width: (text) => (isPlainAscii(text) ? text.length : text.length + (text.match(wide)?.length ?? 0)),
  take: takeSimple,
};

/** A ruler for any text. */
export async function wideRuler(): Promise<Ruler> {
  const { default: stringWidth } = await import('string-width');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const sumOfCharacters = (piece: string): number => {
    let sum = 0;
    for (const { segment } of segmenter.segment(piece)) {
      if (joined.test(segment))
        for (const character of segment) sum += lettersCells(character) ?? stringWidth(character);
      else sum += stringWidth(segment);
    }
    return sum;
  };
  const width = (text: string): number => {
    if (simple.test(text)) return simpleRuler.width(text);
    let sum = 0;
    for (let rest = text; rest !== ''; ) {
      const piece = startOf(rest, longestPiece);
      sum += joined.test(piece) ? sumOfCharacters(piece) : stringWidth(piece);
      rest = rest.slice(piece.length);
    }
    return sum;
  };
  const take = (text: string, cells: number): string => {
    const near = startOf(text, cells + 1);
    if (simple.test(near)) return takeSimple(near, cells);
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

/** A ruler for any text that is drawn before its width table is there; until then, marks and emoji may count wrongly. */
export interface LateRuler extends Ruler {
  /** Loads the table. */
  load(): Promise<void>;
}

export function lateRuler(): LateRuler {
  let ruler: Ruler = simpleRuler;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    ruler = await wideRuler();
  };
  return {
    width: (text) => ruler.width(text),
    take: (text, cells) => ruler.take(text, cells),
    load: () => {
      loading ??= load();
      return loading;
    },
  };
}

function takeSimple(text: string, cells: number): string {
  let used = 0;
  for (let end = 0; end < text.length; end += 1) {
    used += isWide.test(text.charAt(end)) ? 2 : 1;
    if (used > cells) return text.slice(0, end);
  }
  return text;
}

/** The first `units` UTF-16 units of a text, without splitting a surrogate pair. */
export function startOf(text: string, units: number): string {
  if (text.length <= units) return text;
  const isHalf = (text.charCodeAt(units - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? units - 1 : units);
}

/** The mark for text that was cut; ASCII if `words`. */
export function cutMark(words: boolean): string {
  return words ? '...' : '…';
}

/** The text cut to `cells`, ending in a mark if something was cut. */
export function cutTo(ruler: Ruler, text: string, cells: number, ellipsis = '…'): string {
  if (ruler.width(text) <= cells) return text;
  if (cells <= ellipsis.length) return ruler.take(text, cells);
  return ruler.take(text, cells - ellipsis.length).trimEnd() + ellipsis;
}

/** The text padded with spaces to `cells` on the given side. */
export function padTo(ruler: Ruler, text: string, cells: number, side: 'left' | 'right' = 'right'): string {
  const gap = ' '.repeat(Math.max(0, cells - ruler.width(text)));
  return side === 'right' ? text + gap : gap + text;
}
