import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import { absolute, flagsToSave } from '../../compose/submission.js';
import type { Row } from '../../contract/row.js';
import { argumentsOf, commandOf, type Entry } from '../../ledger/entry.js';
import { type Given, shown } from '../../references/read.js';

/** A command that was run. */
export interface Ran {
  readonly command: string;
  readonly verb: VerbBody;
  readonly args: readonly Given[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** What is done once it is known what became of it: it settles what may have been done before. */
  readonly again: (() => void)[];
}

/** Says what a person can do about something that may have been done. */
export async function sayLost(
  context: Context,
  { number, isRepeatable }: Entry,
  refs: readonly string[],
): Promise<void> {
  const drafts = `tracker ${selection(context)}drafts`;
  const again = isRepeatable ? 'run the same command again' : `${drafts} send ${number}`;
  await context.show.warn(
    `other commands for ${refs.join(', ')} wait until this is settled; it is kept as draft ${number}`,
    `check whether it was done; if so: ${drafts} delete ${number}; if not: ${again}`,
  );
}

/** Whether a command is the one of an entry that may have been done, so that it is settled by typing it again. */
export function isAgain({ command, verb, args, flags }: Ran, { state, isRepeatable, ...entry }: Entry): boolean {
  if (state !== 'doubtful' || !isRepeatable || commandOf(entry) !== command) return false;
  const others = (words: readonly string[]): readonly string[] => words.filter((_, at) => !namesEntity(verb, at));
  const isSame = isDeepStrictEqual(others(args.map(shown)), others(argumentsOf(entry)));
  return isSame && isDeepStrictEqual(JSON.parse(JSON.stringify(flagsToKeep(verb, flags))), entry.flags);
}

/** The flags of a command that are kept, with absolute paths. */
export function flagsToKeep(verb: VerbBody, flags: Ran['flags']): Row {
  const isFile = (key: string): boolean => verb.flags[key]?.value?.kind === 'file';
  const given = Object.entries(flagsToSave(flags));
  return Object.fromEntries(
    given.map(([key, value]) => [key, typeof value === 'string' && isFile(key) ? absolute(value) : value]),
  );
}

/** Whether an argument of a command names a task, a ticket or a project, and so may be given as a reference that was read. */
export function namesEntity(verb: VerbBody, at: number): boolean {
  const { kind, of = [] } = argumentAt(verb, at)?.value ?? {};
  return kind === 'ref' && of.some((each) => entities.includes(each));
}

const entities: readonly string[] = ['tasks', 'tickets', 'projects'];

/** The declaration of the argument in this place. */
export function argumentAt({ arguments: declared = [] }: VerbBody, at: number): Argument | undefined {
  return declared[at] ?? declared.at(-1);
}
