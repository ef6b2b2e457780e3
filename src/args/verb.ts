import type { Context } from '../context.js';
import type { FlagTable, FlagValues } from './flag.js';
import { type SharedFlags, sharedFlags } from './list-flags.js';
import type { Prints } from './prints.js';
import type { Value } from './value.js';

/** One positional argument. The verb checks its text. */
export interface Argument {
  readonly value: Value;
  readonly help: string;
  readonly isOptional?: boolean;
  /** Takes the rest. */
  readonly isRepeatable?: boolean;
  /** The words it may be where the first argument is this one. */
  readonly wordsAfter?: Readonly<Record<string, readonly string[]>>;
}

/** An argument as help shows it: `<ref>` is required, `[url]` is not, `<command...>` takes the rest. */
export function usageOf({ value, isOptional, isRepeatable }: Argument): string {
  const name = isRepeatable ? `${value.name}...` : value.name;
  return isOptional ? `[${name}]` : `<${name}>`;
}

/** A command line that works, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** What a verb is beyond its name and summary: flags, help and meaning, in a file of its own. */
export interface VerbBody {
  /** Further paragraphs of help: rules, who may do it. What is printed is described by `prints`. */
  readonly details?: string;
  readonly prints: Prints;
  readonly arguments?: readonly Argument[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  /** Changes something on the server, so that `--dry-run` has a meaning. */
  readonly writes?: boolean;
  /** Everything behind the first argument belongs to it, flags included (`sandbox run -- CMD`). */
  readonly passThrough?: boolean;
  run(context: Context, args: readonly string[], flags: FlagValues<FlagTable>): Promise<void>;
}

/** A verb's file, loaded when the verb is used: a noun may grow without its other verbs getting slower. */
export type LoadVerb = () => Promise<{ readonly verb: VerbBody }>;

/** A verb as its noun lists it. */
export interface VerbEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line without a full stop. */
  readonly summary: string;
  readonly load: LoadVerb;
}

/** A noun: its verbs, or the one command it is itself. */
export interface Noun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly group: 'Work' | 'Yourself' | 'Signing in' | 'More';
  readonly verbs: readonly VerbEntry[];
  /** The noun's own verb, where it has no others. */
  readonly command?: VerbEntry;
}

/** A verb before its flags are forgotten: `run` sees each flag with its own type. */
interface TypedVerb<F extends FlagTable, P extends Prints> extends Omit<VerbBody, 'flags' | 'prints' | 'run'> {
  readonly prints: P;
  readonly flags: F;
  run(context: Context, args: readonly string[], flags: FlagValues<F & SharedFlags<P>>): Promise<void>;
}

/** Declares a verb. The values `run` gets are made by the flags declared beside it, and by those that all lists take. */
export function defineVerb<const F extends FlagTable, const P extends Prints>(verb: TypedVerb<F, P>): VerbBody {
  // The parser fills the values from this very table, so that the wide type of `run` is never used as such.
  return { ...verb, flags: { ...verb.flags, ...sharedFlags(verb.prints) } } as VerbBody;
}

/** Other names that verbs of these names answer to. */
const standardAliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  view: ['show'],
  create: ['new'],
  delete: ['remove', 'rm'],
  remove: ['delete', 'rm'],
};

/** Lists a verb. */
export function listVerb(name: string, summary: string, load: LoadVerb): VerbEntry {
  return { name, summary, load, aliases: standardAliases[name] ?? [] };
}

/** Declares a noun with verbs. */
export function defineNoun(noun: Omit<Noun, 'aliases' | 'command'> & { readonly aliases?: readonly string[] }): Noun {
  return { aliases: [], ...noun };
}

/** Declares a noun that is a command itself. */
export function defineCommand(
  noun: Omit<Noun, 'aliases' | 'verbs' | 'command'> & { readonly aliases?: readonly string[]; readonly load: LoadVerb },
): Noun {
  const { load, ...rest } = noun;
  return { aliases: [], ...rest, verbs: [], command: listVerb(noun.name, noun.summary, load) };
}
