import { TrackerError } from '../../contract/errors.js';

/** Throws the error of what could not be printed after something was done, which people would do again. */
export function throwAfterDone(error: unknown): never {
  if (!(error instanceof TrackerError)) throw error;
  const { kind, message, cause } = error;
  throw new TrackerError(kind, message, { hint: 'it was done all the same: check before you run it again', cause });
}
