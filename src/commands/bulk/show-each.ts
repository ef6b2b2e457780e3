import type { Context } from '../../args/context.js';
import { phrase, TrackerError } from '../../contract/errors.js';
import type { DetailData, VerbResult } from '../../output/shown.js';
import { shown as nameOf, type Reference } from '../../references/read.js';

/** What each reference names. What cannot be read is a warning, and in the end throws, `partial` if they differ in kind. */
export async function showEach(
  context: Context,
  refs: readonly Reference[],
  read: (reference: Reference) => Promise<DetailData>,
): Promise<VerbResult | undefined> {
  const [only, ...others] = refs;
  if (only && others.length === 0) return { is: 'detail', data: await read(only) };
  const found: DetailData[] = [];
  const errors: TrackerError[] = [];
  for (const reference of refs) {
    try {
      found.push(await read(reference));
    } catch (error) {
      if (!(error instanceof TrackerError) || ['interrupted', 'sign_in_required'].includes(error.kind)) throw error;
      errors.push(error);
      await context.show.warn(phrase`${nameOf(reference)}: ${error.message}`, error.hint);
    }
  }
  const shown = found.length > 0 ? ({ is: 'details', all: found } as const) : undefined;
  const [first] = errors;
  if (first === undefined) return shown;
  const isOneKind = !shown && errors.every(({ exitCode }) => exitCode === first.exitCode);
  const message = `${errors.length} of ${refs.length} could not be shown`;
  const failure = new TrackerError(isOneKind ? first.kind : 'partial', message);
  if (!shown) throw failure;
  return { ...shown, failure };
}
