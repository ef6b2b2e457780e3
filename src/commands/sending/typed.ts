import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import type { Typed } from '../../client/recorder.js';
import { absolute, flagsToSave, knownTargets, refsIn, type Submission } from '../../compose/submission.js';
import { type Row, textsOf } from '../../contract/row.js';
import { isRepeatableWrite } from '../../contract/writes.js';
import { argumentsOf, commandOf, type Entry, plainName } from '../../ledger/entry.js';
import { type Given, type Reference, readReferences, shown } from '../../references/read.js';

/** A command that was run. */
export interface Ran {
  readonly command: string;
  readonly verb: VerbBody;
  readonly args: readonly Given[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** What is done once it is known what became of it: it settles what may have been done before. */
  readonly again: (() => void)[];
}

/** Whether a command is the one of an entry that may have been done, so that it is settled by typing it again. */
export function isAgain({ command, verb, args, flags }: Ran, { state, isRepeatable, ...entry }: Entry): boolean {
  if (state !== 'doubtful' || !isRepeatable || commandOf(entry) !== command) return false;
  const others = (words: readonly string[]): readonly string[] => words.filter((_, at) => !namesEntity(verb, at));
  const isSame = isDeepStrictEqual(others(args.map(shown)), others(argumentsOf(entry)));
  return isSame && isDeepStrictEqual(JSON.parse(JSON.stringify(flagsToKeep(verb, flags))), entry.flags);
}

/** The flags of a command that are kept, with absolute paths. */
function flagsToKeep(verb: VerbBody, flags: Ran['flags']): Row {
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
function argumentAt({ arguments: declared = [] }: VerbBody, at: number): Argument | undefined {
  return declared[at] ?? declared.at(-1);
}

/** Whether the command does the same when it is run twice. */
export function doesSameAgain({ writes = ['unknown'], appends = false }: VerbBody): boolean {
  return !appends && writes.every(isRepeatableWrite);
}

/** Whether it only reads, or its text had yet to be typed. */
function isUnwritten(verb: VerbBody, flags: Ran['flags']): boolean {
  const isStarted = flags.editor === true || flags.quote === true || flags.template !== undefined;
  return isStarted || ('fromDraft' in verb.flags && Object.keys(flagsToSave(flags)).length === 0);
}

/**
 * The arguments in a form that means the same later and elsewhere: with what `@` stands for now, and absolute paths. `rest` are the
 * references for which the command has not been done.
 */
export async function argumentsLeft(
  context: Context,
  { verb, args }: Pick<Ran, 'verb' | 'args'>,
  rest: readonly Reference[] | undefined,
): Promise<readonly string[]> {
  if (verb.lasting) return await verb.lasting(context, args.map(shown));
  const { index } = await context.client();
  // A reference that is known to mean the same, for whoever reads the draft.
  const draftName = ({ text, ref, entity }: Reference): string => {
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

/** A command as the text that is kept of it; undefined if it only reads, or its text has yet to be typed. */
export async function submissionOf(
  context: Context,
  ran: Pick<Ran, 'command' | 'verb' | 'args' | 'flags'>,
  rest?: readonly Reference[],
): Promise<Submission | undefined> {
  const { command, verb, flags } = ran;
  if (isUnwritten(verb, flags)) return undefined;
  const values = flagsToKeep(verb, flags);
  const args = await argumentsLeft(context, ran, rest);
  return { command, args, flags: values, flagRefs: refsIn(verb.flags, values) };
}

/** Whether a file of it comes from standard input, and so can be read only once. */
export function isPiped({ args, flags }: Submission): boolean {
  return [...args, ...textsOf(flags.attach), flags.input].includes('-');
}

/**
 * A command that is being run, as the ledger keeps it in case it is killed (docs/requirements.md, R93); undefined if it changes no task,
 * ticket or project, or cannot be sent again.
 */
export async function asTyped(context: Context, ran: Omit<Ran, 'again'>): Promise<Typed | undefined> {
  const { command, verb, args, flags: given } = ran;
  const isNamed = command === 'api' || args.some((_, at) => namesEntity(verb, at));
  const flags = typeof verb.queued === 'function' ? await verb.queued(given, context) : given;
  const submission = isNamed && flags ? await submissionOf(context, { ...ran, flags }) : undefined;
  if (!submission || isPiped(submission)) return undefined;
  const words = command.split(' ');
  return {
    words: [...words, ...submission.args],
    verbWords: words.length,
    flags: flagsToSave(submission.flags),
    targets: (await knownTargets(context, submission)) ?? {},
    isRepeatable: doesSameAgain(verb),
  };
}
