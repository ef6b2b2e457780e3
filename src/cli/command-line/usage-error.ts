import type { CommanderError } from 'commander';
import { longName } from '../../args/flag.js';
import { findNoun, nouns } from '../../commands/nouns.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { maskTyped } from '../../contract/text/mask-url.js';
import { nearest } from '../../output/text/nearest.js';
import { topics } from '../topics/index.js';
import { addedFlags, globalFlags, licensesFlag } from './global-flags.js';
import {
  extraWordHint,
  flagHint,
  habitHint,
  helpForHabit,
  isFlagElsewhere,
  nameHint,
  shownNames,
} from './habit-hint.js';
import { findVerb, type Outline } from './outline.js';

/** Rewords Commander's message: no prefix, and what was probably meant, as a command or in brackets. */
export async function toUsageError(error: CommanderError, outline: Outline): Promise<TrackerError> {
  const { noun, verb } = outline;
  const [reported = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = withoutValue(reported, verb).replace(/(?<=').*(?=')/, maskTyped);
  const [, kind, word = ''] = /^unknown (command|option) '([^']*)'/.exec(message) ?? [];
  const isExtra = message.startsWith('too many arguments');
  const advice: Advice =
    kind === 'command'
      ? await adviseWord(word, outline)
      : kind === 'option'
        ? await adviseFlag(word, outline)
        : { hint: isExtra ? await extraWordHint(outline) : undefined };
  const help = ['tracker help', noun?.name, verb?.entry === noun?.command ? '' : verb?.entry.name];
  const { guess, hint = help.filter(Boolean).join(' ') } = advice;
  return new TrackerError('usage', guess === undefined ? message : `${message} (did you mean ${guess}?)`, {
    hint,
    cause: error,
  });
}

/** What was probably meant: the word that was misspelt, or what to type instead. */
interface Advice {
  readonly guess?: string | undefined;
  readonly hint?: string | undefined;
}

async function adviseWord(word: string, outline: Outline): Promise<Advice> {
  const habit = await habitHint(word, outline);
  if (habit !== undefined) return { hint: habit };
  const { noun } = outline;
  const nameOf = (each: string): string => (noun ? findVerb(noun, each) : findNoun(each))?.name ?? each;
  const named = (noun ? noun.verbs : nouns).flatMap(({ name, aliases }) => [name, ...aliases]);
  const meant = nearest(word, noun ? named : [...named, 'help'], nameOf);
  return meant === undefined ? { hint: await nameHint(word, outline) } : { guess: nameOf(meant) };
}

/** A flag that other commands have is not misspelt. */
async function adviseFlag(word: string, outline: Outline): Promise<Advice> {
  const hint = await flagHint(word, outline);
  if (hint !== undefined || !word.startsWith('--')) return { hint };
  const { noun, verb } = outline;
  const flags = { ...verb?.body.flags, ...globalFlags, ...addedFlags, ...(!noun && { licenses: licensesFlag }) };
  const guess = nearest(word, shownNames(flags));
  return guess === undefined || (await isFlagElsewhere(word)) ? {} : { guess };
}

/** Drops the value, which may be a secret: `--token=…`. A known flag that takes no value is not unknown. */
function withoutValue(reported: string, verb: Outline['verb']): string {
  const name = /^unknown option '(--[^=']*)=/.exec(reported)?.[1];
  if (name === undefined) return reported;
  const flags = Object.values({ ...verb?.body.flags, ...globalFlags });
  const isKnown = flags.some((flag) => longName(flag.flags) === name);
  return isKnown ? `${name} takes no value` : `unknown option '${name}' with a value`;
}

/** The error for a noun that needs a verb, and for none at all. */
export function needsMore({ noun }: Outline): TrackerError {
  return noun
    ? usageError(`tracker ${noun.name} needs a verb`, `tracker help ${noun.name}`)
    : usageError('tracker needs a noun, such as tasks', 'tracker help');
}

/** The error for help on an unknown word. It suggests what was probably meant, or lists what is known. */
export function unknownTopic(word: string): TrackerError {
  const known = [...nouns, ...topics].map(({ name }) => name);
  const error = `unknown command or topic '${maskTyped(word.slice(0, 80))}'`;
  const habit = helpForHabit(word);
  if (habit !== undefined) return usageError(error, habit);
  const meant = word === '' ? undefined : nearest(word, known);
  return meant === undefined
    ? usageError(error, `known: ${known.join(', ')}`)
    : usageError(`${error} (did you mean ${meant}?)`, `tracker help ${meant}`);
}
