import { usageError } from '../contract/errors.js';
import { isReference } from '../contract/row.js';
import type { Word } from './verb.js';

/** Throws a usage error if the reference was typed after what it takes, as in `time 1h SCM-12`. */
export function refuseSwapped(command: string, [first = '', second = '', ...rest]: readonly Word[]): void {
  if (typeof first !== 'string' || typeof second !== 'string') return;
  if (rest.length > 0 || isGiven(first) || !isGiven(second) || !/^[@\p{L}\d.]+$/u.test(first)) return;
  throw usageError(`"${first}" is not a reference`, `the reference comes first: tracker ${command} ${second} ${first}`);
}

function isGiven(text: string): boolean {
  return /^@(?:branch)?$/i.test(text) || isReference(text);
}
