import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';

/**
 * Reads something that a view shows in addition to its own response, such as `its members`; undefined if only that response or
 * the reference is printed. A failure is only a warning.
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
