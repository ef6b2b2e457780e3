import { usageError } from '../errors.js';

/**
 * The JSON text of a value in which whole numbers may be `bigint`, if a `number` could not hold them exactly
 * (docs/requirements.md, R40). `indent` is the number of spaces; 0 gives one line. Throws RangeError if nested too deeply.
 */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The mark is random, so no text from a server can be mistaken for a number.
    const mark = `${Math.random()}${Math.random()}#`;
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? mark + each : each), indent);
    return text.replace(new RegExp(`"${mark.replaceAll('.', '\\.')}(-?\\d+)"`, 'g'), '$1');
  }
}

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

const tooDeep = (what: string) => usageError(`${what} is nested more than ${deepest} levels deep`);
