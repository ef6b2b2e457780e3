import { usageError } from '../errors.js';

/** Who would read standard input: a flag or argument, and whether it says so. */
export type InputReader = readonly [what: string, given: string | readonly string[] | undefined];

/** Throws a usage error where several want to read standard input: there is one. */
export function requireOneReader(readers: readonly InputReader[]): void {
  const wanting = readers.filter(([, given]) => (typeof given === 'string' ? given === '-' : given?.includes('-')));
  if (wanting.length > 1)
    throw usageError(`${wanting.map(([what]) => what).join(' and ')} cannot both read standard input`);
}
