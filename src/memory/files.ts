import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { attempt } from '../contract/errors.js';
import { addressName } from '../disk/address-name.js';
import { giveToOwner } from '../disk/folder.js';
import { openRegular } from '../disk/read-regular.js';
import { beginFile, removeQuietly } from '../disk/replace-file.js';
import { cacheOf, countFile, mostBytes } from './folder.js';

/** An answer that is being kept: nobody sees it before it is whole. */
export interface Keeping {
  write(bytes: Uint8Array): void;
  /** Puts it in the place of the last one. Gives how much was written (bytes); undefined if it is not there. */
  finish(): number | undefined;
  drop(): void;
}

interface KeepingParts {
  readonly url: URL;
  readonly at: Date;
  /** When the request was sent, by the clock of the file system (milliseconds since 1970). */
  readonly begun: number;
  /** The most that is kept (bytes). */
  readonly most: number;
}

/** The file of a stale answer has a time that is this much too early (milliseconds); before it, no answer was ever read. */
const staleMs = 40 * 365 * 24 * 60 * 60 * 1000;

/** When an answer was read, and whether it is stale: both are in the time of its file. */
export function readTime({ mtime }: Pick<Stats, 'mtime'>): { readonly at: Date; readonly isStale: boolean } {
  const isStale = mtime.getTime() < staleMs;
  return { at: isStale ? new Date(mtime.getTime() + staleMs) : mtime, isStale };
}

/** The file of an answer. */
export function pathOf(folder: string, { pathname, search }: URL): string {
  return join(folder, addressName(`${pathname.slice(1)}${search}`));
}

/** How much of the last answer is copied at a time (bytes). */
const pieceBytes = 1024 * 1024;

/**
 * Begins to keep an answer in a folder, which must exist. Nothing here throws: what cannot be kept is not. One that comes again as it
 * was is only compared with the last one, whose file gets its time, since writing it again takes far longer.
 */
export function beginKeeping(folder: string, { url, at, begun, most }: KeepingParts): Keeping {
  const path = pathOf(folder, url);
  let last = openLast(path);
  let file: ReturnType<typeof beginFile> | undefined;
  let isDropped = false;
  let [size, sum] = [0, 0];
  const closeLast = (): void => {
    if (last) closeSync(last.file);
    last = undefined;
  };
  const drop = (): void => {
    isDropped = true;
    attempt(closeLast);
    file?.discard();
  };
  const orDrop = (work: () => void): void => {
    try {
      if (!isDropped) work();
    } catch {
      drop();
    }
  };
  const put = (bytes: Uint8Array): void => {
    file ??= beginFile(path);
    file.write(bytes);
    sum = crc32(bytes, sum);
  };
  /** Copies from the last answer what has come so far. */
  const copyLast = (length: number): void => {
    for (let from = 0; last && from < length; from += pieceBytes)
      put(readAt(last.file, from, Math.min(pieceBytes, length - from)));
    closeLast();
  };
  return {
    drop,
    write: (bytes) =>
      orDrop(() => {
        const place = size;
        size += bytes.length;
        if (size > most) return drop();
        if (last && last.size >= size && readAt(last.file, place, bytes.length).equals(bytes)) return;
        copyLast(place);
        put(bytes);
      }),
    finish() {
      let taken: number | undefined;
      orDrop(() => {
        if (last && endsAt(last, size, sealStart(url))) {
          // It may have become stale meanwhile.
          if (!readTime(fstatSync(last.file)).isStale) futimesSync(last.file, new Date(), at);
          closeLast();
          taken = 0;
          return;
        }
        copyLast(size);
        const seal = Buffer.from(`${sealStart(url)}${sealSum(url, sum)}}`);
        put(seal);
        const before = statSync(path, { throwIfNoEntry: false });
        file?.commit();
        taken = size + seal.length;
        utimesSync(path, new Date(), at);
        // What was read before the last one became stale is as stale.
        if (before && readTime(before).isStale && before.ctimeMs >= begun) markStale(folder, url);
      });
      return taken;
    },
  };
}

/** An answer that was kept. */
interface Last {
  readonly file: number;
  /** How much it takes (bytes). */
  readonly size: number;
}

/** Opens the last answer; undefined if there is none, or it is stale. */
function openLast(path: string): Last | undefined {
  return attempt(() => {
    let size = 0;
    // It was examined before the request.
    const file = openRegular(path, (stats) => {
      if (readTime(stats).isStale) throw new Error('stale');
      size = stats.size;
    });
    return { file, size };
  });
}

/** Some bytes of a file. Throws if it has fewer. */
function readAt(file: number, place: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(file, bytes, 0, length, place) < length) throw new Error('cut off');
  return bytes;
}

/** Whether an answer ends there, so that its seal follows, which begins like this. */
function endsAt({ file, size }: Last, place: number, seal: string): boolean {
  const left = size - place;
  return (
    left > seal.length && left <= seal.length + longestSum && readAt(file, place, left).toString().startsWith(seal)
  );
}

/** What follows an answer in its file; then comes its checksum. */
function sealStart({ href }: URL): string {
  return `\n{"url":${JSON.stringify(href)},"sum":`;
}

/** More than may follow that (bytes). */
const longestSum = 100;

/** The checksum of an answer with its address. */
export function sealSum({ href }: URL, sum: number): number {
  return crc32(href, sum);
}

/** Marks the last answer of an address as stale. */
export function markStale(folder: string, url: URL): void {
  const path = pathOf(folder, url);
  attempt(() => utimesSync(path, new Date(), new Date(readTime(statSync(path)).at.getTime() - staleMs)));
}

/** Of the file that counts (bytes). */
const unit = 1024;

/** Adds to what has been written to a memory (bytes), and measures all of them if that may be too much, or nobody knows. */
export async function count(memory: string, bytes: number): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const path = join(cacheOf(memory), countFile);
  const file = attempt(() => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600));
  if (file === undefined) {
    removeQuietly(path, true);
    return;
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0) attempt(() => giveToOwner(file, path));
    const added = Math.ceil(bytes / unit);
    const isMuch = size === 0 || (size + added) * unit > mostBytes;
    const length = isMuch ? Math.ceil((await import('./room.js')).trim(cacheOf(memory)) / unit) : added;
    if (isMuch) ftruncateSync(file);
    writeFileSync(file, Buffer.alloc(length, '.'));
  } finally {
    closeSync(file);
  }
}
