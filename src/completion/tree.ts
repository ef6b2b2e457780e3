/*
 * The command tree as completion reads it: `tracker help --json` without long texts, written next to the program by
 * scripts/build.mjs; cli/command-line/command-tree.ts says what they are. Entries that are false, null or empty are left out.
 */

/** A value; its kinds are in args/value.ts. */
export interface ValueTree {
  readonly kind: string;
  readonly choices?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly of?: readonly string[];
}

export interface FlagTree extends Partial<ValueTree> {
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  readonly joined?: true;
}

interface ArgumentTree extends ValueTree {
  readonly repeatable?: true;
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
}

/** A word with a summary: a noun, a verb or a topic. */
export interface WordTree {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
}

export interface VerbTree extends WordTree {
  readonly arguments?: readonly ArgumentTree[];
  readonly flags?: readonly FlagTree[];
  /** There if it writes. */
  readonly writes?: unknown;
  /** There if it can wait with `--queue`. */
  readonly queues?: unknown;
  readonly prints: { readonly columns?: readonly string[]; readonly fields?: readonly string[] };
}

export interface NounTree extends WordTree {
  readonly default?: string;
  readonly verbs?: readonly VerbTree[];
  readonly command?: VerbTree;
}

export interface StoredTree {
  readonly flags: readonly FlagTree[];
  readonly globalFlags: readonly FlagTree[];
  readonly topics: readonly WordTree[];
  readonly nouns: readonly NounTree[];
}

/** Finds a word by name, then by alias. */
export function findWord<W extends WordTree>(words: readonly W[], text: string): W | undefined {
  return words.find(({ name }) => name === text) ?? words.find(({ aliases }) => aliases?.includes(text));
}
