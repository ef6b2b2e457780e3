import { rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../args/context.js';
import type { FilePart } from '../contract/attachment.js';
import { usageError } from '../contract/errors.js';
import { createFolder } from '../disk/folder.js';
import { chunksOf } from '../terminal/streams/node-streams.js';
import { fromDisk } from './disk-file.js';
import { spoolTo, temporaryPath } from './spool.js';
import { otherTemporaryFolder } from './temporary-folder.js';

/** A file from standard input. Its size is known after it has been received. */
export interface PipedPart extends FilePart {
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
        await writeAll(context, path);
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

export interface Receiving {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly files?: readonly FilePart[];
  /** Where the draft keeps its files; undefined without a draft. */
  readonly folder?: string | undefined;
  /** Saves the flags, with the path of the file in place of `-`. False if that is not possible. */
  readonly keep: (flags: Readonly<Record<string, unknown>>) => boolean;
}

/** Receives the file from standard input, if there is one, and runs `work`. The file is then removed unless a draft keeps it. */
export async function withPiped<T>({ flags, files = [], folder, keep }: Receiving, work: () => Promise<T>): Promise<T> {
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
  try {
    rmdirSync(dirname(path));
  } catch {
    // It is not empty.
  }
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
