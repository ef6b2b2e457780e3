import { isPlainAscii } from '../../contract/text/unsafe-characters.js';

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
    if (beyondSimple.test(text)) return await wideRuler();
    ruler = simpleRuler;
  }
  return ruler;
}

/** Counts UTF-16 units, which is right for ASCII and for the narrow symbols this program prints. */
export const asciiRuler: Ruler = {
  width: (text) => text.length,
  take: (text, cells) => text.slice(0, Math.max(0, cells)),
};

/** The most UTF-16 units in a cell: emoji sequences have up to fifteen in two cells. */
export const unitsPerCell = 16;

/** Characters whose width does not depend on their neighbours: one cell, or two for kana, Han and Hangul. Measuring them needs no table. */
const narrowSet =
  ' -~\\xa0-\\xac\\xae-\\u02ff\\u0391-\\u03a9\\u03b1-\\u03c9\\u0400-\\u0481\\u048a-\\u052f\\u2010-\\u2027\\u2500-\\u257f';
const wideSet = '\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';
const beyondSimple = new RegExp(`[^${narrowSet}${wideSet}]`);
const wide = new RegExp(`[${wideSet}]`, 'g');
const isWide = new RegExp(`[${wideSet}]`);

/** The cells of a character that joins with the one before it, where width tables differ from what terminals do. */
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

/** The longest run that is segmented at once, because segmentation is quadratic in its length (UTF-16 units). */
const longestRun = 32;

/** Letters that join but have cells of their own are parted if they are wider than this together (cells). */
const widestJoined = 8;

/** How many different characters are measured, and words remembered; any other character counts as two cells. */
const mostKnown = 20_000;

/** How many different runs are segmented exactly, which takes some microseconds each: more than any language has in a page. */
const mostRuns = 5000;

/** The longest word whose width is remembered (UTF-16 units). */
const longestKnown = 32;

/** What is read as one character. */
interface Cluster {
  /** Its length (UTF-16 units). */
  readonly units: number;
  readonly width: number;
}

/** A ruler for any text. It takes linear time, and little of it, for texts made to be slow too. */
export async function wideRuler(): Promise<Ruler> {
  const { default: stringWidth } = await import('string-width');
  // These three are made only here, since V8 takes a third of a millisecond for their sets of letters and emoji.
  /**
   * Characters that join with the one before them when read, although terminals give each of them its own cells: the letters
   * of India and South-East Asia, parts of Korean syllables, the soft hyphen, invisible fillers.
   */
  const joined = /[\xad\u0900-\u0dff\u0e33\u0eb3\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3164\uffa0]|\p{Mc}/u;
  /** Characters that may join with one before or after them; between any two others there is a border. */
  const joining =
    /[\p{M}\p{Grapheme_Extend}\u200c-\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\p{Emoji_Modifier}\p{Regional_Indicator}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7ff\u{11000}-\u{11fff}]/u;
  /** What is read as one character, for any other run: all but some letters that join without a mark. */
  const roughCluster =
    /\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}]|\u200d\p{Extended_Pictographic}?)*/gsu;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const known = new Map<string, number>();
  /** The width of one character, also of one that is written as several. */
  const ofCharacter = (character: string): number => {
    let width = known.get(character);
    if (width !== undefined) return width;
    if (known.size >= mostKnown) return 2;
    width = (joined.test(character) ? lettersCells(character) : undefined) ?? stringWidth(character);
    known.set(character, width);
    return width;
  };
  const isJoining = new Map<number, boolean>();
  const joins = (code: number): boolean => {
    if (code < 0x300) return false;
    let is = isJoining.get(code);
    if (is !== undefined) return is;
    is = isJoining.size >= mostKnown || joining.test(String.fromCodePoint(code));
    isJoining.set(code, is);
    return is;
  };
  const runs = new Map<string, readonly Cluster[]>();
  const clustersOf = (run: string): readonly Cluster[] => {
    let clusters = runs.get(run);
    if (clusters) return clusters;
    const isExact = runs.size < mostRuns;
    const segments = isExact
      ? Array.from(segmenter.segment(run), ({ segment }) => segment)
      : (run.match(roughCluster) ?? []);
    clusters = segments.flatMap((segment): readonly Cluster[] => {
      if (!joined.test(segment)) return [{ units: segment.length, width: ofCharacter(segment) }];
      const each = Array.from(segment, (character) => ({ units: character.length, width: ofCharacter(character) }));
      const width = each.reduce((sum, { width }) => sum + width, 0);
      return width > widestJoined ? each : [{ units: segment.length, width }];
    });
    if (isExact) runs.set(run, clusters);
    return clusters;
  };
  /** Calls `see` with where each cluster ends and how wide it is, until that returns false. */
  const walk = (text: string, see: (end: number, width: number) => boolean): void => {
    for (let at = 0; at < text.length; ) {
      const first = text.codePointAt(at) ?? 0;
      let end = at;
      let isBorder = false;
      for (let [code, isLast] = [first, joins(first)]; !isBorder && end - at < longestRun; ) {
        end += code > 0xffff ? 2 : 1;
        code = text.codePointAt(end) ?? 0;
        const isNext = joins(code);
        isBorder = end >= text.length || !(isLast || isNext);
        isLast = isNext;
      }
      const run = text.slice(at, end);
      if (isBorder && run.length === (first > 0xffff ? 2 : 1)) {
        at = end;
        if (!see(at, ofCharacter(run))) return;
        continue;
      }
      for (const [index, { units, width }] of clustersOf(run).entries()) {
        // The last cluster may go on beyond the run.
        if (!isBorder && index > 0 && at + units === end) break;
        at += units;
        if (!see(at, width)) return;
      }
    }
  };
  const words = new Map<string, number>();
  const width = (text: string): number => {
    const found = words.get(text);
    if (found !== undefined) return found;
    if (!beyondSimple.test(text)) return simpleRuler.width(text);
    let sum = 0;
    walk(text, (_, cells) => {
      sum += cells;
      return true;
    });
    if (text.length <= longestKnown && words.size < mostKnown) words.set(text, sum);
    return sum;
  };
  const take = (text: string, cells: number): string => {
    const longest = (cells + 1) * unitsPerCell;
    let taken = 0;
    let used = 0;
    walk(text, (end, width) => {
      used += width;
      if (used <= cells && end <= longest) taken = end;
      return taken === end;
    });
    return text.slice(0, taken);
  };
  return { width, take };
}

/** A ruler for any text that is drawn before its width table is there; until then, marks and emoji may count wrongly. */
export interface LateRuler extends Ruler {
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
    load: () => (loading ??= load()),
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

/** The text cut to `cells`, ending in a mark if something was cut. */
export function cutTo(ruler: Ruler, text: string, cells: number): string {
  if (ruler.take(text, cells) === text) return text;
  if (cells <= 1) return ruler.take(text, cells);
  return `${ruler.take(text, cells - 1).trimEnd()}…`;
}

/** The text padded with spaces to `cells` on the given side. */
export function padTo(ruler: Ruler, text: string, cells: number, side: 'left' | 'right' = 'right'): string {
  const gap = ' '.repeat(Math.max(0, cells - ruler.width(text)));
  return side === 'right' ? text + gap : gap + text;
}

/** The widest comfortable line of prose, however wide the terminal (cells). */
const widestText = 100;
const narrowestText = 20;

/** The width of running text on a terminal of `columns` cells. */
export function textWidth(columns: number): number {
  return Math.max(narrowestText, Math.min(columns, widestText));
}
