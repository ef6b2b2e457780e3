import { Command, CommanderError, Option } from 'commander';
import { type Flag, type FlagTable, helpOf, spelling } from '../../args/flag.js';
import { canBeAsked, type Noun, usageOf, type VerbEntry } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { addedFlags, globalFlags, licensesFlag } from './global-flags.js';
import { type Invocation, invocationOf, parseOnce } from './invocation.js';
import { findDefault, type Outline } from './outline.js';

export interface ProgramParts {
  readonly outline: Outline;
  readonly version: string;
  columns(): number;
  /** What relative days count from. */
  readonly now: Date;
  readonly writeOut: (text: string) => void;
  readonly onInvocation: (invocation: Invocation) => void;
  /** Lays out help; undefined if this command line cannot ask for any, as most cannot. */
  readonly help: typeof import('../help/help.js') | undefined;
}

/**
 * Builds the Commander program: every noun with its summary, and the verbs of the noun that is used. Global flags are declared
 * on program, noun and verb, so they may come before or after each.
 */
export function buildProgram(parts: ProgramParts): Command {
  const program = new Command('tracker');
  // Set before any subcommand exists, because each one copies these settings when it is created.
  program.exitOverride().configureOutput({
    writeOut: parts.writeOut,
    writeErr: () => undefined,
    getOutHelpWidth: parts.columns,
    getErrHelpWidth: parts.columns,
  });
  program.enablePositionalOptions().helpCommand(false).helpOption(addedFlags.help.flags, addedFlags.help.help);
  // Suggestions are ours, because these may be refused in turn.
  program.showSuggestionAfterError(false);
  addVersion(program, parts);
  program.option(licensesFlag.flags, licensesFlag.help).on('option:licenses', () => {
    throw new CommanderError(0, 'tracker.licenses', '--licenses stands alone');
  });
  addGlobalFlags(program, parts.now);
  parts.help?.rootHelp(program, nouns);
  for (const noun of parts.outline.noun ? [parts.outline.noun] : nouns) {
    const command = program
      .command(noun.name)
      .description(noun.summary)
      .aliases([...noun.aliases]);
    if (noun !== parts.outline.noun) continue;
    if (noun.command && noun.command === parts.outline.verb?.entry) fillVerb(command, noun.command, parts);
    else fillNoun(command, noun, parts);
  }
  return program;
}

function fillNoun(command: Command, noun: Noun, parts: ProgramParts): void {
  addGlobalFlags(command, parts.now);
  addVersion(command, parts);
  command.helpCommand(false);
  parts.help?.nounHelp(command, findDefault(noun) !== undefined);
  const taken = new Set(noun.verbs.map(({ name }) => name));
  for (const entry of parts.outline.verb ? [parts.outline.verb.entry] : noun.verbs) {
    const aliases = entry.aliases.filter((alias) => !taken.has(alias));
    const child = command.command(entry.name).description(entry.summary).aliases(aliases);
    fillVerb(child, entry, parts);
  }
}

/** Adds arguments and flags to a command if it is the one that is used. */
function fillVerb(command: Command, entry: VerbEntry, parts: ProgramParts): void {
  const { outline, onInvocation } = parts;
  if (outline.verb?.entry !== entry) return;
  const verb = outline.verb.body;
  // What can be asked for may be missing, except in help.
  const mayMiss = parts.help === undefined && canBeAsked(verb.arguments);
  const declared = verb.arguments ?? [];
  // Commander gives what is left to the last one, whichever it is.
  const takesMany = declared.some(({ isRepeatable }) => isRepeatable);
  for (const [at, { isOptional, ...each }] of declared.entries()) {
    const isRepeatable = takesMany && at === declared.length - 1;
    command.argument(usageOf({ ...each, isRepeatable, isOptional: mayMiss || isOptional === true }), each.help);
  }
  addFlags(command, verb.flags, parts.now);
  addGlobalFlags(command, parts.now);
  addVersion(command, parts);
  if (verb.passThrough) command.passThroughOptions();
  if (verb.arguments?.some(({ mayBeginWithDash }) => mayBeginWithDash)) command.allowUnknownOption();
  parts.help?.verbHelp(command, entry.summary, verb);
  command.action(() => {
    onInvocation(
      invocationOf(outline, {
        args: command.processedArgs.flat().filter((each) => each !== undefined),
        own: command.opts(),
        globals: globalsOf(command),
      }),
    );
  });
}

/** The global flags that were given to a command and to those above it. */
export function globalsOf(command: Command): readonly Readonly<Record<string, unknown>>[] {
  const levels: Record<string, unknown>[] = [];
  for (let at: Command | null = command; at; at = at.parent) {
    const level: Record<string, unknown> = {};
    for (const key of Object.keys(globalFlags)) {
      const name = globalPrefix + key;
      if (at.getOptionValueSource(name) === 'cli') level[key] = at.getOptionValue(name);
    }
    levels.push(level);
  }
  return levels;
}

function addVersion(command: Command, { version }: ProgramParts): void {
  command.version(version, addedFlags.version.flags, addedFlags.version.help);
}

/** A prefix for the names of global flags' values, so that `--no-input` does not clear the `--input` of a verb. */
const globalPrefix = 'global ';

export function addGlobalFlags(command: Command, now: Date): void {
  addFlags(command, globalFlags, now, globalPrefix);
}

function addFlags(command: Command, flags: FlagTable, now: Date, prefix = ''): void {
  for (const [key, flag] of Object.entries(flags)) command.addOption(toOption(flag, prefix + key, now));
}

function toOption(flag: Flag<unknown>, name: string, now: Date): Option {
  const option = new Option(spelling(flag), helpOf(flag)).hideHelp(flag.isHidden === true);
  option.attributeName = () => name;
  // Commander passes undefined, or what this function returned before.
  return flag.parse
    ? option.argParser((text: string, previous: unknown) => parseOnce(flag, text, previous, now))
    : option;
}
