import type { Sentence } from '../contract/errors.js';
import type { WriteName } from '../contract/writes.js';
import type { VerbResult } from '../output/shown.js';
import type { Io } from '../terminal/streams/io.js';
import type { Context } from './context.js';
import type { FlagTable, FlagValues } from './flag.js';
import { type SharedFlags, sharedFlags } from './list-flags.js';
import type { Prints } from './prints.js';
import { type Referable, ref, type Value } from './value.js';

/** What a command may do before anything else. */
export interface Start {
  readonly io: Io;
  /** Takes no notice of SIGHUP from now on; absent where the process is not its own. */
  readonly ignoreHangup?: () => void;
}

/** A positional argument. The verb checks its text. */
export interface Argument {
  readonly value: Value;
  readonly help: string;
  readonly isOptional?: boolean;
  /** The verb asks for it on a terminal if it is missing. */
  readonly isAsked?: boolean;
  /** May begin with `-`: a word there that is no flag is its value. */
  readonly mayBeginWithDash?: boolean;
  /** Takes all remaining words. */
  readonly isRepeatable?: boolean;
  /** The words allowed, by the first argument. */
  readonly wordsAfter?: Readonly<Record<string, readonly string[]>>;
}

/** An argument as help shows it: `<ref>` is required, `[url]` is optional, `<command...>` takes the rest. */
export function usageOf({ value, isOptional, isRepeatable }: Argument): string {
  const name = isRepeatable ? `${value.name}...` : value.name;
  return isOptional ? `[${name}]` : `<${name}>`;
}

/** What a missing reference may name, so that it can be picked from a list: nothing else may be missing. */
export function pickable([first, ...others]: readonly Argument[] = []): readonly Referable[] {
  const isOnly = first?.value.kind === 'ref' && !first.isOptional && others.every(mayMiss);
  return (isOnly && first.value.of) || [];
}

/** Whether all that is missing can be asked for on a terminal. */
export function canBeAsked(all: readonly Argument[] = []): boolean {
  return pickable(all).length > 0 || all.every(mayMiss);
}

/** A working command line and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** A word of the command line, or a reference that another verb has read (references/read.ts) and runs this one for. */
export type Word = string | { readonly text: string };

type FlagsToKeep<F extends FlagTable> = FlagValues<F> | undefined;

type ChooseFlags<F extends FlagTable> = (
  flags: FlagValues<F>,
  context: Context,
) => FlagsToKeep<F> | Promise<FlagsToKeep<F>>;

/** A verb without its name and summary: its help, flags and code, in its own file. */
export interface VerbBody {
  /** More paragraphs of help, such as rules and permissions. `prints` describes the output. */
  readonly details?: string;
  readonly prints: Prints;
  readonly arguments?: readonly Argument[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  /** What it may send that changes something on the server; it then supports `--dry-run`. */
  readonly writes?: readonly [WriteName, ...WriteName[]];
  /** Whether it adds to a list, so that it does not do the same twice even where its requests would. */
  readonly appends?: boolean;
  /** Whether it changes nothing with these flags and words. */
  readonly onlyReads?: (flags: FlagValues<FlagTable>, args: readonly string[]) => boolean;
  /**
   * The flags that wait with `--queue`, where those typed would mean something else later: undefined if they cannot wait; false if
   * the command never can.
   */
  readonly queued?: false | ChooseFlags<FlagTable>;
  /** The arguments in a form that means the same later, where a reference is only a part of one. */
  readonly lasting?: (context: Context, args: readonly string[]) => Promise<readonly string[]>;
  /** The flags in a form that means the same elsewhere, with what this folder chooses for those that are missing. */
  readonly lastingFlags?: ChooseFlags<FlagTable>;
  /** Follows changes, so that nothing that was kept is taken for the answer of a server; does `only` that, or shows more. */
  readonly follows?: 'only' | 'also';
  /** Says who will be able to read what it sends about this, which is named by its uuid. */
  readonly readers?: (context: Context, uuid: string) => Promise<Sentence>;
  readonly onStart?: (start: Start) => void;
  /** Always asks the server, because it is about that, or does something with what it reads. */
  readonly asksServer?: true;
  /** The most requests that it sends in a second (default: as many as it has). */
  readonly mostPerSecond?: (flags: FlagValues<FlagTable>) => number | undefined;
  /** Says itself, or keeps silent about it, that others can write to the program's folders; any other verb is refused then. */
  readonly copesWithUnsafe?: (flags: FlagValues<FlagTable>) => boolean;
  /** Leaves all words after the first argument unparsed, flags included (`sandbox run -- CMD`). */
  readonly passThrough?: boolean;
  /** Does it, and gives back what is to be shown; nothing, if all of it has been shown as it came. */
  run(context: Context, args: readonly Word[], flags: FlagValues<FlagTable>): Promise<VerbResult | undefined>;
}

/** Whether a command may wait for the server with `--queue`. */
export function canQueue({ writes, queued }: Pick<VerbBody, 'writes' | 'queued'>): boolean {
  return writes !== undefined && queued !== false;
}

/** Loads a verb's file when the verb is used, so that a noun can grow without slowing its other verbs. */
export type LoadVerb = () => Promise<{ readonly verb: VerbBody }>;

/** A verb as its noun lists it. */
export interface VerbEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line without a full stop. */
  readonly summary: string;
  readonly load: LoadVerb;
}

/** A noun: its verbs, the command it is itself, or both: `time` logs, and `time list` lists. */
export interface Noun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly group: 'Work' | 'Task or ticket' | 'Yourself' | 'Signing in' | 'More';
  readonly verbs: readonly VerbEntry[];
  /** Its list needs an argument, so the noun alone does not list. */
  readonly needsVerb?: boolean;
  /** What the noun does without a verb, apart from listing. */
  readonly command?: VerbEntry;
}

/** A verb with the types of its flags, which `run` sees; VerbBody forgets them. Its `run` may take references too. */
interface TypedVerb<F extends FlagTable, P extends Prints>
  extends Omit<VerbBody, 'flags' | 'prints' | 'queued' | 'lastingFlags' | 'onlyReads' | 'run'> {
  readonly prints: P;
  readonly flags?: F;
  readonly queued?: false | ChooseFlags<F>;
  readonly lastingFlags?: ChooseFlags<F>;
  readonly onlyReads?: (flags: FlagValues<F>, args: readonly string[]) => boolean;
  run(
    context: Context,
    args: readonly string[],
    flags: FlagValues<F & SharedFlags<P>>,
  ): Promise<VerbResult | undefined>;
}

/** Declares a verb. `run` gets the values of its own flags and of those added for its output. */
export function defineVerb<const P extends Prints, const F extends FlagTable = Record<never, never>>(
  verb: TypedVerb<F, P>,
): VerbBody {
  // The parser fills in the values from this very table, so the wide type of `run` is never used as such.
  return { ...verb, flags: { ...verb.flags, ...sharedFlags(verb.prints) } } as VerbBody;
}

const standardAliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  view: ['show'],
  create: ['new'],
  delete: ['remove', 'rm'],
  remove: ['delete', 'rm'],
};

/** Declares a verb in the list of its noun. */
export function listVerb(name: string, summary: string, load: LoadVerb): VerbEntry {
  return { name, summary, load, aliases: standardAliases[name] ?? [] };
}

/** A noun before it is put in a group. */
export type UngroupedNoun = Omit<Noun, 'group'>;

type Names = string | readonly [name: string, ...aliases: string[]];

/** Declares a noun with verbs. */
export function defineNoun(names: Names, summary: string, verbs: readonly VerbEntry[]): UngroupedNoun {
  const [name, ...aliases] = typeof names === 'string' ? ([names] as const) : names;
  return { name, aliases, summary, verbs };
}

/** Declares a noun that is itself a command. The names of its verbs can be no argument of it. */
export function defineCommand(
  names: Names,
  summary: string,
  load: LoadVerb,
  verbs: readonly VerbEntry[] = [],
): UngroupedNoun {
  const { name, aliases } = defineNoun(names, summary, verbs);
  const command = listVerb(name, summary, load);
  return { name, aliases: [...command.aliases, ...aliases], summary, verbs, command };
}

/** Puts nouns in a group of help. */
export function inGroup(group: Noun['group'], nouns: readonly UngroupedNoun[]): readonly Noun[] {
  return nouns.map((noun) => ({ ...noun, group }));
}

const singular = { tasks: 'task', tickets: 'ticket' } as const;

type Work = keyof typeof singular;

const more = '@, @branch, or - for standard input';

/** The reference of one task or ticket. */
export function oneRef(...of: readonly Work[]): Argument {
  const what = of.map((each) => singular[each]).join(' or ');
  return { value: ref(...of), help: `a ${what}: its reference, uuid or URL, ${more}` };
}

/** The references of tasks or tickets. */
export function manyRefs(...of: readonly Work[]): Argument {
  return { value: ref(...of), isRepeatable: true, help: `${of.join(' or ')}: references, uuids or URLs, ${more}` };
}

/** The values of a verb's flags if none is given, to run it for another verb. */
export function initialValues({ flags }: VerbBody): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, flag.initial]));
}

/** Whether the verb runs without it, at least on a terminal. */
function mayMiss({ isOptional, isAsked }: Argument): boolean {
  return isOptional === true || isAsked === true;
}
