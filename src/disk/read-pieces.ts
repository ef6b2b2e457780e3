import { fstatSync, readSync } from 'node:fs';

/** Read at a time; it stays in the cache of the processor. */
const pieceBytes = 256 * 1024;

/**
 * The whole lines of an open file, in pieces: a large file read at once would mostly be waiting for memory. A piece ends with a newline,
 * even if the file does not, and is overwritten by the next. Only a longer line makes it larger.
 */
export function* piecesOf(file: number): Generator<Buffer> {
  let bytes = Buffer.allocUnsafeSlow(Math.min(fstatSync(file).size, pieceBytes) + 1);
  for (let kept = 0; ; ) {
    if (kept === bytes.length) bytes = Buffer.concat([bytes], kept * 2);
    const end = kept + readSync(file, bytes, kept, bytes.length - kept, null);
    const isLast = end === kept;
    // The last line may lack its newline.
    if (isLast) bytes[kept] = 0x0a;
    const next = isLast ? kept + 1 : bytes.lastIndexOf(0x0a, end - 1) + 1;
    if (next > 0) yield bytes.subarray(0, next);
    if (isLast) return;
    bytes.copyWithin(0, next, end);
    kept = end - next;
  }
}
