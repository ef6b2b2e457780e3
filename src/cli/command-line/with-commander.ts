import { Command, CommanderError, Option } from 'commander';
import { type FlagTable, spelling } from '../../args/flag.js';
import { canBeAsked, usageOf, type VerbBody } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { readPackageFile } from '../../disk/package-file.js';
import { helpText, startPage } from '../help/help.js';
import type { Host } from '../host.js';
import { addedFlags, globalFlags, licensesFlag } from './global-flags.js';
import { parseOnce } from './invocation.js';
import { namesOf, type Outline } from './outline.js';

/** What only an error needs. */
const usage = () => import('./usage-error.js');

/** Text for stdout, or to print below an error on stderr. */
export interface HelpText {
  readonly help: string;
  readonly error?: TrackerError;
}

/**
 * The help or the version that a command line asks for. Throws the usage error of one with a mistake, which Commander finds; `about` is
 * what the error is explained by.
 */
export async function answerLine(host: Host, seen: Outline, about = seen): Promise<HelpText> {
  const columns = host.io.stdout.columns();
  if (seen.words.length === 0) return { help: startPage(columns) };
  try {
    await buildProgram(seen, host.now()).parseAsync([...wordsToParse(seen)], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'tracker.licenses') return { help: licences(seen) };
    if (error.code === 'commander.version') return { help: `${host.version}\n` };
    if (error.code === 'commander.helpDisplayed') return { help: helpText(seen, columns) };
    if (error.code !== 'commander.help') throw await (await usage()).toUsageError(error, about);
  }
  return { help: helpText(seen, columns), error: (await usage()).needsMore(seen) };
}

/** The texts; those of the single file have Node's as well. Throws a usage error if there is anything else on the line. */
function licences({ words }: Outline): string {
  if (words.length > 1) throw usageError('--licenses stands alone', 'tracker --licenses');
  const texts = ['LICENSE', 'THIRD_PARTY_NOTICES'].map((name) => readPackageFile(name).toString().trim());
  return `${texts.join(`\n\n${'-'.repeat(78)}\n`)}\n`;
}

/** Drops `--help` after an unknown word, so the word is reported instead of showing the help of something else. */
function wordsToParse({ words, hasUnknownWord }: Outline): readonly string[] {
  return hasUnknownWord ? words.filter((word) => word !== '-h' && word !== '--help') : words;
}

/**
 * Builds the Commander program: every noun, or the verbs of the noun that is used, and what the verb that is used takes. Global flags
 * are declared on program, noun and verb, so they may come before or after each.
 */
export function buildProgram({ noun, verb }: Outline, now: Date): Command {
  const program = new Command('tracker');
  // Set before any subcommand exists, because each one copies these settings when it is created.
  program.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  program
    .enablePositionalOptions()
    .helpOption(addedFlags.help.flags)
    .configureHelp({ formatHelp: () => '' });
  // Suggestions are ours, because these may be refused in turn.
  program.showSuggestionAfterError(false);
  addGlobalFlags(program, now);
  program.option(licensesFlag.flags).on('option:licenses', () => {
    throw new CommanderError(0, 'tracker.licenses', '--licenses stands alone');
  });
  for (const each of noun ? [noun] : nouns) {
    const command = program.command(each.name).aliases([...each.aliases]);
    if (!noun) continue;
    addGlobalFlags(command, now);
    if (verb && verb.entry === noun.command) addVerb(command, verb.body, now);
    else
      for (const entry of verb ? [verb.entry] : noun.verbs) {
        const child = command.command(entry.name).aliases([...namesOf(noun, entry).aliases]);
        addGlobalFlags(child, now);
        if (verb) addVerb(child, verb.body, now);
      }
  }
  return program;
}

function addVerb(command: Command, { arguments: declared = [], flags, ...verb }: VerbBody, now: Date): void {
  const mayMiss = canBeAsked(declared);
  // Commander gives what is left to the last one, whichever it is.
  const takesMany = declared.some(({ isRepeatable }) => isRepeatable);
  for (const [at, { isOptional, ...each }] of declared.entries()) {
    const isRepeatable = takesMany && at === declared.length - 1;
    command.argument(usageOf({ ...each, isRepeatable, isOptional: mayMiss || isOptional === true }));
  }
  addFlags(command, flags, now);
  if (verb.passThrough) command.passThroughOptions();
  if (declared.some(({ mayBeginWithDash }) => mayBeginWithDash)) command.allowUnknownOption();
}

function addGlobalFlags(command: Command, now: Date): void {
  command.version('', addedFlags.version.flags).helpCommand(false);
  // The prefix keeps `--no-input` apart from the `--input` of a verb.
  addFlags(command, globalFlags, now, 'global ');
}

function addFlags(command: Command, flags: FlagTable, now: Date, prefix = ''): void {
  for (const [key, flag] of Object.entries(flags)) {
    const option = new Option(spelling(flag));
    option.attributeName = () => prefix + key;
    // Commander passes undefined, or what this function returned before.
    if (flag.parse) option.argParser((text: string, previous: unknown) => parseOnce(flag, text, previous, now));
    command.addOption(option);
  }
}
