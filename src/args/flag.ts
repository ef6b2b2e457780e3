import { type TrackerError, usageError } from '../errors.js';

/** One flag of a verb: how it is written, its help, and how its text becomes a value of type `T`. */
export interface Flag<T> {
  /** As the help shows it: `-s, --status <status>`. */
  readonly flags: string;
  readonly help: string;
  /** Makes the value from the text given, and from the value so far where the flag was given before. Throws usage errors. */
  parse?(text: string, previous: T | undefined): T;
  /** The value where the flag is not given. A flag whose value is no list takes one; a second is a usage error. */
  readonly initial: T;
  /** Whether the same value may be given again. */
  readonly mayRepeat?: boolean;
  /** Values offered by completion and help; checked by `parse` alone. */
  readonly choices?: readonly string[];
  /** What to use instead where nobody is at a terminal; giving the flag there is a usage error. */
  readonly needsTerminal?: string;
  /** Whether help leaves it out: it is known so that it can be refused in plain words. */
  readonly isHidden?: boolean;
}

/** The flags of a verb by the name of their value: `--body-file` is `bodyFile`. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

export type FlagValues<F extends FlagTable> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** A flag without a value. */
export function toggle(flags: string, help: string): Flag<boolean> {
  return { flags, help, initial: false };
}

/** A flag with one text, taken as it is. */
export function text(flags: string, help: string): Flag<string | undefined> {
  return { flags, help, initial: undefined, parse: (value) => value };
}

/** A flag of a sister command that means nothing here: giving it is a usage error that says why and what to do instead. */
export function refusedFlag(flags: string, why: string, instead: string): Flag<undefined> {
  const parse = (): never => {
    throw usageError(`${longName(flags)}: ${why}`, instead);
  };
  return { flags, help: why, initial: undefined, parse, isHidden: true };
}

/** A repeatable flag of names, which may also be joined by commas. */
export function names(flags: string, help: string): Flag<readonly string[]> {
  return { flags, help, initial: [], parse: (value, previous = []) => [...previous, ...splitNames(value, flags)] };
}

/** A flag with one of a few words. */
export function choice<const C extends readonly string[]>(
  flags: string,
  help: string,
  choices: C,
): Flag<C[number] | undefined> {
  return {
    flags,
    help,
    initial: undefined,
    choices,
    parse: (value) => {
      const found = choices.find((each) => each === value.toLowerCase());
      if (found !== undefined) return found;
      throw usageError(`${longName(flags)} takes ${listWords(choices)}, not ${JSON.stringify(value)}`);
    },
  };
}

/** A flag with several words of a few, joined by commas or repeated. */
export function choices<const C extends readonly string[]>(
  flags: string,
  help: string,
  known: C,
): Flag<readonly C[number][]> {
  const one = choice(flags, help, known);
  return {
    flags,
    help,
    initial: [],
    choices: known,
    parse: (value, previous = []) => [
      ...previous,
      ...splitNames(value, flags).flatMap((each) => one.parse?.(each, undefined) ?? []),
    ],
  };
}

/** A flag with a whole number of at least one. */
export function count(flags: string, help: string): Flag<number | undefined> {
  return { flags, help, initial: undefined, parse: (value) => parseCount(value, longName(flags)) };
}

/** A whole number of at least one, or a usage error naming the flag. */
export function parseCount(value: string, flag: string): number {
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  throw usageError(`${flag} takes a whole number of at least 1, not ${JSON.stringify(value)}`);
}

/** A flag whose text is read by `parse`, which throws a usage error for what it cannot read. */
export function value<T>(flags: string, help: string, parse: (text: string, flag: string) => T): Flag<T | undefined> {
  return { flags, help, initial: undefined, parse: (given) => parse(given, longName(flags)) };
}

/** The error for a second value where one is taken. */
export function givenTwice(flag: string): TrackerError {
  return usageError(`${flag} was given twice, and takes one value`);
}

/** `--status` of `-s, --status <status>`. */
export function longName(flags: string): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** `mine or all`, `json, csv or tsv`. */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Throws a usage error for a name that is given twice where one place is all it can have. */
export function refuseTwice(given: readonly string[], flag: string): void {
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  if (twice !== undefined) throw usageError(`${flag} names ${JSON.stringify(twice)} twice`);
}

function splitNames(text: string, flags: string): readonly string[] {
  const found = text.split(',').map((each) => each.trim());
  if (found.some((each) => each === ''))
    throw usageError(`${longName(flags)} got an empty name in ${JSON.stringify(text)}`);
  return found;
}
