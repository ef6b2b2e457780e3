/*
 * The command tree as the completer reads it: `tracker help --json` without its texts, written beside the program when it is
 * built (scripts/build.mjs). Whatever is false, null or empty there is left out.
 */

/** What a value is; kinds stand in args/value.ts. */
export interface ValueTree {
  readonly kind: string;
  /** The only words it takes. */
  readonly choices?: readonly string[];
  /** The usual ones among others. */
  readonly suggestions?: readonly string[];
  /** What a reference may name. */
  readonly of?: readonly string[];
}

export interface FlagTree extends Partial<ValueTree> {
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** Whether several values may be joined with commas. */
  readonly joined?: true;
}

export interface ArgumentTree extends ValueTree {
  readonly repeatable?: true;
  /** The words it takes where the first argument is this one. */
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
}

/** A word of the line that has a summary: a noun, a verb, a topic. */
export interface WordTree {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
}

export interface VerbTree extends WordTree {
  readonly arguments?: readonly ArgumentTree[];
  readonly flags?: readonly FlagTree[];
  readonly prints: { readonly columns?: readonly string[]; readonly fields?: readonly string[] };
}

export interface NounTree extends WordTree {
  /** The verb that the noun alone stands for. */
  readonly default?: string;
  readonly verbs?: readonly VerbTree[];
  readonly command?: VerbTree;
}

export interface CommandTree {
  readonly globalFlags: readonly FlagTree[];
  readonly topics: readonly WordTree[];
  readonly nouns: readonly NounTree[];
}

/** The word of this name, or else of this alias. */
export function findWord<W extends WordTree>(words: readonly W[], text: string): W | undefined {
  return words.find(({ name }) => name === text) ?? words.find(({ aliases }) => aliases?.includes(text));
}
