import { TrackerError } from '../../contract/errors.js';
import type { Show } from '../show.js';
import type { VerbResult } from '../shown.js';

type Done = Extract<VerbResult, { readonly is: 'result' | 'created' | 'outcomes' }>;

/** Writes what a command did. If it cannot, the error says that it was done. */
export async function writeDone(show: Show, shown: Done): Promise<void> {
  try {
    if (shown.is === 'result') await show.result(shown.sentence, shown.object, shown.quiet);
    else if (shown.is === 'created') await show.created(shown.sentence, shown.object, shown);
    else await show.outcomes(shown);
  } catch (error) {
    throwAfterDone(error);
  }
}

/** Throws the error of what could not be printed after something was done, which people would do again. */
export function throwAfterDone(error: unknown): never {
  if (!(error instanceof TrackerError)) throw error;
  const { kind, message, cause } = error;
  throw new TrackerError(kind, message, { hint: 'it was done all the same: check before you run it again', cause });
}
