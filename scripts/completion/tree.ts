import type { Flag, FlagTable } from '../../src/args/flag.js';
import { printed } from '../../src/args/prints.js';
import type { Noun, VerbBody, VerbEntry } from '../../src/args/verb.js';
import { globalFlags } from '../../src/cli/global-flags.js';
import { nouns } from '../../src/cli/nouns.js';
import { topics } from '../../src/cli/topics/index.js';
import { argumentSource, flagSource } from './sources.js';

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
  /** What `--fields`, `--json=` and `--sort` may name; empty where there are none. */
  readonly columns: readonly string[];
}

/** Everything the completion scripts know: the command tree that Commander gets (docs/api.md has the endpoints behind it). */
export interface CommandTree {
  /** What follows `tracker`, keyed by the empty text, the verbs of each noun, and what else `help` tells about. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  readonly leaves: readonly Leaf[];
  readonly globals: readonly FlagRow[];
}

/** Reads the command tree; loads the file of every verb. */
export async function readTree(): Promise<CommandTree> {
  const help: Word = { name: 'help', aliases: [], summary: 'Show help on a noun or a verb' };
  const words = new Map<string, readonly Word[]>([['', [...nouns, help].map(toWord)]]);
  words.set(
    'help',
    topics.map(({ name, summary }) => ({ name, aliases: [], summary })),
  );
  const leaves: Leaf[] = [];
  for (const noun of nouns) {
    if (noun.command) leaves.push(...(await toLeaves(noun, noun.command)));
    else words.set(noun.name, noun.verbs.map(toWord));
    for (const entry of noun.verbs) leaves.push(...(await toLeaves(noun, entry)));
  }
  const globals = [
    ...flagRows(globalFlags),
    { names: ['-h', '--help'], source: '-', summary: 'show help' },
    { names: ['-V', '--version'], source: '-', summary: 'print the version' },
  ];
  return { words, leaves, globals };
}

function toWord({ name, aliases, summary }: Word): Word {
  return { name, aliases, summary };
}

/** A command, and what becomes of its arguments behind a first one that decides about the others. */
async function toLeaves(noun: Noun, entry: VerbEntry): Promise<readonly Leaf[]> {
  const { verb } = await entry.load();
  const path = noun.command ? noun.name : `${noun.name} ${entry.name}`;
  const given = verb.arguments ?? [];
  const args = given.map(argumentSource);
  const firsts = [...new Set(given.flatMap(({ wordsAfter = {} }) => Object.keys(wordsAfter)))];
  const behind = firsts.map((first): Leaf => {
    const own = given.map(({ wordsAfter }, place) => toWords(wordsAfter?.[first]) ?? args[place] ?? '?');
    return { path: `${path} ${first}`, flags: [], args: own, columns: [] };
  });
  return [{ path, flags: flagRows(verb.flags), args, columns: namesOf(verb) }, ...behind];
}

function toWords(choices: readonly string[] | undefined): string | undefined {
  return choices && `=${choices.join(' ')}`;
}

function namesOf({ prints }: VerbBody): readonly string[] {
  const { columns, fields } = printed(prints);
  return [...columns, ...fields];
}

function flagRows(flags: FlagTable): readonly FlagRow[] {
  return Object.values(flags).map((flag: Flag<unknown>) => ({
    names: flag.flags.split(', '),
    source: flagSource(flag),
    summary: flag.help,
  }));
}
