import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { fromDisk } from '../../files/disk-file.js';
import { openGiven, whyUnreadable } from '../../files/read-input.js';
import { type SpooledFile, spoolTo, temporaryPath } from '../../files/spool.js';
import type { BodySource } from '../../http/message.js';
import { chunksOf } from '../../terminal/streams/node-streams.js';

/** The body of `--input`, and how to clean up after sending it. */
export interface Input {
  readonly body: BodySource;
  /** Its name in a dry run. */
  readonly name: string;
  remove(): Promise<void>;
}

/** The most of a pipe that is kept in memory; more goes to a temporary file (bytes). */
const inMemoryBytes = 1024 * 1024;

/**
 * Opens a file, or standard input for `-`. A file is read while it is sent, again for each try; a pipe is read to its end first,
 * because the request has to state its length. Throws usage errors, and `failed` if the disk is full.
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

/** Checks that a file can be opened, before anything is sent. */
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
