import type { Context } from '../context.js';
import type { FlagTable, FlagValues } from './flag.js';

/** One positional argument: `<ref>` is required, `[url]` is not, `<command...>` takes the rest. */
export interface Argument {
  readonly usage: string;
  readonly help: string;
}

/** A command line that works, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** One verb of a noun, or a noun that is a command itself. Everything help, completion and man pages need stands here. */
export interface Verb {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line without a full stop. */
  readonly summary: string;
  /** Further paragraphs of help: rules, columns, who may do it. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  /** Everything behind the first argument belongs to it, flags included (`sandbox run -- CMD`). */
  readonly passThrough?: boolean;
  run(context: Context, args: readonly string[], flags: FlagValues<FlagTable>): Promise<void>;
}

/** A verb before its flags are forgotten: `run` sees each flag with its own type. */
interface TypedVerb<F extends FlagTable> extends Omit<Verb, 'flags' | 'run'> {
  readonly flags: F;
  run(context: Context, args: readonly string[], flags: FlagValues<F>): Promise<void>;
}

/** Declares a verb. The values `run` gets are made by the very flags declared beside it. */
export function defineVerb<const F extends FlagTable>(verb: TypedVerb<F>): Verb {
  // The parser fills the values from this verb's own table, so that the wide type of `run` is never used as such.
  return verb as Verb;
}

/** What a noun's module gives: its verbs, or the one command it is. */
export type NounContent = { readonly verbs: readonly Verb[] } | { readonly verb: Verb };
