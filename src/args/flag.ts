import { type TrackerError, usageError } from '../contract/errors.js';
import { kind, type Value, type Words } from './value.js';

/** A flag of a verb: its names, its help, and how its text becomes a value of type `T`. */
export interface Flag<T> {
  /** Its names: `-s, --status`. */
  readonly flags: string;
  readonly help: string;
  /** Its value; undefined for a flag without one. */
  readonly value?: Value;
  /**
   * Parses the text, the only time that anything does; `previous` is the value so far if the flag was given before, and `now`
   * what relative days count from. Throws usage errors.
   */
  parse?(text: string, previous: T | undefined, now: Date): T;
  /** The same for the answer to a question, where errors call it `name`. */
  parseAs?(text: string, name: string, now: Date): T;
  /** The value if the flag is not given. Unless it is a list, the flag may be given only once. */
  readonly initial: T;
  /** Whether several values may be joined with commas. */
  readonly isJoined?: boolean;
  /** Whether the same value may be given again. */
  readonly mayRepeat?: boolean;
  /** What to use instead without a terminal, where giving the flag is a usage error. */
  readonly needsTerminal?: string;
  /** Whether help omits it: a flag that exists only to be refused with a clear message. */
  readonly isHidden?: boolean;
}

/** The flags of a verb by camel-case name: `--body-file` is `bodyFile`. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

export type FlagValues<F extends FlagTable> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** A flag without a value. */
export function toggle(flags: string, help: string): Flag<boolean> {
  return { flags, help, initial: false };
}

/** A flag that takes one text unchanged. */
export function text(flags: string, help: string, value: Value): Flag<string | undefined> {
  return { flags, help, value, initial: undefined, parse: (given) => given };
}

/** A repeatable flag of texts, which are never split at commas. */
export function texts(flags: string, help: string, value: Value): Flag<readonly string[]> {
  return { flags, help, value, initial: [], parse: (given, previous = []) => [...previous, given] };
}

/** A repeatable flag of names, which may also be joined with commas. */
export function names(flags: string, help: string, value: Value): Flag<readonly string[]> {
  const parse = (given: string, previous: readonly string[] = []) => [...previous, ...splitNames(given, flags)];
  return { flags, help, value, initial: [], isJoined: true, parse };
}

/** A flag that takes people to whom tasks and tickets are assigned. */
export function assigneeFlag(help: string): Flag<readonly string[]> {
  return names('-a, --assignee', help, kind('user', 'assignee'));
}

/** A flag that takes one of a few words. */
export function choice<W extends string>(flags: string, help: string, of: Words<W>): Flag<W | undefined> {
  const parse = (given: string, flag: string): W => {
    const found = of.words.find((each) => each === given.toLowerCase());
    if (found !== undefined) return found;
    throw usageError(`${flag} takes ${listWords(of.words)}, not ${JSON.stringify(given)}`);
  };
  return value(flags, help, { value: of, parse });
}

/** A flag that takes a whole number of at least 1. */
export function count(flags: string, help: string, of: Value = kind('count')): Flag<number | undefined> {
  return value(flags, help, { value: of, parse: numberIn(1) });
}

/** Parses a whole number in this range, which errors call `what`. */
export function numberIn(least: number, most = Infinity, what = 'whole number'): ValueParser<number>['parse'] {
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  return (given, flag) => {
    const number = Number(given);
    if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
    throw usageError(`${flag} takes a ${what} ${range}, not ${JSON.stringify(given)}`);
  };
}

/** A value and its parser, which throws usage errors. */
export interface ValueParser<T> {
  readonly value: Value;
  readonly parse: (text: string, flag: string, now: Date) => T;
}

/** A flag whose text is parsed by `parse`. */
export function value<T>(flags: string, help: string, { value, parse }: ValueParser<T>): Flag<T | undefined> {
  return { flags, help, value, initial: undefined, parse: (given, _, now) => parse(given, longName(flags), now) };
}

/** A flag as help shows it: `-s, --status <status>`. */
export function spelling({ flags, value }: Pick<Flag<unknown>, 'flags' | 'value'>): string {
  return value === undefined ? flags : `${flags} <${value.name}>`;
}

/** The help of a flag, with what `-` reads if it takes a text. */
export function helpOf({ help, value }: Pick<Flag<unknown>, 'help' | 'value'>): string {
  if (!value?.input) return help;
  return value.input === 'lines' ? `${help}; - takes each line of standard input` : `${help}; - is standard input`;
}

/** The error for a second value of a flag that takes one. */
export function givenTwice(flag: string): TrackerError {
  return usageError(`${flag} can be given only once`);
}

/** `--status` of `-s, --status`. */
export function longName(flags: string): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** `mine or all`, `json, csv or tsv`. */
export function listWords(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Throws a usage error if a name is given twice. */
export function refuseTwice(given: readonly string[], flag: string): void {
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  if (twice !== undefined) throw usageError(`${flag} names ${JSON.stringify(twice)} twice`);
}

/** Splits a text at commas into names. Throws a usage error for an empty one. */
export function splitNames(text: string, flags: string): readonly string[] {
  const found = text.split(',').map((each) => each.trim());
  if (found.some((each) => each === ''))
    throw usageError(`${longName(flags)} has an empty name in ${JSON.stringify(text)}`);
  return found;
}
