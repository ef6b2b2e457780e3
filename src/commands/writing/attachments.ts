import { accessSync, constants, createReadStream, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Flag } from '../../args/flag.js';
import { text } from '../../args/flag.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import type { FilePart } from '../../http/multipart.js';
import { startProgress } from '../../terminal/progress.js';

/** Files are texts, never parted at commas. */
const files: Flag<readonly string[]> = {
  flags: '--attach <file>',
  help: 'attach a file; repeatable; - is standard input, named by --attach-name',
  initial: [],
  parse: (path, previous = []) => [...previous, path],
};

export const attachFlags = {
  attach: files,
  attachName: text('--attach-name <name>', 'the file name of what comes from standard input'),
};

export interface AttachmentsGiven {
  readonly attach: readonly string[];
  readonly attachName: string | undefined;
}

/** How long a write that carries files may be before people are shown how far it is (bytes). */
const worthShowing = 1024 * 1024;

/**
 * Opens the files of `--attach`. All are checked before anything is sent: the first that is missing, no regular file or
 * unreadable is named in a usage error (docs/requirements.md, R50).
 */
export async function openAttachments(context: Context, given: AttachmentsGiven): Promise<readonly FilePart[]> {
  const { attach, attachName } = given;
  const piped = attach.filter((path) => path === '-').length;
  if (piped > 1) throw usageError('--attach - can be given once: there is one standard input');
  if (piped === 1 && !attachName) throw usageError('--attach - needs a name for the file', 'add --attach-name NAME');
  if (piped === 0 && attachName !== undefined)
    throw usageError('--attach-name names what --attach - reads; that is not given');
  const found = attach.map((path) => (path === '-' ? undefined : checkFile(path)));
  const parts: FilePart[] = [];
  for (const each of found) parts.push(each ? fromDisk(each) : await fromInput(context, attachName ?? ''));
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  return total < worthShowing ? parts : withProgress(context, parts, total);
}

/** A regular file, as it was when it was looked at. */
export interface FoundFile {
  readonly path: string;
  readonly stat: Stats;
}

function checkFile(path: string): FoundFile {
  const refuse = (why: string): TrackerError =>
    usageError(`cannot attach ${JSON.stringify(path)}: ${why}; nothing was sent`);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw refuse('there is no such file');
  if (stat.isDirectory()) throw refuse('it is a folder');
  if (!stat.isFile()) throw refuse('it is no regular file');
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw refuse('it cannot be read');
  }
  return { path, stat };
}

/** Reads a file while it is sent. One that changes meanwhile must not pass for sent (docs/requirements.md, R52). */
export function fromDisk({ path, stat }: FoundFile): FilePart {
  const changed = (): TrackerError =>
    new TrackerError('failed', `${path} changed while it was being sent; it did not arrive whole`);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    let last: Uint8Array | undefined;
    let size = 0;
    // One byte more than it had: a file that has grown is noticed.
    for await (const chunk of createReadStream(path, { end: stat.size, highWaterMark: 256 * 1024 })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > stat.size) throw changed();
      if (last) yield last;
      last = bytes;
    }
    const now = statSync(path, { throwIfNoEntry: false });
    if (size !== stat.size || now?.mtimeMs !== stat.mtimeMs || now.size !== stat.size) throw changed();
    // The last piece is held back until then, so that a file that has changed never arrives complete.
    if (last) yield last;
  };
  return { name: basename(path), size: stat.size, open };
}

async function fromInput(context: Context, name: string): Promise<FilePart> {
  const bytes = await context.io.stdin.readAll();
  return {
    name: basename(name),
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

function withProgress(context: Context, parts: readonly FilePart[], total: number): readonly FilePart[] {
  const { env } = context.settings;
  const progress = startProgress({
    io: context.io,
    total,
    label: 'sending',
    format: (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`,
    animate: !context.show.isJson && !env.ACCESSIBLE && !env.CI,
  });
  let sent = 0;
  return parts.map((part) => ({
    ...part,
    async *open() {
      for await (const bytes of part.open()) {
        yield bytes;
        progress.advance(bytes.length);
        sent += bytes.length;
        if (sent >= total) progress.finish();
      }
    },
  }));
}
