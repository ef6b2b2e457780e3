import type { VerbBody } from './verb.js';

/** The values of a verb's flags if none is given, to run it for another verb. */
export function initialValues({ flags }: VerbBody): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, flag.initial]));
}
