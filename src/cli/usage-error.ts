import type { CommanderError } from 'commander';
import { longName } from '../args/flag.js';
import { nearest } from '../args/nearest.js';
import { TrackerError, usageError } from '../errors.js';
import { maskTyped } from '../http/mask-url.js';
import type { Outline } from './command-line.js';
import { globalFlags } from './global-flags.js';
import { nouns } from './nouns.js';
import { topics } from './topics/index.js';

/**
 * Commander's message in our words: no prefix, the suggestion on the same line, and in it each thing under one name only.
 * `nameOf` gives the name of the noun or verb that a word stands for.
 */
export function toUsageError(
  error: CommanderError,
  { noun, verb }: Outline,
  nameOf: (word: string) => string | undefined,
): TrackerError {
  const [told = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const first = withoutValue(told, verb).replace(/(?<=').*(?=')/, maskTyped);
  const suggestion = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(rest.join(' ').trim())?.[1];
  const names = meantNames(suggestion?.split(', ') ?? [], nameOf);
  const message = names.length === 0 ? first : `${first} (did you mean ${names.join(' or ')}?)`;
  return new TrackerError('usage', message, {
    hint: ['tracker help', noun?.name, noun?.command ? '' : verb?.entry.name].filter(Boolean).join(' '),
    cause: error,
  });
}

/** Of words that are equally like it, what help shows goes before other names for something else: `vew` is view, not new. */
function meantNames(words: readonly string[], nameOf: (word: string) => string | undefined): readonly string[] {
  const shown = words.filter((word) => (nameOf(word) ?? word) === word);
  return [...new Set((shown.length > 0 ? shown : words).map((word) => nameOf(word) ?? word))];
}

/** The value may be a secret: `--token=…`. A flag that has none is not unknown. */
function withoutValue(told: string, verb: Outline['verb']): string {
  const name = /^unknown option '(--[^=']*)=/.exec(told)?.[1];
  if (name === undefined) return told;
  const flags = Object.values({ ...verb?.body.flags, ...globalFlags });
  const isKnown = flags.some((flag) => longName(flag.flags) === name);
  return isKnown ? `${name} takes no value` : `unknown option '${name}' with a value`;
}

/** The error for too few words to say what is wanted. */
export function wordMissing({ noun }: Outline): TrackerError {
  if (noun) {
    return new TrackerError('usage', `tracker ${noun.name} needs a verb`, { hint: `tracker help ${noun.name}` });
  }
  return new TrackerError('usage', 'tracker needs a noun, such as tasks', { hint: 'tracker help' });
}

/** The error for help on a word that is neither a noun nor a topic; it says what was probably meant, else what is known. */
export function unknownTopic(word: string): TrackerError {
  const known = [...nouns, ...topics].map(({ name }) => name);
  const meant = word === '' ? undefined : nearest(word, known);
  const error = `unknown command or topic '${maskTyped(word.slice(0, 80))}'`;
  return meant === undefined
    ? usageError(error, `known: ${known.join(', ')}`)
    : usageError(`${error} (did you mean ${meant}?)`, `tracker help ${meant}`);
}
