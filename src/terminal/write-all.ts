import { writeSync } from 'node:fs';

/** A stream of the program's output, as Node gives it for a terminal, a pipe or a file. */
export type Destination = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};

/** Writes all of it, waiting for a slow reader. Rejects with the error of the stream or the system. */
export async function writeAll(stream: Destination, text: string | Uint8Array): Promise<void> {
  if (stream.constructor.name === 'SyncWriteStream' && stream.fd !== undefined) {
    writeToFile(stream.fd, Buffer.from(text));
    return;
  }
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Where output goes to a file Node writes once and does not look at how much was taken: on a nearly full disk the rest is
 * lost without an error. Writing the rest brings the error out (docs/requirements.md, R60 and R64).
 */
function writeToFile(fd: number, bytes: Buffer): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done);
}
