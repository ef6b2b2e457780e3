import { createReadStream, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../args/context.js';
import { attempt, TrackerError, usageError } from '../contract/errors.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { codeOf, fileTrouble } from '../disk/file-trouble.js';
import { createFolder } from '../disk/folder.js';
import type { Processes } from '../disk/processes.js';
import { otherTemporaryFolder, removeLeftBehind, temporaryName } from '../disk/temporary-name.js';
import { chunksOf } from '../terminal/streams/io.js';

/** A file from standard input. Its size is known after it has been received. */
interface PipedPart extends FilePart {
  /**
   * Writes it to this folder, or to a temporary one, and returns its path, which is none of `others`. Throws a usage error for
   * empty input and `failed` if the disk is full; no file is left then.
   */
  receive(folder: string | undefined, others: readonly unknown[]): Promise<string>;
}

export function isPiped(part: FilePart): part is PipedPart {
  return 'receive' in part;
}

/** The file of `--attach -`. Throws a usage error for an invalid file name. */
export function fromInput(context: Context, givenName: string): PipedPart {
  const name = basename(givenName);
  if (['', '.', '..'].includes(name) || name.includes('\0'))
    throw usageError(`--attach-name ${JSON.stringify(givenName)} is not a file name`);
  let received: FilePart | undefined;
  return {
    name,
    get size() {
      return received?.size ?? 0;
    },
    async *open() {
      if (received) yield* received.open();
    },
    async receive(folder, others) {
      const place = placeFor(name, folder ?? temporaryPath(context.settings.processes), others);
      createFolder(place, { hint: folder === undefined ? otherTemporaryFolder : undefined });
      const path = join(place, name);
      // A killed command may have left a part of it.
      rmSync(path, { force: true });
      try {
        await spool(path, chunksOf(context.io.stdin.stream(), context.signal));
        received = { ...fromDisk({ path, stat: statSync(path) }), name };
        if (received.size > 0) return path;
        throw usageError(`cannot attach ${JSON.stringify(name)}: standard input is empty; nothing was sent`);
      } catch (error) {
        removeReceived(path);
        throw error;
      }
    },
  };
}

export interface PipeReceiver {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly files?: readonly FilePart[];
  /** Where the draft keeps its files; undefined without a draft. */
  readonly folder?: string | undefined;
  /** Saves the flags, with the path of the file in place of `-`. False if that is not possible. */
  readonly keep: (flags: Readonly<Record<string, unknown>>) => boolean;
}

/** Receives the file from standard input, if there is one, and runs `work`. The file is then removed unless a draft keeps it. */
export async function withPiped<T>(
  { flags, files = [], folder, keep }: PipeReceiver,
  work: () => Promise<T>,
): Promise<T> {
  const part = files.find(isPiped);
  if (!part) return await work();
  const given: readonly unknown[] = Array.isArray(flags.attach) ? flags.attach : ['-'];
  const path = await part.receive(folder, given);
  const attach = given.map((each) => (each === '-' ? path : each));
  const isKept = keep({ ...flags, attach, attachName: undefined });
  try {
    return await work();
  } finally {
    if (!isKept) removeReceived(path);
  }
}

/** The most that is read from a pipe, so that an endless one cannot fill the disk (bytes). */
const longestPiped = 1024 * 1024 * 1024;

/** An unused path in the folder for temporary files. Removes leftovers of killed commands there. */
export function temporaryPath(processes: Processes): string {
  removeLeftBehind(tmpdir(), processes);
  return join(tmpdir(), temporaryName(processes));
}

/**
 * Writes what comes through a pipe to a new file that only its owner can read. Throws `failed` on a full disk, and a usage error beyond
 * 1 GB; no file is left then.
 */
export async function spool(path: string, source: AsyncIterable<Uint8Array>) {
  const explain = (cause: unknown): never => {
    throw fileTrouble('write', path, cause, path.startsWith(tmpdir()) ? otherTemporaryFolder : undefined);
  };
  const remove = async (): Promise<void> => await rm(path, { force: true }).catch(() => undefined);
  const file = await open(path, 'wx', 0o600).catch(explain);
  let size = 0;
  try {
    for await (const bytes of source) {
      size += bytes.length;
      if (size > longestPiped)
        throw usageError('the input is larger than 1 GB; nothing was sent', 'save it to a file first');
      await file.writeFile(bytes).catch(explain);
    }
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await remove();
    throw error;
  }
  return { size, remove, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}

/** A regular file, with its state before it was read. */
export interface FoundFile {
  readonly path: string;
  readonly stat: Stats;
}

/** Reads a file while it is being sent. Fails if the file changes meanwhile (docs/requirements.md, R52). */
export function fromDisk({ path, stat }: FoundFile): FilePart {
  const changed = (): TrackerError =>
    new TrackerError('failed', `${path} changed while it was being sent; it did not arrive`);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined;
    let size = 0;
    // `end` is inclusive, so this reads one byte more, to notice a file that has grown.
    for await (const chunk of createReadStream(path, { end: stat.size, highWaterMark: 256 * 1024 })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > stat.size) throw changed();
      if (last) yield last;
      last = bytes;
    }
    const now = statSync(path, { throwIfNoEntry: false });
    if (size !== stat.size || now === undefined || !isSame(now, stat)) throw changed();
    // The last chunk is held back until now, so that a changed file never arrives complete.
    if (last) yield last;
  };
  return { name: basename(path), size: stat.size, open: () => withPlainErrors(open(), path) };
}

/** The folder, or one inside it if a draft has a file with this name there already. */
function placeFor(name: string, folder: string, others: readonly unknown[]): string {
  const taken = others.map((each) => resolve(String(each)));
  let place = folder;
  for (let at = 2; taken.includes(resolve(place, name)); at++) place = join(folder, String(at));
  return place;
}

/** Removes the file, and its folder unless a draft keeps other files there. */
function removeReceived(path: string): void {
  rmSync(path, { force: true });
  // It may not be empty.
  attempt(() => rmdirSync(dirname(path)));
}

/** Compares ctime too, because some programs restore the mtime. */
function isSame(now: Stats, then: Stats): boolean {
  return (['ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((key) => now[key] === then[key]);
}

/** Rethrows disk errors as `failed`, so that they are not taken for network errors. */
async function* withPlainErrors(source: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    const why = `${path} can no longer be read (${codeOf(error)}); it did not arrive`;
    throw new TrackerError('failed', why, { cause: error });
  }
}
