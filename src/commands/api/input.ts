import { createReadStream, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import type { BodySource } from '../../http/message.js';
import { codeOf } from '../../lock/file-trouble.js';
import { chunksOf } from '../../terminal/chunks.js';
import { fromDisk } from '../writing/file-part.js';
import { type KeptFile, keepInFile, temporaryPath } from '../writing/kept-file.js';

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
  if (file === '-') return await fromPipe(context, context.io.stdin.stream(), 'standard input');
  const stat = look(file);
  if (stat.isDirectory()) throw usageError(`--input: ${JSON.stringify(file)} is a folder`);
  if (!stat.isFile()) return await fromPipe(context, createReadStream(file), file);
  // A file that cannot be opened is told before anything is sent.
  await (await open(file).catch((cause: unknown) => refuse(file, cause))).close();
  const { name, size, open: read } = fromDisk({ path: file, stat });
  return { name, body: { length: size, open: read }, remove: async () => undefined };
}

function look(file: string): Stats {
  try {
    return statSync(file);
  } catch (cause) {
    return refuse(file, cause);
  }
}

function refuse(file: string, cause: unknown): never {
  throw usageError(`--input: cannot read ${JSON.stringify(file)}: ${codeOf(cause)}`);
}

async function fromPipe({ signal }: Context, source: NodeJS.ReadableStream, name: string): Promise<Input> {
  const kept: Buffer[] = [];
  let length = 0;
  let file: KeptFile | undefined;
  try {
    for await (const bytes of chunksOf(source, signal)) {
      length += bytes.length;
      if (!file && length > inMemoryBytes) file = await keepInFile(temporaryPath(), kept.splice(0));
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
