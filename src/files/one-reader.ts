import { usageError } from '../contract/errors.js';

/** A flag or argument that can read standard input, and its value. */
export type InputReader = readonly [what: string, given: unknown];

/** Throws a usage error if more than one of them is `-`. */
export function requireOneReader(readers: readonly InputReader[]): void {
  const reading = readers.filter(([, given]) => given === '-' || (Array.isArray(given) && given.includes('-')));
  if (reading.length > 1)
    throw usageError(`${reading.map(([what]) => what).join(' and ')} cannot both read standard input`);
}
