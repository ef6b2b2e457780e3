import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';

/**
 * Reads what a view shows besides its own answer, called `what`, such as `its members`; undefined where only the answer or
 * the reference is printed. The view is worth having without it: a failure is a warning.
 */
export async function readBeside<T>(context: Context, what: string, read: () => Promise<T>): Promise<T | undefined> {
  const { prints, choice } = context.show;
  if (prints === 'references' || (prints === 'documents' && choice.fields.length === 0)) return undefined;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`could not read ${what}: ${error.message}`);
    return undefined;
  }
}
