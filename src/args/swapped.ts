import { usageError } from '../errors.js';

/** Throws a usage error if the reference was typed after what it takes, as in `time 1h SCM-12`. */
export function refuseSwapped(command: string, [first = '', second = '', ...rest]: readonly string[]): void {
  if (rest.length > 0 || reference.test(first) || !reference.test(second) || !/^[@\p{L}\d.]+$/u.test(first)) return;
  throw usageError(`"${first}" is not a reference`, `the reference comes first: tracker ${command} ${second} ${first}`);
}

const reference = /^(?:@|@branch|[a-z][a-z0-9]*-\d+)$/i;
