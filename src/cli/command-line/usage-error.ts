import type { Command, CommanderError } from 'commander';
import { longName } from '../../args/flag.js';
import { TrackerError, usageError } from '../../errors.js';
import { maskTyped } from '../../http/mask-url.js';
import { nearest } from '../../output/text/nearest.js';
import { topics } from '../topics/index.js';
import { globalFlags } from './global-flags.js';
import { habitHint } from './habits.js';
import { findNoun, nouns } from './nouns.js';
import { findVerb, type Outline } from './outline.js';

/**
 * Rewords Commander's message: no prefix, the suggestion on the same line, each command under one name only. `nameOf` gives the
 * name of the noun or verb that a word stands for.
 */
export function toUsageError(
  error: CommanderError,
  outline: Outline,
  nameOf = (word: string): string | undefined => nameIn(outline, word),
): TrackerError {
  const { noun, verb } = outline;
  const [reported = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const first = withoutValue(reported, verb).replace(/(?<=').*(?=')/, maskTyped);
  const suggestion = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(rest.join(' ').trim())?.[1];
  const names = meantNames(suggestion?.split(', ') ?? [], nameOf);
  const habit = habitHint(first, outline);
  const isGuess = names.length > 0 && habit === undefined;
  const message = isGuess ? `${first} (did you mean ${names.join(' or ')}?)` : first;
  const help = ['tracker help', noun?.name, noun?.command ? '' : verb?.entry.name].filter(Boolean).join(' ');
  return new TrackerError('usage', message, {
    hint: habit ?? help,
    cause: error,
  });
}

function nameIn({ noun }: Outline, word: string): string | undefined {
  return (noun ? findVerb(noun, word) : findNoun(word))?.name;
}

/** Of equally close words, names shown in help come before aliases of something else: `vew` is view, not new. */
function meantNames(words: readonly string[], nameOf: (word: string) => string | undefined): readonly string[] {
  const shown = words.filter((word) => (nameOf(word) ?? word) === word);
  return [...new Set((shown.length > 0 ? shown : words).map((word) => nameOf(word) ?? word))];
}

/** Drops the value, which may be a secret: `--token=…`. A known flag that takes no value is not unknown. */
function withoutValue(reported: string, verb: Outline['verb']): string {
  const name = /^unknown option '(--[^=']*)=/.exec(reported)?.[1];
  if (name === undefined) return reported;
  const flags = Object.values({ ...verb?.body.flags, ...globalFlags });
  const isKnown = flags.some((flag) => longName(flag.flags) === name);
  return isKnown ? `${name} takes no value` : `unknown option '${name}' with a value`;
}

/** Help for a noun that needs a verb, printed with an error. */
export function askForMore(program: Command, seen: Outline): { readonly help: string; readonly error: TrackerError } {
  const command = program.commands.find((each) => each.name() === seen.noun?.name) ?? program;
  return { help: command.helpInformation(), error: wordMissing(seen) };
}

/** The error for a missing noun or verb. */
function wordMissing({ noun }: Outline): TrackerError {
  if (noun) {
    return new TrackerError('usage', `tracker ${noun.name} needs a verb`, { hint: `tracker help ${noun.name}` });
  }
  return new TrackerError('usage', 'tracker needs a noun, such as tasks', { hint: 'tracker help' });
}

/** The error for help on an unknown word. It suggests what was probably meant, or lists what is known. */
export function unknownTopic(word: string): TrackerError {
  const known = [...nouns, ...topics].map(({ name }) => name);
  const meant = word === '' ? undefined : nearest(word, known);
  const error = `unknown command or topic '${maskTyped(word.slice(0, 80))}'`;
  return meant === undefined
    ? usageError(error, `known: ${known.join(', ')}`)
    : usageError(`${error} (did you mean ${meant}?)`, `tracker help ${meant}`);
}
