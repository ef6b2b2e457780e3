import { usageError } from '../contract/errors.js';

/** JSON that nests deeper is refused by many servers, and thousands of levels cannot even be written. */
const deepest = 100;

/** Throws a usage error about `what` if a value nests deeper than 100 levels. Looks at one level after the other. */
export function requireShallow(value: unknown, what: string): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw tooDeep(what);
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}

/** The same for the steps of a key, such as `a[b]` or `a.b`. */
export function requireFewSteps(steps: readonly string[], what: string): void {
  if (steps.length > deepest) throw tooDeep(what);
}

const tooDeep = (what: string): Error => usageError(`${what} is nested more than ${deepest} levels deep`);
