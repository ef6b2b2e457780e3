import { usageError } from '../contract/errors.js';
import { type Day, parseDay } from './day.js';
import { parseDuration, parseTyped } from './duration.js';
import { choice, type Flag, longName, splitNames, text, texts, type ValueParser, value } from './flag.js';
import { dayForms, freeText, isNone, kind, type Value, type Words } from './value.js';

// Separate from flag.ts because most commands need none of these.

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

/** What a text means, with the text itself, which a draft keeps. */
export interface ParsedText<T> {
  readonly text: string;
  /** Null if the text is `none`, which clears a field. */
  readonly value: T | null;
}

export function isParsed(given: unknown): given is ParsedText<unknown> {
  return typeof given === 'object' && given !== null && 'text' in given && 'value' in given;
}

/** A flag that takes a day. Its text is the date, so that a draft sent later still means the same day. */
export function dayFlag(flags: string, help: string): Flag<ParsedText<Day> | undefined> {
  const parse = (text: string, name: string, now: Date): ParsedText<Day> => {
    const day = parseDay(text, name, now);
    return { text: day, value: day };
  };
  return clearable(flags, `${help}: ${dayForms}; or none`, { value: kind('day'), parse });
}

/** A flag that takes a duration in minutes. */
export function durationFlag(flags: string, help: string): Flag<ParsedText<number> | undefined> {
  const reading = (parse: typeof parseDuration): ValueParser<ParsedText<number>> => ({
    value: kind('duration'),
    parse: (text, name) => ({ text, value: parse(text, name) }),
  });
  const spelled = `${help}: 90, 90m, 1h30m, 1:30, 1.5h, or none`;
  const { parseAs } = clearable(flags, spelled, reading(parseTyped));
  return { ...clearable(flags, spelled, reading(parseDuration)), parseAs };
}

/** A flag that takes one word, such as a status. */
export function word(flags: string, help: string, of: Value): Flag<string | undefined> {
  return value(flags, help, { value: of, parse: notBlank });
}

/** A text without spaces around it. Throws a usage error that names the flag if it is empty. */
export function notBlank(text: string, flag: string): string {
  const trimmed = text.trim();
  if (trimmed !== '') return trimmed;
  throw usageError(`${flag} cannot be empty`);
}

export const attachFlags = {
  attach: texts(
    '--attach',
    'attach a file; repeatable; - reads standard input (up to 1 GB), named by --attach-name',
    kind('file'),
  ),
  attachName: text('--attach-name', 'the file name for standard input', freeText('name')),
};

function clearable<T>(flags: string, help: string, reading: ValueParser<ParsedText<T>>) {
  const parseAs = (text: string, name: string, now: Date): ParsedText<T> =>
    isNone(text) ? { text, value: null } : reading.parse(text, name, now);
  return { ...value(flags, help, { ...reading, parse: parseAs }), parseAs };
}
