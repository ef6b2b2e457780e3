import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';

/**
 * Reads what a view shows besides its own answer, called `what`, such as `the members`. The view is worth having without
 * it: a failure is a warning, and gives undefined.
 */
export async function readBeside<T>(context: Context, what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`could not read ${what}: ${error.message}`);
    return undefined;
  }
}
