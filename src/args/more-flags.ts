import { usageError } from '../errors.js';
import { choice, type Flag, longName, splitNames } from './flag.js';
import type { Value, Words } from './value.js';

// Separate from flag.ts because most commands need none of these.

/** A repeatable flag of texts, which are never split at commas. */
export function texts(flags: string, help: string, value: Value): Flag<readonly string[]> {
  return { flags, help, value, initial: [], parse: (given, previous = []) => [...previous, given] };
}

/** A flag that takes several of a few words, joined with commas or repeated. */
export function choices<W extends string>(flags: string, help: string, value: Words<W>): Flag<readonly W[]> {
  const one = choice(flags, help, value);
  return {
    flags,
    help,
    value,
    initial: [],
    isJoined: true,
    parse: (given, previous = [], now) => [
      ...previous,
      ...splitNames(given, flags).flatMap((each) => one.parse?.(each, undefined, now) ?? []),
    ],
  };
}

/** A flag of a related command that does not apply here. Giving it is a usage error that says why and what to use instead. */
export function refusedFlag(
  flag: Pick<Flag<unknown>, 'flags' | 'value'>,
  why: string,
  instead: string,
): Flag<undefined> {
  const parse = (): never => {
    throw usageError(`${longName(flag.flags)}: ${why}`, instead);
  };
  return { ...flag, help: why, initial: undefined, parse, isHidden: true };
}
