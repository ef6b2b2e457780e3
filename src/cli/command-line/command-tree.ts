import { type Flag, type FlagTable, helpOf, longName } from '../../args/flag.js';
import { describePrints, printed } from '../../args/prints.js';
import type { Value } from '../../args/value.js';
import { type Argument, canQueue, type Noun, usageOf, type VerbEntry } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { toJson } from '../../output/data/json.js';
import { topics } from '../topics/index.js';
import { addedFlags, globalFlags, licensesFlag } from './global-flags.js';
import { findDefault, namesOf } from './outline.js';

/** Every command as plain data: the output of `tracker help --json`, and the source of man pages and completion. */
export type CommandTree = Awaited<ReturnType<typeof readTree>>;
export type TreeNoun = Awaited<ReturnType<typeof readNoun>>;
/** A verb, or a noun that is a command itself. */
export type TreeVerb = Awaited<ReturnType<typeof readVerb>>;
export type TreeFlag = ReturnType<typeof readFlag>;

interface TreeValue {
  readonly kind: Value['kind'];
  /** The only words allowed, if there are just a few. */
  readonly choices?: readonly string[];
  /** Common words; others are allowed. */
  readonly suggestions?: readonly string[];
  readonly of?: Value['of'];
}

/** The tree, or only a noun or a verb of it, as JSON. */
export async function treeText(version: string, indent: number, noun?: Noun, verb?: VerbEntry): Promise<string> {
  const part = !noun ? readTree(version) : verb ? readVerb(noun, verb) : readNoun(noun);
  return `${toJson(await part, indent)}\n`;
}

/** Reads the whole tree, loading the file of every verb. */
export async function readTree(version: string) {
  return {
    name: 'tracker',
    version,
    // Those of `tracker` without a noun.
    flags: [readFlag(licensesFlag)],
    globalFlags: flagsOf({ ...globalFlags, ...addedFlags }),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    nouns: await Promise.all(nouns.map(readNoun)),
  };
}

async function readNoun(noun: Noun) {
  const { name, aliases, summary, group, verbs, command } = noun;
  return {
    name,
    aliases,
    summary,
    group,
    default: findDefault(noun)?.name ?? null,
    verbs: await Promise.all(verbs.map(async (entry) => await readVerb(noun, entry))),
    /** What the noun does without a verb, apart from `default`. */
    command: command ? await readVerb(noun, command) : null,
  };
}

async function readVerb(noun: Noun, entry: VerbEntry) {
  const { verb } = await entry.load();
  const { words, aliases } = namesOf(noun, entry);
  const args = verb.arguments ?? [];
  return {
    name: entry.name,
    aliases,
    /** `tracker tasks view <ref> [flags]`. */
    usage: ['tracker', ...words, ...args.map(usageOf), '[flags]'].join(' '),
    summary: entry.summary,
    /** Paragraphs separated by blank lines; may be empty. */
    details: [...(verb.details ?? '').split('\n\n'), ...describePrints(verb.prints)]
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
      .join('\n\n'),
    prints: printed(verb.prints),
    arguments: args.map(readArgument),
    flags: flagsOf(verb.flags),
    examples: verb.examples.map(({ line, does }) => ({ line, does })),
    /** Whether it changes something on the server and so supports `--dry-run`. */
    writes: verb.writes !== undefined,
    queues: canQueue(verb),
  };
}

function flagsOf(table: FlagTable) {
  return Object.values(table)
    .filter(({ isHidden }) => !isHidden)
    .map(readFlag);
}

function readFlag(flag: Flag<unknown>) {
  const { flags, initial, isJoined = false, value } = flag;
  const [first = ''] = flags.split(', ');
  return {
    name: longName(flags),
    short: first.startsWith('--') ? null : first,
    /** What help calls its value, such as `status`; null for a flag without a value. */
    value: value?.name ?? null,
    ...(value && readValue(value)),
    /** Whether giving it again adds to the earlier values. */
    repeatable: Array.isArray(initial),
    joined: isJoined,
    help: helpOf(flag),
  };
}

function readArgument({ value, help, isOptional, isRepeatable, wordsAfter }: Argument) {
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
