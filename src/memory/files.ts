import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { addressName } from '../disk/address-name.js';
import { readRegular } from '../disk/read-regular.js';
import { beginFile } from '../disk/replace-file.js';

/** An answer as it came. */
export interface Kept {
  readonly bytes: Buffer;
  readonly at: Date;
  /** Whether something is known to have changed since. */
  readonly isStale: boolean;
}

/** An answer that is being kept: nobody sees it before it is whole. */
export interface Keeping {
  write(bytes: Uint8Array): void;
  /** Puts it in the place of the last one. */
  finish(): void;
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

/** The time of change of a file that is stale. */
const never = new Date(0);

/** The file of an answer. */
function pathOf(folder: string, { pathname, search }: URL): string {
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
      sum = sumOf(bytes, sum);
      open.write(bytes);
    });
  };
  return {
    write,
    drop,
    finish() {
      write(Buffer.from(`\n${JSON.stringify({ url: url.href, at: at.getTime(), sum })}`));
      orDrop((open) => {
        // What was read before the last one became stale is as stale.
        const before = statSync(path, { throwIfNoEntry: false });
        open.commit();
        if (before?.mtimeMs === never.getTime() && before.ctimeMs >= begun) markStale(folder, url);
        count(folder, size);
      });
    },
  };
}

/** A checksum of our own: loading Node's would take longer than everything else here. */
function sumOf(bytes: Uint8Array, before = 0): number {
  let sum = before;
  for (let at = 0; at < bytes.length; at += 1) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0;
  return sum;
}

/** The last answer of an address; undefined if there is none, or it is damaged. */
export function readKept(folder: string, url: URL): Kept | undefined {
  const path = pathOf(folder, url);
  return attempt(() => {
    let changed = new Date();
    const whole = readRegular(path, ({ mtime }) => {
      changed = mtime;
    });
    const end = whole.lastIndexOf(0x0a);
    const bytes = whole.subarray(0, Math.max(end, 0));
    const seal: unknown = JSON.parse(whole.toString('utf8', end + 1));
    if (!isRow(seal) || seal.url !== url.href || typeof seal.at !== 'number' || seal.sum !== sumOf(bytes))
      return undefined;
    const isStale = changed.getTime() === never.getTime();
    // What is used stays longest.
    if (!isStale) attempt(() => utimesSync(path, new Date(), changed));
    return { bytes, at: new Date(seal.at), isStale };
  });
}

/** Marks the last answer of an address as one that is no longer so. */
export function markStale(folder: string, url: URL): void {
  attempt(() => utimesSync(pathOf(folder, url), new Date(), never));
}

/** The most that the answers of one account may take, and what is left of it when they took more (bytes). */
const mostBytes = 200 * 1024 * 1024;
const leftBytes = 150 * 1024 * 1024;

/** Has a line for each answer kept since the folder was last measured, with its size. */
const countFile = 'written';

/** Adds to what has been written, and measures the folder if that may be too much, or nobody knows. */
function count(folder: string, size: number): void {
  const file = openSync(join(folder, countFile), 'a+', 0o600);
  try {
    const lines = readFileSync(file, 'utf8');
    const written = lines.split('\n').reduce((sum, line) => sum + Number(line), size);
    const isMuch = lines === '' || written > mostBytes;
    const line = isMuch ? trim(folder) : size;
    if (isMuch) ftruncateSync(file);
    writeFileSync(file, `${line}\n`);
  } finally {
    closeSync(file);
  }
}

/** After how long what a killed process left is the first to go (milliseconds). */
const abandonedMs = 60 * 60 * 1000;

/** Removes what was least used if the folder has too much; gives what it has then (bytes). */
function trim(folder: string): number {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || name === countFile) return [];
    const isAbandoned = name.endsWith('.tmp') && Date.now() - stats.mtimeMs > abandonedMs;
    return [{ path, size: stats.size, used: isAbandoned ? 0 : stats.atimeMs }];
  });
  let size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= mostBytes) return size;
  for (const file of files.sort((one, other) => one.used - other.used)) {
    if (size <= leftBytes) break;
    attempt(() => rmSync(file.path, { force: true }));
    size -= file.size;
  }
  return size;
}
