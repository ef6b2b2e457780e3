import { ByteTable } from '../contract/bytes/byte-table.js';
import { readRegular } from '../disk/read-regular.js';

const newline = 0x0a;
const tab = 0x09;

/** With more new lines than this, all of them are taken for new. */
const mostNews = 20;

/** Where some text begins and ends. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A line, and its tabs. */
interface Line extends Part {
  readonly first: number;
  readonly second: number;
}

/**
 * Puts lines of the index before those of a file, without decoding either. Lines of the file with the same reference or the
 * same uuid are left out, and so are the oldest beyond `most`. False if the file has all of them; undefined where a new line
 * depends on another: its reference or uuid occurs twice, or its title is empty and may be known.
 */
export function mergeLines(path: () => string, lines: Buffer, most: number): Buffer | false | undefined {
  const file = readFile(path);
  const { news, rest, sameCount } = compare(file, lines);
  if (news.length === 0) return false;
  const [refs, uuids] = [new ByteTable(), new ByteTable()];
  const isNamed = (text: Buffer, { start, first, second }: Line): boolean =>
    refs.find(text, start, first) >= 0 || uuids.find(text, first, second) >= 0;
  for (const line of linesIn(lines, news)) {
    const { start, first, second, end } = line;
    if (isNamed(lines, line) || end === second + 2 || (sameCount > 0 && isElsewhere(lines, line))) return undefined;
    refs.add(lines, start, first);
    uuids.add(lines, first, second);
  }
  let count = sameCount + refs.size;
  const kept: { start: number; end: number }[] = [];
  for (const line of linesIn(file, rest)) {
    if (count >= most) break;
    if (!isWhole(file, line) || isNamed(file, line)) continue;
    const last = kept.at(-1);
    if (last?.end === line.start) last.end = line.end;
    else kept.push({ start: line.start, end: line.end });
    count += 1;
  }
  return Buffer.concat([lines, ...kept.map(({ start, end }) => file.subarray(start, end))]);
}

interface Comparison {
  readonly news: readonly Part[];
  /** What the file has beside the lines. */
  readonly rest: readonly Part[];
  /** How many lines the file has in the same order. */
  readonly sameCount: number;
}

function compare(file: Buffer, lines: Buffer): Comparison {
  const [news, rest]: [Part[], Part[]] = [[], []];
  let sameCount = 0;
  let place = 0;
  for (let at = 0; at < lines.length; ) {
    while (at < lines.length && lines[at] === file[place]) {
      if (lines[at] === newline) sameCount += 1;
      at += 1;
      place += 1;
    }
    if (at === lines.length) break;
    const start = at === 0 ? 0 : lines.lastIndexOf(newline, at - 1) + 1;
    const end = lines.indexOf(newline, at) + 1;
    place -= at - start;
    at = start;
    const found = placeOf(lines.subarray(start, end), file, place);
    if (found >= 0) {
      rest.push({ start: place, end: found });
      place = found;
    } else if (news.length < mostNews) {
      news.push({ start, end });
      at = end;
    } else return { news: [whole(lines)], rest: [whole(file)], sameCount: 0 };
  }
  return { news, rest: [...rest, { start: place, end: file.length }], sameCount };
}

/** Whether another line has the reference or the uuid of this one. */
function isElsewhere(lines: Buffer, { start, first, second }: Line): boolean {
  const ref = lines.subarray(start, first + 1);
  if (placeOf(ref, lines, 0) !== start || placeOf(ref, lines, first) >= 0) return true;
  const uuid = lines.subarray(first, second + 1);
  return lines.indexOf(uuid) !== first || lines.indexOf(uuid, second) >= 0;
}

const whole = (text: Buffer): Part => ({ start: 0, end: text.length });

function* linesIn(text: Buffer, parts: readonly Part[]): Generator<Line> {
  for (const part of parts)
    for (let start = part.start; start < part.end; ) {
      const end = text.indexOf(newline, start) + 1 || text.length;
      const first = text.indexOf(tab, start);
      yield { start, first, second: text.indexOf(tab, first + 1), end };
      start = end;
    }
}

function isWhole(text: Buffer, { start, first, second, end }: Line): boolean {
  return first > start && second > first && second < end && text[end - 1] === newline;
}

/** Where a line, or the beginning of one, is in a file, from a position on; -1 if it is not there. */
function placeOf(line: Buffer, file: Buffer, from: number): number {
  for (let at = file.indexOf(line, from); at >= 0; at = file.indexOf(line, at + 1))
    if (at === 0 || file[at - 1] === newline) return at;
  return -1;
}

function readFile(path: () => string): Buffer {
  try {
    return readRegular(path());
  } catch {
    return Buffer.alloc(0);
  }
}
