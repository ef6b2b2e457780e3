import type { Flag, FlagTable } from '../../src/args/flag.js';
import type { Noun, VerbEntry } from '../../src/args/verb.js';
import { globalFlags } from '../../src/cli/global-flags.js';
import { nouns } from '../../src/cli/nouns.js';
import { argumentSource, flagSource, type Place } from './sources.js';

/** A word that may stand at one place of a command line. */
export interface Word {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

/** A flag as it is completed: `-s` and `--status`; `source` says what its value is completed from, `-` that it has none. */
export interface FlagRow {
  readonly names: readonly string[];
  readonly source: string;
  readonly summary: string;
}

/** A command that can be run: the flags of its own, and where its arguments come from; the last source is repeated. */
export interface Leaf {
  /** `tasks list`, or the noun alone where that is the command. */
  readonly path: string;
  readonly flags: readonly FlagRow[];
  readonly args: readonly string[];
}

/** Everything the completion scripts know: the command tree that Commander gets (docs/api.md has the endpoints behind it). */
export interface CommandTree {
  /** What follows `tracker`, keyed by the empty text, and the verbs of each noun. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  readonly leaves: readonly Leaf[];
  readonly globals: readonly FlagRow[];
}

/** Reads the command tree; loads the file of every verb. */
export async function readTree(): Promise<CommandTree> {
  const help: Word = { name: 'help', aliases: [], summary: 'Show help on a noun or a verb' };
  const words = new Map<string, readonly Word[]>([['', [...nouns, help].map(toWord)]]);
  const leaves: Leaf[] = [];
  for (const noun of nouns) {
    if (noun.command) leaves.push(await toLeaf(noun, noun.command));
    else words.set(noun.name, noun.verbs.map(toWord));
    for (const entry of noun.verbs) leaves.push(await toLeaf(noun, entry));
  }
  const globals = [
    ...flagRows({ noun: '', verb: '' }, globalFlags),
    { names: ['-h', '--help'], source: '-', summary: 'show help' },
    { names: ['-V', '--version'], source: '-', summary: 'print the version' },
  ];
  return { words, leaves, globals };
}

function toWord({ name, aliases, summary }: Word): Word {
  return { name, aliases, summary };
}

async function toLeaf(noun: Noun, entry: VerbEntry): Promise<Leaf> {
  const { verb } = await entry.load();
  const at = { noun: noun.name, verb: entry.name };
  return {
    path: noun.command ? noun.name : `${noun.name} ${entry.name}`,
    flags: flagRows(at, verb.flags),
    args: (verb.arguments ?? []).map((each) => argumentSource(at, each)),
  };
}

function flagRows(at: Place, flags: FlagTable): readonly FlagRow[] {
  return Object.values(flags).map((flag: Flag<unknown>) => ({
    names: flag.flags.split('<')[0]?.match(/--?[A-Za-z][\w-]*/g) ?? [],
    source: flagSource(at, flag),
    summary: flag.help,
  }));
}
