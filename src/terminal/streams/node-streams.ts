import { writeSync } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { interruption } from '../../contract/errors.js';

/** The chunks of a stream. Throws the interruption when the signal is aborted, even while it waits for data. */
export async function* chunksOf(source: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (source instanceof Readable) addAbortSignal(signal, source);
  try {
    for await (const chunk of source) yield Buffer.from(chunk);
  } catch (error) {
    throw signal.aborted ? interruption(signal) : error;
  }
}

/** An output stream of Node: a terminal, a pipe or a file. */
export type Destination = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};

/** Writes all of it, waiting for a slow reader. Rejects with the error of the stream or of the file system. */
export async function writeAll(stream: Destination, text: string | Uint8Array): Promise<void> {
  if (stream.constructor.name === 'SyncWriteStream' && stream.fd !== undefined) {
    writeToFile(stream.fd, typeof text === 'string' ? Buffer.from(text) : text);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * If output is a file, Node writes once and ignores how much was written: on a nearly full disk the rest is lost without an
 * error. Writing the rest raises the error (docs/requirements.md, R60 and R64).
 */
function writeToFile(fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done);
}
