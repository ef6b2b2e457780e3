import { closeSync, fstatSync } from 'node:fs';
import type { Row } from '../contract/row.js';
import { latestLines, openTexts } from './find-texts.js';
import { textsFile } from './folder.js';
import { detailLine, readLine, type TextKind } from './texts.js';

/** A ticket or task that has rare words in common with another. */
export interface SimilarText {
  readonly kind: TextKind;
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  /** The words, the rarest first, in lower case. */
  readonly words: readonly string[];
}

/** The tickets and tasks whose texts were read, as the words that are in them. */
export interface KnownTexts {
  /** How many there are. */
  readonly count: number;
  /** Those that have the rarest words in common with a detail, the likest first; itself is left out. */
  like(kind: TextKind, id: string, detail: Row, most: number): readonly SimilarText[];
}

const compared: readonly TextKind[] = ['tickets', 'tasks'];

/** After so many texts, others have a turn. */
const atOnce = 200;

/** The usual constants of BM25: how soon more of a word adds nothing, and how much less it counts in a long text. */
const [soon, long] = [1.2, 0.75];

/** A word of the title counts as much as so many of the text. */
const titleCount = 3;

/** So many of the words that tell most about a text are compared. */
const mostCompared = 25;

/** Of 10,000 texts, a word that more than 100 have tells nothing; of 100, one that more than 10 have. */
const mostHaving = (count: number): number => Math.max(2, Math.sqrt(count));

/**
 * A text is like another if both have so many of them, one in a title, or one in both titles; and at least this share of the score
 * that the text itself would have. So of few texts, of which each word is rare, what everybody writes is not enough.
 */
const fewestWords = 2;
const leastShare = 0.2;

const mostNamed = 5;

/** Reads the words of all tickets and tasks whose texts were read. Takes about 20 ms for each thousand. */
export async function readWords(folder: string, signal?: AbortSignal): Promise<KnownTexts> {
  const file = openTexts(textsFile(folder));
  if (file === undefined) return { count: 0, like: () => [] };
  try {
    const latest = latestLines({ file, size: fstatSync(file).size, sought: [], kinds: [] });
    const lines = latest.flatMap((each) => [...each.values()]).filter(({ kind }) => compared.includes(kind));
    const words = new WordLists();
    const texts: { readonly kind: TextKind; readonly id: string; readonly bytes: Buffer }[] = [];
    for (const [at, line] of lines.entries()) {
      if (at % atOnce === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const bytes = line.bytes();
      texts.push({ kind: line.kind, id: line.id, bytes });
      words.add(bytes);
    }
    return {
      count: texts.length,
      like(kind, id, detail, most) {
        const own = Buffer.from(
          detailLine(new URL(`http://_/${kind}/${encodeURIComponent(id)}`), detail, never).slice(1),
        );
        const self = texts.findIndex((each) => each.kind === kind && each.id === id);
        return words.like(own, self, most).flatMap(({ at, words }) => {
          const text = texts[at];
          if (!text) return [];
          const { ref, title } = readLine(text.bytes.toString());
          return [{ kind: text.kind, id: text.id, ref, title, words }];
        });
      },
    };
  } finally {
    closeSync(file);
  }
}

const never = { at: new Date(0), has: 0 };

/** The words of texts, as numbers one after the other: to compare a text with 5,000 others takes 10 ms that way. */
class WordLists {
  #words = new Int32Array(1 << 16);
  #length = 0;
  /** Where the words of each text begin, and those that are not in its title. */
  readonly #starts: number[] = [];
  readonly #texts: number[] = [];

  add(line: Buffer): void {
    // A line has fewer words than bytes.
    if (this.#length + line.length > this.#words.length) {
      const larger = new Int32Array(2 * this.#words.length + line.length);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#starts.push(this.#length);
    let text = this.#length;
    eachWord(line, (number, _from, _to, isTitle) => {
      this.#words[this.#length++] = number;
      if (isTitle) text = this.#length;
    });
    this.#texts.push(text);
  }

  /** The texts that are like this line, by their places, apart from the one in place `self`. */
  like(line: Buffer, self: number, most: number) {
    const asked = [...wordsIn(line)];
    const having = asked.map(() => 0);
    const count = this.#starts.length;
    this.#visit(asked, self, (counts) => {
      for (const place of counts.keys()) having[place] = (having[place] ?? 0) + 1;
    });
    const weights = having.map((some) => Math.log(1 + (count - some + 0.5) / (some + 0.5)));
    const rare = asked
      .map((word, place) => ({ word, weight: weights[place] ?? 0, having: having[place] ?? 0 }))
      .filter(({ having }) => having <= mostHaving(count))
      .sort((one, other) => other.weight * other.word[1].count - one.weight * one.word[1].count);
    const telling = rare.filter(({ having }) => having > 0).slice(0, mostCompared);
    const average = this.#length / Math.max(1, count);
    const scoreOf = (weight: number, times: number, length: number): number =>
      (weight * times * (soon + 1)) / (times + soon * (1 - long + (long * length) / average));
    const size = sumOf(asked.map(([, { count }]) => count));
    const own = sumOf(rare.slice(0, mostCompared).map(({ word, weight }) => scoreOf(weight, word[1].count, size)));
    const found: { readonly at: number; readonly score: number; readonly words: readonly string[] }[] = [];
    this.#visit(
      telling.map(({ word }) => word),
      self,
      (counts, { at, length, inTitle }) => {
        const inOwn = [...counts.keys()].filter((place) => telling[place]?.word[1].isTitle);
        const isLike =
          inOwn.some((place) => inTitle.has(place)) || (inOwn.length + inTitle.size > 0 && counts.size >= fewestWords);
        if (!isLike) return;
        const shares = [...counts].map(([place, times]) => ({
          word: telling[place]?.word[1].word ?? '',
          share: scoreOf(telling[place]?.weight ?? 0, times, length),
        }));
        const score = sumOf(shares.map(({ share }) => share));
        if (score < leastShare * own) return;
        shares.sort((one, other) => other.share - one.share);
        found.push({ at, score, words: shares.slice(0, mostNamed).map(({ word }) => word) });
      },
    );
    found.sort((one, other) => other.score - one.score);
    return found.slice(0, most);
  }

  /** Visits the other texts that have some of these words: how often each, by its place. */
  #visit(
    asked: readonly (readonly [number: number, word: AskedWord])[],
    self: number,
    visit: (
      counts: ReadonlyMap<number, number>,
      text: { at: number; length: number; inTitle: ReadonlySet<number> },
    ) => void,
  ): void {
    const places = new Map(asked.map(([number], place) => [number, place]));
    // Most words are none of them, and a bit tells so sooner than a map.
    const bits = new Uint8Array(1 << 16);
    for (const [number] of asked) bits[number & 0xffff] = 1;
    for (const [at, from] of this.#starts.entries()) {
      const [text, to] = [this.#texts[at] ?? from, this.#starts[at + 1] ?? this.#length];
      const counts = new Map<number, number>();
      const inTitle = new Set<number>();
      for (let each = from; each < to && at !== self; each += 1) {
        const number = this.#words[each] ?? 0;
        const place = bits[number & 0xffff] === 1 ? places.get(number) : undefined;
        if (place === undefined) continue;
        counts.set(place, (counts.get(place) ?? 0) + (each < text ? titleCount : 1));
        if (each < text) inTitle.add(place);
      }
      if (counts.size > 0) visit(counts, { at, length: to - from, inTitle });
    }
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

interface AskedWord {
  readonly word: string;
  readonly isTitle: boolean;
  /** How often it is there. */
  count: number;
}

const [colon, slash, space, bracket, angle] = [0x3a, 0x2f, 0x20, 0x29, 0x3e];
const [tab, digit0, digit9, letterA, letterF, letterZ, beyondAscii] = [0x09, 0x30, 0x39, 0x61, 0x66, 0x7a, 0x80];

/** A shorter word tells nothing (bytes). */
const shortest = 3;

/** How long the pieces of a uuid are (bytes). Those have digits, and so have days and times, which tell nothing either. */
const uuidPieces: readonly number[] = [4, 8, 12];

/** The fields of a line (see texts.ts) with words: title and text, and of each the words that are not ASCII, without accents. */
const wordFields = [
  { field: 6, isTitle: true, isPlain: false },
  { field: 7, isTitle: true, isPlain: true },
  { field: 8, isTitle: false, isPlain: false },
  { field: 9, isTitle: false, isPlain: true },
] as const;

/** Visits the words of a line, those of its title first, each as a number and its place; addresses are none. */
function eachWord(line: Buffer, visit: (number: number, from: number, to: number, isTitle: boolean) => void): void {
  let [field, start] = [0, 0];
  for (const { field: wanted, isTitle, isPlain } of wordFields) {
    for (; field < wanted; field += 1) start = line.indexOf(tab, start) + 1;
    const end = line.indexOf(tab, start);
    let [number, letters, digits, isHex, isOther] = [0, 0, 0, true, false];
    for (let at = start; at <= end; at += 1) {
      const byte = line[at] ?? 0;
      if (isLetter(byte)) {
        number = (Math.imul(number, 31) + byte) | 0;
        letters += 1;
        if (byte <= digit9) digits += 1;
        else if (byte > letterF) isHex = false;
        if (byte >= beyondAscii) isOther = !isPlain;
        continue;
      }
      const isPiece = digits > 0 && isHex && uuidPieces.includes(letters);
      const isAddress = byte === colon && line[at + 1] === slash && line[at + 2] === slash;
      if (letters >= shortest && !isOther && !isPiece && !isAddress) visit(number, at - letters, at, isTitle);
      while (isAddress && at < end && !endsAddress(line[at + 1] ?? tab)) at += 1;
      [number, letters, digits, isHex, isOther] = [0, 0, 0, true, false];
    }
  }
}

function endsAddress(byte: number): boolean {
  return byte <= space || byte === bracket || byte === angle;
}

function isLetter(byte: number): boolean {
  return (byte >= letterA && byte <= letterZ) || (byte >= digit0 && byte <= digit9) || byte >= beyondAscii;
}

/** The words of a line, by their numbers. */
function wordsIn(line: Buffer): ReadonlyMap<number, AskedWord> {
  const words = new Map<number, AskedWord>();
  eachWord(line, (number, from, to, isTitle) => {
    const word = words.get(number) ?? { word: line.toString('utf8', from, to), isTitle, count: 0 };
    word.count += isTitle ? titleCount : 1;
    words.set(number, word);
  });
  return words;
}
