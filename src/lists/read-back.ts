import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';

/**
 * Reads again what was written. It stays written whether that works or not, so a failure is a warning, not an error that
 * would make somebody write it again; undefined then. `what` says what was done, such as `SCM-12 was created`.
 */
export async function readBack<T>(context: Context, what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`${what}, but it could not be looked at: ${error.message}`);
    return undefined;
  }
}
