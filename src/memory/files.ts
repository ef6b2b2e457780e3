import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
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
import { beginFile, removeQuietly } from '../disk/replace-file.js';

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
  /** Puts it in the place of the last one. Gives whether it is there. */
  finish(): boolean;
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

/** The file with the texts of all details (texts.ts). */
export function textsFile(folder: string): string {
  return join(folder, 'texts');
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
      let isKept = false;
      const seal = { url: url.href, at: at.getTime() };
      write(Buffer.from(`\n${JSON.stringify({ ...seal, sum: sealSum(seal, sum) })}`));
      orDrop((open) => {
        // What was read before the last one became stale is as stale.
        const before = statSync(path, { throwIfNoEntry: false });
        open.commit();
        isKept = true;
        if (before?.mtimeMs === never.getTime() && before.ctimeMs >= begun) markStale(folder, url);
        count(folder, size);
      });
      return isKept;
    },
  };
}

/** A checksum of our own: loading Node's would take longer than everything else here. */
function sumOf(bytes: Uint8Array, before = 0): number {
  let sum = before;
  for (let at = 0; at < bytes.length; at += 1) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0;
  return sum;
}

/** The checksum of an answer with its address and time. */
function sealSum({ url, at }: { readonly url: string; readonly at: number }, sum: number): number {
  return sumOf(Buffer.from(`${url} ${at}`), sum);
}

/** The last answer of an address; undefined if there is none, or it is damaged. */
export function readKept(folder: string, url: URL): Kept | undefined {
  const path = pathOf(folder, url);
  return attempt(() => {
    const { changed, ...kept } = readSealed(path);
    if (kept.url.href !== url.href) return undefined;
    // What is used stays longest.
    if (!kept.isStale) attempt(() => utimesSync(path, new Date(), changed));
    return kept;
  });
}

/** The answer in a file, its address, and when the file was changed. Throws if it is damaged. */
export function readSealed(path: string): Kept & { readonly url: URL; readonly changed: Date } {
  let changed = new Date();
  const whole = readRegular(path, ({ mtime, size }) => {
    if (size > mostBytes) throw new Error('not an answer');
    changed = mtime;
  });
  const end = whole.lastIndexOf(0x0a);
  const bytes = whole.subarray(0, Math.max(end, 0));
  const seal: unknown = JSON.parse(whole.toString('utf8', end + 1));
  if (!isRow(seal) || typeof seal.url !== 'string' || typeof seal.at !== 'number') throw new Error('damaged');
  const { url, at, sum } = seal;
  if (sum !== sealSum({ url, at }, sumOf(bytes))) throw new Error('damaged');
  return { bytes, at: new Date(at), isStale: changed.getTime() === never.getTime(), url: new URL(url), changed };
}

/** Marks the last answer of an address as one that is no longer so. */
export function markStale(folder: string, url: URL): void {
  attempt(() => utimesSync(pathOf(folder, url), new Date(), never));
}

/** The most that the answers of one account may take, and what is left of it when they took more (bytes). */
const mostBytes = 200 * 1024 * 1024;
const leftBytes = 150 * 1024 * 1024;

/** As long as what was kept since the folder was last measured, in units: nobody has to read it. */
const countFile = 'written';
const unit = 1024;

/** Adds to what has been written (bytes), and measures the folder if that may be too much, or nobody knows. */
export function count(folder: string, bytes: number): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const path = join(folder, countFile);
  const file = attempt(() => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600));
  if (file === undefined) {
    removeQuietly(path, true);
    return;
  }
  try {
    const { size } = fstatSync(file);
    const added = Math.ceil(bytes / unit);
    const isMuch = size === 0 || (size + added) * unit > mostBytes;
    const length = isMuch ? Math.ceil(trim(folder) / unit) : added;
    if (isMuch) ftruncateSync(file);
    writeFileSync(file, Buffer.alloc(length, '.'));
  } finally {
    closeSync(file);
  }
}

/** After how long what a killed process left is the first to go (milliseconds). */
const abandonedMs = 60 * 60 * 1000;

/** How much a folder has (bytes). */
export function measure(folder: string): number {
  return filesIn(folder).reduce((sum, { size }) => sum + size, 0);
}

function filesIn(folder: string): readonly { readonly path: string; readonly size: number; readonly used: number }[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || name === countFile) return [];
    const isAbandoned = name.endsWith('.tmp') && Date.now() - stats.mtimeMs > abandonedMs;
    // Texts have what was read again twice, and are made of the others by the next search.
    const used = isAbandoned || path === textsFile(folder) ? 0 : stats.atimeMs;
    return [{ path, size: stats.size, used }];
  });
}

/** Removes what was least used if the folder has too much; gives what it has then (bytes). */
function trim(folder: string): number {
  const files = filesIn(folder);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= mostBytes) return size;
  for (const file of files.toSorted((one, other) => one.used - other.used)) {
    if (size <= leftBytes) break;
    attempt(() => rmSync(file.path, { force: true }));
    size -= file.size;
  }
  return size;
}
