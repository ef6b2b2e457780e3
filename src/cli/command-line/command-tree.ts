import { type Flag, type FlagTable, helpOf, longName } from '../../args/flag.js';
import { describePrints, type Printed, printed } from '../../args/prints.js';
import type { Value } from '../../args/value.js';
import { type Argument, type Example, type Noun, usageOf, type VerbEntry } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { toJson } from '../../output/data/json.js';
import { topics } from '../topics/index.js';
import { globalFlags } from './global-flags.js';
import { findDefault } from './outline.js';
import { licensesHelp } from './program.js';

interface TreeValue {
  readonly kind: Value['kind'];
  /** The only words allowed, if there are just a few. */
  readonly choices?: readonly string[];
  /** Common words; others are allowed. */
  readonly suggestions?: readonly string[];
  /** The kinds of things a reference may name. */
  readonly of?: Value['of'];
}

export interface TreeFlag extends Partial<TreeValue> {
  /** `--status`. */
  readonly name: string;
  /** `-s`, or null. */
  readonly short: string | null;
  /** What help calls its value, such as `status`; null for a flag without a value. */
  readonly value: string | null;
  /** Whether giving it again adds to the earlier values. */
  readonly repeatable: boolean;
  /** Whether several values may be joined with commas. */
  readonly joined: boolean;
  readonly help: string;
}

interface TreeArgument extends TreeValue {
  readonly name: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  /** The words allowed, by the first argument. */
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
  readonly help: string;
}

/** A verb, or a noun that is a command itself, as plain data. */
export interface TreeVerb {
  readonly name: string;
  readonly aliases: readonly string[];
  /** `tracker tasks view <ref> [flags]`. */
  readonly usage: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** Paragraphs separated by blank lines; may be empty. */
  readonly details: string;
  /** What it prints, with the names of its columns or lines. */
  readonly prints: Printed;
  readonly arguments: readonly TreeArgument[];
  readonly flags: readonly TreeFlag[];
  readonly examples: readonly Example[];
  /** Whether it changes something on the server and so supports `--dry-run`. */
  readonly writes: boolean;
}

export interface TreeNoun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly group: Noun['group'];
  /** The verb a bare noun runs, or null. */
  readonly default: string | null;
  readonly verbs: readonly TreeVerb[];
  /** What the noun does without a verb, apart from `default`; or null. */
  readonly command: TreeVerb | null;
}

/** Every command as plain data: the output of `tracker help --json`, and the source of man pages and completion. */
export interface CommandTree {
  readonly name: 'tracker';
  readonly version: string;
  /** Those of `tracker` without a noun. */
  readonly flags: readonly TreeFlag[];
  readonly globalFlags: readonly TreeFlag[];
  readonly topics: readonly { readonly name: string; readonly summary: string }[];
  readonly nouns: readonly TreeNoun[];
}

/** The tree, or only a noun or a verb of it, as JSON. */
export async function treeText(version: string, indent: number, noun?: Noun, verb?: VerbEntry): Promise<string> {
  const part = !noun ? readTree(version) : verb ? readVerb(noun, verb) : readNoun(noun);
  return `${toJson(await part, indent)}\n`;
}

/** Reads the whole tree, loading the file of every verb. */
export async function readTree(version: string): Promise<CommandTree> {
  return {
    name: 'tracker',
    version,
    flags: [plainFlag('--licenses', null, licensesHelp)],
    globalFlags: [...flagsOf(globalFlags), ...builtInFlags],
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    nouns: await Promise.all(nouns.map(readNoun)),
  };
}

async function readNoun(noun: Noun): Promise<TreeNoun> {
  const { name, aliases, summary, group, verbs, command } = noun;
  return {
    name,
    aliases,
    summary,
    group,
    default: findDefault(noun)?.name ?? null,
    verbs: await Promise.all(verbs.map(async (entry) => await readVerb(noun, entry))),
    command: command ? await readVerb(noun, command) : null,
  };
}

async function readVerb(noun: Noun, entry: VerbEntry): Promise<TreeVerb> {
  const { verb } = await entry.load();
  const taken = noun.verbs.map(({ name }) => name);
  const words = noun.command === entry ? [noun.name] : [noun.name, entry.name];
  const args = verb.arguments ?? [];
  return {
    name: entry.name,
    aliases: noun.command === entry ? noun.aliases : entry.aliases.filter((alias) => !taken.includes(alias)),
    usage: ['tracker', ...words, ...args.map(usageOf), '[flags]'].join(' '),
    summary: entry.summary,
    details: [...(verb.details ?? '').split('\n\n'), ...describePrints(verb.prints)]
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
      .join('\n\n'),
    prints: printed(verb.prints),
    arguments: args.map(readArgument),
    flags: flagsOf(verb.flags),
    examples: verb.examples.map(({ line, does }) => ({ line, does })),
    writes: verb.writes !== undefined,
  };
}

/** Flags that every command answers without running. */
const builtInFlags: readonly TreeFlag[] = [
  plainFlag('--help', '-h', 'show help'),
  plainFlag('--version', '-V', 'print the version'),
];

function plainFlag(name: string, short: string | null, help: string): TreeFlag {
  return { name, short, value: null, repeatable: false, joined: false, help };
}

function flagsOf(table: FlagTable): readonly TreeFlag[] {
  return Object.values(table)
    .filter(({ isHidden }) => !isHidden)
    .map(readFlag);
}

function readFlag(flag: Flag<unknown>): TreeFlag {
  const { flags, initial, isJoined = false, value } = flag;
  const [first = ''] = flags.split(', ');
  return {
    name: longName(flags),
    short: first.startsWith('--') ? null : first,
    value: value?.name ?? null,
    ...(value && readValue(value)),
    repeatable: Array.isArray(initial),
    joined: isJoined,
    help: helpOf(flag),
  };
}

function readArgument({ value, help, isOptional, isRepeatable, wordsAfter }: Argument): TreeArgument {
  return {
    name: value.name,
    ...readValue(value),
    required: isOptional !== true,
    repeatable: isRepeatable === true,
    ...(wordsAfter && { choicesAfter: wordsAfter }),
    help,
  };
}

function readValue({ kind, words, of }: Value): TreeValue {
  return { kind, ...(words && { [kind === 'word' ? 'choices' : 'suggestions']: words }), ...(of && { of }) };
}
