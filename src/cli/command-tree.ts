import { type Flag, type FlagTable, longName } from '../args/flag.js';
import type { Argument, Example, Noun, VerbEntry } from '../args/verb.js';
import { globalFlags } from './global-flags.js';
import { nouns } from './nouns.js';
import { topics } from './topics/index.js';

/** A flag as plain data. */
export interface TreeFlag {
  /** `--status`. */
  readonly name: string;
  /** `-s`, or null. */
  readonly short: string | null;
  /** What stands for its value in help, such as `status`; null for a flag without a value. */
  readonly value: string | null;
  /** The only words it takes, where there are only a few. */
  readonly choices?: readonly string[];
  /** Whether giving it again adds to what was given before. */
  readonly repeatable: boolean;
  readonly help: string;
}

/** A positional argument as plain data. */
export interface TreeArgument {
  readonly name: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly help: string;
}

/** A verb, or the command that a noun is itself, as plain data. */
export interface TreeVerb {
  readonly name: string;
  readonly aliases: readonly string[];
  /** `tracker tasks view <ref> [flags]`. */
  readonly usage: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** Paragraphs divided by empty lines; empty where there are none. */
  readonly details: string;
  readonly arguments: readonly TreeArgument[];
  readonly flags: readonly TreeFlag[];
  readonly examples: readonly Example[];
  /** Whether it changes something on the server, so that `--dry-run` has a meaning. */
  readonly writes: boolean;
}

export interface TreeNoun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly group: Noun['group'];
  /** The verb that the noun alone stands for, or null. */
  readonly default: string | null;
  readonly verbs: readonly TreeVerb[];
  /** What a noun without verbs does itself, or null. */
  readonly command: TreeVerb | null;
}

/** Everything that can be typed, as plain data: what `tracker help --json` prints and man pages are made of. */
export interface CommandTree {
  readonly name: 'tracker';
  readonly version: string;
  readonly globalFlags: readonly TreeFlag[];
  readonly topics: readonly { readonly name: string; readonly summary: string }[];
  readonly nouns: readonly TreeNoun[];
}

/** Reads the whole tree; the file of every verb is loaded for it. */
export async function readTree(version: string): Promise<CommandTree> {
  return {
    name: 'tracker',
    version,
    globalFlags: [...flagsOf(globalFlags), ...toldFlags],
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    nouns: await Promise.all(nouns.map(readNoun)),
  };
}

/** What stands below a noun. */
export async function readNoun(noun: Noun): Promise<TreeNoun> {
  const { name, aliases, summary, group, verbs, command } = noun;
  return {
    name,
    aliases,
    summary,
    group,
    default: verbs.some((verb) => verb.name === 'list') ? 'list' : null,
    verbs: await Promise.all(verbs.map(async (entry) => await readVerb(noun, entry))),
    command: command ? await readVerb(noun, command) : null,
  };
}

/** A verb of a noun, or the noun's own command. */
export async function readVerb(noun: Noun, entry: VerbEntry): Promise<TreeVerb> {
  const { verb } = await entry.load();
  const taken = noun.verbs.map(({ name }) => name);
  const words = noun.command === entry ? [noun.name] : [noun.name, entry.name];
  const args = verb.arguments ?? [];
  return {
    name: entry.name,
    aliases: noun.command === entry ? noun.aliases : entry.aliases.filter((alias) => !taken.includes(alias)),
    usage: ['tracker', ...words, ...args.map(({ usage }) => usage), '[flags]'].join(' '),
    summary: entry.summary,
    details: (verb.details ?? '')
      .split('\n\n')
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
      .join('\n\n'),
    arguments: args.map(readArgument),
    flags: flagsOf(verb.flags),
    examples: verb.examples.map(({ line, does }) => ({ line, does })),
    writes: verb.writes === true,
  };
}

/** What every command answers to without a verb being run. */
const toldFlags: readonly TreeFlag[] = [
  { name: '--help', short: '-h', value: null, repeatable: false, help: 'show help' },
  { name: '--version', short: '-V', value: null, repeatable: false, help: 'print the version' },
];

function flagsOf(table: FlagTable): readonly TreeFlag[] {
  return Object.values(table).map(readFlag);
}

function readFlag({ flags, help, initial, choices }: Flag<unknown>): TreeFlag {
  return {
    name: longName(flags),
    short: /^-\w(?=,)/.exec(flags)?.[0] ?? null,
    value: /<(.*)>/.exec(flags)?.[1] ?? null,
    ...(choices && { choices }),
    repeatable: Array.isArray(initial),
    help,
  };
}

function readArgument({ usage, help }: Argument): TreeArgument {
  return {
    name: usage.replace(/[<>[\].]/g, ''),
    required: usage.startsWith('<'),
    repeatable: usage.includes('...'),
    help,
  };
}
