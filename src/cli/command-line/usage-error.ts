import type { Command, CommanderError } from 'commander';
import { type FlagTable, longName } from '../../args/flag.js';
import { nouns } from '../../commands/nouns.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { maskTyped } from '../../contract/mask-url.js';
import { nearest } from '../../output/text/nearest.js';
import { topics } from '../topics/index.js';
import { globalFlags } from './global-flags.js';
import { habitHint, isFlagElsewhere, nameHint } from './habit-hint.js';
import type { Outline } from './outline.js';

/** Rewords Commander's message: no prefix, and what was probably meant, as a command or in brackets. */
export async function toUsageError(error: CommanderError, outline: Outline): Promise<TrackerError> {
  const { noun, verb } = outline;
  const [reported = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = withoutValue(reported, verb).replace(/(?<=').*(?=')/, maskTyped);
  const habit = await habitHint(message, outline);
  const guess = habit === undefined ? await guessOf(message, outline) : undefined;
  const help = ['tracker help', noun?.name, verb?.entry === noun?.command ? '' : verb?.entry.name]
    .filter(Boolean)
    .join(' ');
  return new TrackerError('usage', guess === undefined ? message : `${message} (did you mean ${guess}?)`, {
    hint: habit ?? (guess === undefined ? nameHint(message, outline) : undefined) ?? help,
    cause: error,
  });
}

/** The command, verb or flag that was probably misspelt. A flag that other commands have is not. */
async function guessOf(message: string, { noun, verb }: Outline): Promise<string | undefined> {
  const [, kind, word = ''] = /^unknown (command|option) '([^']*)'/.exec(message) ?? [];
  if (kind === 'option') {
    const flags: FlagTable = { ...verb?.body.flags, ...globalFlags };
    const shown = Object.values(flags).filter(({ isHidden }) => !isHidden);
    const known = [
      ...shown.map((flag) => longName(flag.flags)),
      '--help',
      '--version',
      ...(noun ? [] : ['--licenses']),
    ];
    const meant = word.startsWith('--') ? nearest(word, known) : undefined;
    return meant === undefined || (await isFlagElsewhere(word)) ? undefined : meant;
  }
  if (kind !== 'command') return undefined;
  const named = noun ? noun.verbs : nouns;
  const nameOf = (each: string): string =>
    (named.find(({ name }) => name === each) ?? named.find(({ aliases }) => aliases.includes(each)))?.name ?? each;
  const words = [...named.flatMap(({ name, aliases }) => [name, ...aliases]), ...(noun ? [] : ['help'])];
  const meant = nearest(word, words, nameOf);
  return meant === undefined ? undefined : nameOf(meant);
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
export function askForMore(program: Command, { noun }: Outline) {
  const command = program.commands.find((each) => each.name() === noun?.name) ?? program;
  const error = noun
    ? usageError(`tracker ${noun.name} needs a verb`, `tracker help ${noun.name}`)
    : usageError('tracker needs a noun, such as tasks', 'tracker help');
  return { help: command.helpInformation(), error };
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
