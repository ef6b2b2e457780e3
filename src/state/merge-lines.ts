import { readFileSync } from 'node:fs';
import { ByteTable } from '../contract/bytes/byte-table.js';

const newline = 0x0a;
const tab = 0x09;

/**
 * Puts lines of the index before those of a file, without decoding either. Lines of the file with the same reference or the
 * same uuid are left out, and so are the oldest beyond `most`. False if the file has all of them; undefined where lines depend
 * on each other: a reference or uuid occurs twice, or a title is empty and may be known.
 */
export function mergeLines(path: () => string, lines: Buffer, most: number): Buffer | false | undefined {
  const file = readFile(path);
  if (hasAll(file, lines)) return false;
  const [refs, uuids] = [new ByteTable(), new ByteTable()];
  for (let start = 0; start < lines.length; ) {
    const first = lines.indexOf(tab, start);
    const second = lines.indexOf(tab, first + 1);
    const end = lines.indexOf(newline, second);
    if (refs.find(lines, start, first) >= 0 || uuids.find(lines, first, second) >= 0 || end === second + 1)
      return undefined;
    refs.add(lines, start, first);
    uuids.add(lines, first, second);
    start = end + 1;
  }
  const pieces = [lines];
  let count = refs.size;
  /** Where the lines begin that are kept and not yet among the pieces. */
  let kept = 0;
  let start = 0;
  while (start < file.length && count < most) {
    const end = file.indexOf(newline, start) + 1 || file.length;
    const first = file.indexOf(tab, start);
    const second = file.indexOf(tab, first + 1);
    const isWhole = first > start && second > first && second < end && file[end - 1] === newline;
    if (isWhole && refs.find(file, start, first) < 0 && uuids.find(file, first, second) < 0) count += 1;
    else {
      pieces.push(file.subarray(kept, start));
      kept = end;
    }
    start = end;
  }
  pieces.push(file.subarray(kept, start));
  return Buffer.concat(pieces);
}

/** Whether a file has these lines in this order, others between them or not. */
function hasAll(file: Buffer, lines: Buffer): boolean {
  let place = 0;
  for (let at = 0; ; ) {
    while (at < lines.length && lines[at] === file[place]) {
      at += 1;
      place += 1;
    }
    if (at === lines.length) return true;
    const start = at === 0 ? 0 : lines.lastIndexOf(newline, at - 1) + 1;
    place = placeOf(lines.subarray(start, lines.indexOf(newline, start) + 1), file, place - (at - start));
    if (place < 0) return false;
    at = start;
  }
}

/** Where a line is in a file, from a position on; -1 if it is not there. */
function placeOf(line: Buffer, file: Buffer, from: number): number {
  for (let at = file.indexOf(line, from); at >= 0; at = file.indexOf(line, at + 1))
    if (at === 0 || file[at - 1] === newline) return at;
  return -1;
}

function readFile(path: () => string): Buffer {
  try {
    return readFileSync(path());
  } catch {
    return Buffer.alloc(0);
  }
}
