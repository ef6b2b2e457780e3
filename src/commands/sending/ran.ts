import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import { absolute, changeBy, flagsToSave } from '../../compose/writing.js';
import type { Change } from '../../contract/change.js';
import { type Row, textsOf } from '../../contract/row.js';
import { isRepeatableWrite } from '../../contract/writes.js';
import { argumentsOf, commandOf, type Entry, plainName } from '../../ledger/entry.js';
import { withoutAddress } from '../../references/find-entity.js';
import { type RefArgument, type Reference, readReferences, shown } from '../../references/read.js';

/** A command that was run. */
export interface Run {
  readonly command: string;
  readonly verb: VerbBody;
  readonly args: readonly RefArgument[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** What is done once it is known what became of it: it settles what may have been done before. */
  readonly again: (() => void)[];
}

/** Runs it, and gives why not all of it was done, whether that was thrown or given back. */
export async function tryRun(context: Context, { verb, args, flags }: Run) {
  try {
    const shown = await verb.run(context, args, flags);
    return { shown, failure: shown?.failure };
  } catch (failure) {
    return { shown: undefined, failure };
  }
}

/** Whether a command is the one of an entry that may have been done, so that it is settled by typing it again. */
export function isAgain({ command, verb, args, flags }: Run, { state, isRepeatable, ...entry }: Entry): boolean {
  if (state !== 'doubtful' || !isRepeatable || commandOf(entry) !== command) return false;
  const others = (words: readonly string[]): readonly string[] => words.filter((_, at) => !namesEntity(verb, at));
  const isSame = isDeepStrictEqual(others(args.map(shown)), others(argumentsOf(entry)));
  return isSame && isDeepStrictEqual(JSON.parse(JSON.stringify(flagsToKeep(verb, flags))), entry.flags);
}

/** The flags of a command that are kept, with absolute paths. */
function flagsToKeep(verb: VerbBody, flags: Run['flags']): Row {
  const isFile = (key: string): boolean => verb.flags[key]?.value?.kind === 'file';
  const given = Object.entries(flagsToSave(flags));
  return Object.fromEntries(
    given.map(([key, value]) => [key, typeof value === 'string' && isFile(key) ? absolute(value) : value]),
  );
}

const entities: readonly string[] = ['tasks', 'tickets', 'projects'];

/** What others may have changed, or written in, before a command is sent. */
export const shared: readonly string[] = [...entities, 'threads'];

/** Whether an argument of a command names a task, a ticket or a project, and so may be given as a reference that was read. */
export function namesEntity(verb: VerbBody, at: number, wanted = entities): boolean {
  const { kind, of = [] } = argumentAt(verb, at)?.value ?? {};
  return kind === 'ref' && of.some((each) => wanted.includes(each));
}

function argumentAt({ arguments: declared = [] }: VerbBody, at: number): Argument | undefined {
  return declared[at] ?? declared.at(-1);
}

function doesSameAgain({ writes = ['unknown'], appends = false }: VerbBody): boolean {
  return !appends && writes.every(isRepeatableWrite);
}

/** Whether it only reads, or its text had yet to be typed. */
function isUnwritten({ verb, args, flags }: Pick<Run, 'verb' | 'args' | 'flags'>): boolean {
  const isStarted = flags.editor === true || flags.quote === true || flags.template !== undefined;
  const hasItems = args.some((_, at) => argumentAt(verb, at)?.value.kind === 'item');
  return isStarted || ('fromDraft' in verb.flags && !hasItems && Object.keys(flagsToSave(flags)).length === 0);
}

/**
 * The arguments in a form that means the same later and elsewhere: with what `@` stands for now, and absolute paths. `rest` are the
 * references for which the command has not been done.
 */
export async function argumentsLeft(
  context: Context,
  { verb, args }: Pick<Run, 'verb' | 'args'>,
  rest: readonly Reference[] | undefined,
): Promise<readonly string[]> {
  if (verb.lasting) return await verb.lasting(context, args.map(shown));
  const client = await context.client();
  const { index } = client;
  // A reference that is known to mean the same, for whoever reads the draft.
  const draftName = ({ text: given, ref, entity }: Reference): string => {
    const text = withoutAddress(client, given);
    const name = entity?.ref ?? ref ?? text;
    const [known, other] = (['tasks', 'tickets', 'projects'] as const).flatMap((kind) => index.find(kind, name) ?? []);
    return other === undefined && known?.uuid === plainName(text) ? name : text;
  };
  const left: string[] = rest?.map(draftName) ?? [];
  for (const [at, given] of args.entries()) {
    const { kind } = argumentAt(verb, at)?.value ?? {};
    if (kind === 'ref' && rest) continue;
    if (namesEntity(verb, at)) left.push(...(await readReferences(context, [given])).map(draftName));
    else left.push(kind === 'file' ? absolute(shown(given)) : shown(given));
  }
  return left;
}

/** The change that a command makes, or what is left of it; undefined if it only reads, or its text has yet to be typed. */
export async function changeOf(
  context: Context,
  ran: Omit<Run, 'again'>,
  rest?: readonly Reference[],
): Promise<(Change & { readonly flags: Row }) | undefined> {
  const { command, verb } = ran;
  const flags = (await verb.lastingFlags?.(ran.flags, context)) ?? ran.flags;
  if (isUnwritten({ ...ran, flags })) return undefined;
  const [values, args] = [flagsToKeep(verb, flags), await argumentsLeft(context, ran, rest)];
  return {
    ...changeBy((await context.client()).index, { command, args, flags: verb.flags, values }),
    verbWords: command.split(' ').length,
    isRepeatable: doesSameAgain(verb),
  };
}

/** Whether a file of it comes from standard input, and so can be read only once. */
export function isPiped(change: Change & { readonly flags: Row }): boolean {
  const { attach, input } = change.flags;
  return [...argumentsOf(change), ...textsOf(attach), input].includes('-');
}

/**
 * The change of a command that is being run, which the ledger keeps in case it is killed (docs/requirements.md, R93); undefined if it
 * changes no task, ticket or project, or cannot be sent again.
 */
export async function lastingChange(context: Context, ran: Omit<Run, 'again'>): Promise<Change | undefined> {
  const { command, verb, args, flags: given } = ran;
  const isNamed = command === 'api' || args.some((_, at) => namesEntity(verb, at));
  const flags = typeof verb.queued === 'function' ? await verb.queued(given, context) : given;
  const change = isNamed && flags ? await changeOf(context, { ...ran, flags }) : undefined;
  return change && !isPiped(change) ? { targets: {}, ...change } : undefined;
}
