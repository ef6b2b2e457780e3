import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';

/**
 * Reads what was just written, to see what the server has kept of it. Undefined, with a warning, where that fails: what was
 * written is written, and an error would have it written again.
 */
export async function readBack<T>(context: Context, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`it is done, but what the server has kept of it could not be read: ${error.message}`);
    return undefined;
  }
}
