import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Keeps the files of a request on disk until they are stored, so that at most one of them is in memory. */
interface Spool {
  /** Starts a file; the chunks of several files may come in any order. */
  begin(): SpooledFile;
  close(): void;
}

export interface SpooledFile {
  /** Bytes written so far. */
  size(): number;
  write(chunk: Uint8Array): void;
  read(): Uint8Array;
}

/** Opens a spool. Its file is created with the first chunk and unlinked at once, so it cannot be left behind. */
export function openSpool(): Spool {
  let file: number | undefined;
  let end = 0;
  const begin = (): SpooledFile => {
    const pieces: { readonly position: number; readonly length: number }[] = [];
    const size = (): number => pieces.reduce((sum, { length }) => sum + length, 0);
    return {
      size,
      write(chunk) {
        file ??= openUnnamed();
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at, end + at);
        pieces.push({ position: end, length: chunk.length });
        end += chunk.length;
      },
      read() {
        const bytes = Buffer.allocUnsafe(size());
        let at = 0;
        for (const { position, length } of pieces) at += readPiece(file, bytes.subarray(at, at + length), position);
        return bytes;
      },
    };
  };
  return {
    begin,
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Fills `bytes` from this position and returns how many bytes were read. */
function readPiece(file: number | undefined, bytes: Uint8Array, position: number): number {
  let at = 0;
  while (file !== undefined && at < bytes.length) {
    const read = readSync(file, bytes, at, bytes.length - at, position + at);
    if (read === 0) break;
    at += read;
  }
  if (at === bytes.length) return at;
  throw new Error('the temporary file of an upload cannot be read');
}

function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-upload-'));
  try {
    return openSync(join(folder, 'files'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
