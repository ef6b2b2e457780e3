import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import type { DetailData } from '../../output/shown.js';
import { type Reference, shown } from '../../references/read.js';

/** Shows what each reference names. What cannot be read is a warning, and in the end throws, `partial` if they differ in kind. */
export async function showEach(
  context: Context,
  refs: readonly Reference[],
  read: (reference: Reference) => Promise<DetailData>,
): Promise<void> {
  const [only, ...others] = refs;
  if (only && others.length === 0) return await context.show.detail(await read(only));
  const found: DetailData[] = [];
  const errors: TrackerError[] = [];
  for (const reference of refs) {
    try {
      found.push(await read(reference));
    } catch (error) {
      if (!(error instanceof TrackerError) || ['interrupted', 'sign_in_required'].includes(error.kind)) throw error;
      errors.push(error);
      await context.show.warn(`${shown(reference)}: ${error.message}`, error.hint);
    }
  }
  if (found.length > 0) await context.show.details(found);
  const [first] = errors;
  if (first === undefined) return;
  const isOneKind = found.length === 0 && errors.every(({ exitCode }) => exitCode === first.exitCode);
  throw new TrackerError(isOneKind ? first.kind : 'partial', `${errors.length} of ${refs.length} could not be shown`);
}
