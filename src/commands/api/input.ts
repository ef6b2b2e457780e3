import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { Context } from '../../context.js';
import { type TrackerError, usageError } from '../../errors.js';
import { fromDisk } from '../../files/disk-file.js';
import { openGiven, whyUnreadable } from '../../files/read-input.js';
import { type SpooledFile, spoolTo, temporaryPath } from '../../files/spool.js';
import type { BodySource } from '../../http/message.js';
import { codeOf } from '../../lock/file-trouble.js';
import { chunksOf } from '../../terminal/chunks.js';

/** A body of `--input`, and what is to be tidied up after it was sent. */
export interface Input {
  readonly body: BodySource;
  /** What `--dry-run` calls it. */
  readonly name: string;
  remove(): Promise<void>;
}

/** What comes through a pipe is kept in memory up to this size, and in a file of its own beyond it (bytes). */
const inMemoryBytes = 1024 * 1024;

/**
 * Opens FILE, or standard input for `-`: read while it is sent, and again for every try. A pipe is read to its end first, as
 * a request tells its length. Throws usage errors, and `failed` where there is no room for it.
 */
export async function openInput(context: Context, file: string): Promise<Input> {
  const { io, signal } = context;
  if (file === '-') return await fromPipe(context, chunksOf(io.stdin.stream(), signal), 'standard input');
  const refuse = (why: string): TrackerError => usageError(`--input: cannot read ${JSON.stringify(file)}: ${why}`);
  const stat = look(file, refuse);
  if (stat.isDirectory()) throw refuse(whyUnreadable('EISDIR'));
  if (!stat.isFile()) return await fromPipe(context, openGiven(file, signal, refuse), file);
  const { name, size, open } = fromDisk({ path: file, stat });
  return { name, body: { length: size, open }, remove: async () => undefined };
}

/** A file that cannot be opened is told before anything is sent. */
function look(file: string, refuse: (why: string) => TrackerError): Stats {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file);
  } catch (cause) {
    throw refuse(whyUnreadable(codeOf(cause)));
  }
}

async function fromPipe(
  { settings: { processes } }: Context,
  source: AsyncIterable<Uint8Array>,
  name: string,
): Promise<Input> {
  const kept: Uint8Array[] = [];
  let length = 0;
  let file: SpooledFile | undefined;
  try {
    for await (const bytes of source) {
      length += bytes.length;
      if (!file && length > inMemoryBytes) file = await spoolTo(temporaryPath(processes), kept.splice(0));
      if (file) await file.write(bytes);
      else kept.push(bytes);
    }
    await file?.end();
  } catch (error) {
    await file?.remove();
    throw error;
  }
  if (file) return { name, body: { length, open: file.read }, remove: file.remove };
  return {
    name,
    body: {
      length,
      async *open() {
        yield* kept;
      },
    },
    remove: async () => undefined,
  };
}
