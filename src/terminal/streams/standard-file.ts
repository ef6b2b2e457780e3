import { closeSync, constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import { attempt } from '../../contract/errors.js';

/** The file of a standard stream. What it says of itself saves most commands the 4 ms in which Node opens the stream. */
export interface StandardFile {
  /** False only if it certainly is none. */
  readonly mayBeTerminal: boolean;
  /** Writes what can be written without waiting, and gives how many bytes that is. Throws what the disk says. */
  write(bytes: Uint8Array): number;
}

export function standardFile(descriptor: number): StandardFile {
  let known:
    | { readonly mayBeTerminal: boolean; readonly write?: (file: number, bytes: Uint8Array) => number }
    | undefined;
  const examine = (): NonNullable<typeof known> => {
    const file = attempt(() => fstatSync(descriptor));
    if (!file || isDevice(file)) return { mayBeTerminal: true };
    if (file.isSocket()) return { mayBeTerminal: false };
    return { mayBeTerminal: false, write: file.isFIFO() ? writeToPipe : writeToFile };
  };
  const look = (): NonNullable<typeof known> => (known ??= examine());
  return {
    get mayBeTerminal() {
      return look().mayBeTerminal;
    },
    write: (bytes) => look().write?.(descriptor, bytes) ?? 0,
  };
}

/** Whether it is a device other than that which takes everything. */
export function isDevice(file: Stats): boolean {
  return file.isCharacterDevice() && file.rdev !== attempt(() => statSync('/dev/null'))?.rdev;
}

/** On a nearly full disk Node would write once and lose the rest; to write that raises the error (docs/requirements.md, R60 and R64). */
function writeToFile(file: number, bytes: Uint8Array): number {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done);
  return done;
}

/** Opened anew, as Linux allows, it does not wait for a slow reader, during which no Ctrl-C would arrive. */
function writeToPipe(descriptor: number, bytes: Uint8Array): number {
  let pipe: number | undefined;
  try {
    pipe = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
    return writeSync(pipe, bytes);
  } catch {
    // It is full, or nobody reads it. Node's stream waits, or says so.
    return 0;
  } finally {
    if (pipe !== undefined) closeSync(pipe);
  }
}
