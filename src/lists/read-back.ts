import type { Context } from '../args/context.js';
import { TrackerError } from '../contract/errors.js';

/**
 * Reads back what was written. A failure is only a warning, because an error would make people write it again; undefined then.
 * `what` says what was done, such as `SCM-12 was created`.
 */
export async function readBack<T>(context: Context, what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`${what}, but could not be read back: ${error.message}`);
    return undefined;
  }
}
