import { Command, Option } from 'commander';
import type { Flag, FlagTable } from '../args/flag.js';
import type { Verb } from '../args/verb.js';
import { findVerb, type Outline, verbNames } from './command-line.js';
import { type GlobalValues, globalFlags } from './global-flags.js';
import { nounHelp, rootHelp, verbHelp } from './help.js';
import { nouns } from './nouns.js';

/** What the parsed command line asks for. */
export interface Invocation {
  readonly verb: Verb;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: GlobalValues;
}

export interface ProgramParts {
  readonly outline: Outline;
  readonly version: string;
  readonly columns: number;
  readonly writeOut: (text: string) => void;
  readonly onInvocation: (invocation: Invocation) => void;
}

/**
 * Builds the Commander program: every noun with its summary, and the verbs of the one that is used. Flags are written on
 * program, noun and verb alike, so that they may stand before the noun, behind it, or behind the verb.
 */
export function buildProgram(parts: ProgramParts): Command {
  const program = new Command('tracker');
  // Before any subcommand exists: each one copies these settings when it is created.
  program.exitOverride().configureOutput({
    writeOut: parts.writeOut,
    writeErr: () => undefined,
    getOutHelpWidth: () => parts.columns,
    getErrHelpWidth: () => parts.columns,
  });
  program.enablePositionalOptions().helpCommand(false).version(parts.version, '-V, --version', 'print the version');
  program.helpOption('-h, --help', 'show help');
  addFlags(program, globalFlags, false);
  rootHelp(program);
  for (const noun of nouns) {
    const command = program
      .command(noun.name)
      .description(noun.summary)
      .aliases([...noun.aliases]);
    const content = noun === parts.outline.noun ? parts.outline.content : undefined;
    if (!content) continue;
    if ('verb' in content) fillVerb(command, content.verb, parts);
    else fillNoun(command, content.verbs, parts);
  }
  return program;
}

function fillNoun(command: Command, verbs: readonly Verb[], parts: ProgramParts): void {
  addFlags(command, globalFlags, true);
  command.helpCommand(false);
  nounHelp(command, findVerb(verbs, 'list') !== undefined);
  for (const verb of verbs) {
    const [name = verb.name, ...aliases] = verbNames(verb);
    const taken = new Set(verbs.flatMap((each) => (each === verb ? [] : [each.name, ...(each.aliases ?? [])])));
    const child = command.command(name).aliases(aliases.filter((alias) => !taken.has(alias)));
    fillVerb(child.description(verb.summary), verb, parts);
  }
}

function fillVerb(command: Command, verb: Verb, { onInvocation }: ProgramParts): void {
  for (const { usage, help } of verb.arguments ?? []) command.argument(usage, help);
  addFlags(command, verb.flags, false);
  addFlags(command, globalFlags, true);
  if (verb.passThrough) command.passThroughOptions();
  verbHelp(command, verb);
  command.action(() => {
    const flags: Record<string, unknown> = {};
    for (const [key, flag] of Object.entries(verb.flags)) flags[key] = command.getOptionValue(key) ?? flag.initial;
    onInvocation({
      verb,
      args: command.processedArgs.flat().filter((each) => each !== undefined),
      flags,
      globals: collectGlobals(command),
    });
  });
}

/** The global flags as given anywhere on the line; the one nearest to the verb wins. */
function collectGlobals(command: Command): GlobalValues {
  const values: Record<string, unknown> = {};
  for (let at: Command | null = command; at; at = at.parent) {
    for (const key of Object.keys(globalFlags)) {
      if (!(key in values) && at.getOptionValueSource(key) === 'cli') values[key] = at.getOptionValue(key);
    }
  }
  return values;
}

function addFlags(command: Command, flags: FlagTable, hidden: boolean): void {
  for (const flag of Object.values(flags)) command.addOption(toOption(flag, hidden));
}

function toOption(flag: Flag<unknown>, hidden: boolean): Option {
  const option = new Option(flag.flags, flag.help).hideHelp(hidden);
  const { parse } = flag;
  // Commander hands over undefined, or what this very function gave before.
  return parse ? option.argParser((text: string, previous: unknown) => parse(text, previous)) : option;
}
