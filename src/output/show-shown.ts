import { TrackerError } from '../contract/errors.js';
import type { Show } from './show.js';
import type { VerbResult, Voice } from './shown.js';

/** Shows what a command gives back and says what comes after it, and throws its failure. */
export async function showShown(show: Show, shown: VerbResult | undefined): Promise<void> {
  if (shown) await telling(show, shown.failure, () => write(show, shown));
  await sayRest(show, shown);
}

/** Tells what a command did. Where that is impossible, its failure is thrown, if there is one, since it matters more. */
export async function telling<T>(show: Voice, failure: unknown, tell: () => Promise<T>): Promise<T> {
  try {
    return await tell();
  } catch (error) {
    if (failure === undefined) throw error;
    if (error instanceof TrackerError) await show.warn(error.message, error.hint);
    throw failure;
  }
}

/** Says only what comes after it, and throws its failure. */
export async function sayRest(show: Voice, shown: VerbResult | undefined): Promise<void> {
  await shown?.after?.();
  for (const remark of shown?.remarks ?? []) {
    if ('warning' in remark) await show.warn(remark.warning, remark.hint);
    else await show.say(remark.sentence, remark.code);
  }
  if (shown?.failure !== undefined) throw shown.failure;
}

/** Writes what a command gives back. If it cannot write what was done, the error says that it was. */
async function write(show: Show, shown: VerbResult): Promise<void> {
  try {
    await show.write(shown);
  } catch (error) {
    if (!['result', 'created', 'outcomes'].includes(shown.is)) throw error;
    (await import('./write/object.js')).throwAfterDone(error);
  }
}
