import { ageIn, bareMinutes } from '../contract/age.js';
import { usageError } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';

/**
 * Parses an age such as `3d`, `12h`, `1d12h`, `90m`, `30s`, `1:30` or `2w` to milliseconds. A bare number is minutes. Throws a usage error
 * that names the flag.
 */
export function parseAge(text: string, flag: string): number {
  const age = ageIn(text);
  if (age !== undefined && age > 0) return age;
  throw usageError(`${flag}: ${quote(text)} is not an age`, 'ages look like 3d, 12h, 90m or 2w');
}

export const dayMinutes = 24 * 60;

const longestMinutes = 2_147_483_647;

/**
 * Parses a duration such as `90`, `90m`, `1h30m`, `1:30` or `1.5h` to whole minutes, at least one. A bare number is minutes.
 * Throws a usage error that names the flag or argument.
 */
export function parseDuration(text: string, flag: string): number {
  const minutes = minutesIn(text);
  if (minutes !== undefined) return minutes;
  if (totalIn(text) < 1)
    throw usageError(
      `${flag}: ${quote(text)} is less than a minute`,
      flag.startsWith('--') ? `to clear it: ${flag} none` : 'the least is 1m',
    );
  throw usageError(`${flag}: ${quote(text)} is not a duration`, `durations ${durationsLook(text)}`);
}

/** The minutes of a duration; undefined if the text is none. */
export function minutesIn(text: string): number | undefined {
  const minutes = totalIn(text);
  return minutes >= 1 && minutes <= longestMinutes ? minutes : undefined;
}

/** Whole minutes; NaN if the text is no duration. In `1h30`, the m is understood. */
function totalIn(text: string): number {
  const given = text
    .trim()
    .toLowerCase()
    .replace(/(?<=\dh ?)[0-5]?\d$/, '$&m');
  const parts = /^(?:(\d+(?:\.\d+)?) ?h(?:(?:ou)?rs?)?)?\s*(?:(\d+(?:\.\d+)?) ?m(?:in(?:ute)?s?)?)?$/.exec(given);
  return Math.round(
    bareMinutes(given) ?? (given && parts ? Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0) : Number.NaN),
  );
}

/** The number in a text that is less than 15 without a unit: minutes, but hours may be meant. */
export function numberInDoubt(text: string): number | undefined {
  return /^\s*0*(?:[1-9]|1[0-4])\s*$/.test(text) ? Number(text) : undefined;
}

/** What is wrong with a duration where it is typed at a question: there, a number in doubt needs its unit. */
export function parseTyped(text: string, name: string): number {
  const count = numberInDoubt(text);
  if (count === undefined) return parseDuration(text, name);
  throw usageError(`${name}: minutes or hours? Type ${count}m or ${count}h`);
}

/** What to type instead of this text, after "durations" or "they". */
export function durationsLook(text: string): string {
  const hours = isFraction(text) ? `; hours need an h: ${text.trim().replace(',', '.')}h` : '';
  return `look like 90, 90m, 1h30m, 1:30 or 1.5h${hours}`;
}

/** Whether a duration is a number such as `1.5`, which can hardly mean minutes. */
export function isFraction(text: string): boolean {
  return /^\d{1,6}[.,]\d{1,3}$/.test(text.trim());
}
