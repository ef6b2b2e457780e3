import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
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
import { readRegular } from '../disk/read-regular.js';
import { beginFile, removeQuietly } from '../disk/replace-file.js';
import { countFile, mostBytes } from './folder.js';

/** An answer that is being kept: nobody sees it before it is whole. */
export interface Keeping {
  write(bytes: Uint8Array): void;
  /** Puts it in the place of the last one. Gives how much it takes (bytes); undefined if it is not there. */
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

/** Begins to keep an answer in a folder, which must exist. Nothing here throws: what cannot be kept is not. */
export function beginKeeping(folder: string, { url, at, begun, most }: KeepingParts): Keeping {
  const path = pathOf(folder, url);
  let file = attempt(() => beginFile(path));
  let [size, sum] = [0, 0];
  const drop = (): void => {
    file?.discard();
    file = undefined;
  };
  const orDrop = (work: (open: NonNullable<typeof file>) => void): void => {
    try {
      if (file) work(file);
    } catch {
      drop();
    }
  };
  const write = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > most) drop();
    orDrop((open) => {
      sum = crc32(bytes, sum);
      open.write(bytes);
    });
  };
  return {
    write,
    drop,
    finish() {
      let isKept = false;
      write(Buffer.from(`${sealStart(url)}${sealSum(url, sum)}}`));
      orDrop((open) => {
        const before = statSync(path, { throwIfNoEntry: false });
        open.commit();
        isKept = true;
        utimesSync(path, new Date(), at);
        // What was read before the last one became stale is as stale.
        if (before && readTime(before).isStale && before.ctimeMs >= begun) markStale(folder, url);
      });
      return isKept ? size : undefined;
    },
  };
}

/**
 * Gives the file of an answer that came again unchanged its new time, which costs less than to write it. False if there is another
 * answer, a stale one, or none.
 */
export function renew(folder: string, url: URL, { bytes, at }: { readonly bytes: Buffer; readonly at: Date }): boolean {
  const path = pathOf(folder, url);
  const seal = sealStart(url);
  const renewed = attempt(() => {
    const kept = readRegular(path, (stats) => {
      if (readTime(stats).isStale || stats.size - bytes.length - seal.length > longestSum)
        throw new Error('another answer');
    });
    const isSame = kept.subarray(0, bytes.length).equals(bytes) && kept.toString('utf8', bytes.length).startsWith(seal);
    if (isSame) utimesSync(path, new Date(), at);
    return isSame;
  });
  return renewed ?? false;
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

/** Adds to what has been written (bytes), and measures the folder if that may be too much, or nobody knows. */
export async function count(folder: string, bytes: number): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const path = join(folder, countFile);
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
    const length = isMuch ? Math.ceil((await import('./room.js')).trim(folder) / unit) : added;
    if (isMuch) ftruncateSync(file);
    writeFileSync(file, Buffer.alloc(length, '.'));
  } finally {
    closeSync(file);
  }
}
