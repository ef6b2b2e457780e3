import { rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import type { FilePart } from '../http/body/multipart.js';
import { makeFolder } from '../lock/make-folder.js';
import { chunksOf } from '../terminal/chunks.js';
import { fromDisk } from './disk-file.js';
import { spoolTo, temporaryPath } from './spool.js';

/** A file from standard input. Its size is known once it has been read. */
export interface PipedPart extends FilePart {
  /**
   * Writes it to this folder, or to a temporary one, and returns its path. Throws a usage error for empty input, and
   * `failed` where there is no room for it; then no file is left.
   */
  receive(folder: string | undefined): Promise<string>;
}

export function isPiped(part: FilePart): part is PipedPart {
  return 'receive' in part;
}

/** The file of `--attach -`. Throws a usage error for a name that no file can have. */
export function fromInput(context: Context, givenName: string): PipedPart {
  const name = basename(givenName);
  if (['', '.', '..'].includes(name) || name.includes('\0'))
    throw usageError(`--attach-name ${JSON.stringify(givenName)} is no name of a file`);
  let received: FilePart | undefined;
  return {
    name,
    get size() {
      return received?.size ?? 0;
    },
    async *open() {
      if (received) yield* received.open();
    },
    async receive(folder) {
      const place = folder ?? temporaryPath(context.settings.processes);
      makeFolder(place);
      const path = join(place, name);
      // A command that was killed may have left the beginning of it.
      rmSync(path, { force: true });
      try {
        await writeAll(context, path);
        received = { ...fromDisk({ path, stat: statSync(path) }), name };
        if (received.size > 0) return path;
        throw usageError(`standard input is empty, and ${JSON.stringify(name)} was to come from it; nothing was sent`);
      } catch (error) {
        removeReceived(path);
        throw error;
      }
    },
  };
}

interface Receiving {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly files?: readonly FilePart[];
  /** Where the draft keeps its files; undefined without a draft. */
  readonly folder?: string | undefined;
  /** Gets the flags with the path of the file in place of `-`; false where they cannot be saved. */
  readonly keep: (flags: Readonly<Record<string, unknown>>) => boolean;
}

/** Reads a file from standard input, if there is one, and runs `work`. Unless a draft keeps the file, it is removed afterwards. */
export async function withPiped<T>({ flags, files = [], folder, keep }: Receiving, work: () => Promise<T>): Promise<T> {
  const part = files.find(isPiped);
  if (!part) return await work();
  const path = await part.receive(folder);
  const attach = Array.isArray(flags.attach) ? flags.attach.map((each) => (each === '-' ? path : each)) : [path];
  const isKept = keep({ ...flags, attach, attachName: undefined });
  try {
    return await work();
  } finally {
    if (!isKept) removeReceived(path);
  }
}

/** Removes the file, and its folder, which holds nothing else. */
function removeReceived(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}

async function writeAll({ io, signal }: Context, path: string): Promise<void> {
  const file = await spoolTo(path);
  try {
    for await (const chunk of chunksOf(io.stdin.stream(), signal)) await file.write(chunk);
    await file.end();
  } catch (error) {
    await file.remove();
    throw error;
  }
}
