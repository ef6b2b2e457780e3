import type { Context } from '../../args/context.js';
import { initialValues, type VerbBody } from '../../args/verb.js';
import type { Sentence } from '../../contract/errors.js';
import type { ListData, Outcome } from '../../output/shown.js';
import { type Name, namingReference } from '../../output/text/sentence.js';
import { whole } from '../../output/whole.js';
import { shown as nameOf, type RefArgument } from '../../references/read.js';
import { type CommandSpeech, type CommandTry, collecting, type Listeners, tried } from '../sending/collecting.js';

/** The flags of a verb, with these given. */
export function valuesFor(verb: VerbBody, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = Object.entries(given).filter(([key, value]) => key in verb.flags && value !== undefined);
  return { ...initialValues(verb), ...Object.fromEntries(known) };
}

/** What a command of the program has given back, and what it said meanwhile. */
export interface VerbRun extends CommandSpeech, CommandTry {}

/** Runs a command of the program. Throws its failure. */
export async function runVerb(...given: Parameters<typeof tryVerb>): Promise<VerbRun> {
  const run = await tryVerb(...given);
  if (run.failure) throw run.failure;
  return run;
}

/** The same, with its failure as a value. */
export async function tryVerb(
  context: Context,
  name: string,
  args: readonly RefArgument[],
  { given = {}, names = namesIn(args), ...listeners }: RunOptions = {},
): Promise<VerbRun> {
  const { context: silent, heard } = collecting(context, name, listeners);
  // This one is there.
  const verb = (await context.commands.load(name)) as VerbBody;
  // The values are those of the verb's own flags.
  const values = valuesFor(verb, given) as Parameters<typeof verb.run>[2];
  const { shown, failure } = await tried(silent.show, async () => {
    const result = await verb.run(silent, args, values);
    return result && (await whole(result));
  });
  if (failure) failure.message = names.reduce<Sentence>(namingReference, failure.message);
  return { ...heard, shown, failure };
}

interface RunOptions extends Listeners {
  readonly given?: Readonly<Record<string, unknown>>;
  /** References for messages in place of uuids, if not those of the arguments. */
  readonly names?: readonly Name[];
}

function namesIn(args: readonly RefArgument[]): readonly Name[] {
  return args.flatMap((each) => (typeof each === 'string' ? [] : [{ uuid: each.text, ref: nameOf(each) }]));
}

/** The list that a command has given back. */
export function listIn({ shown }: VerbRun): ListData | undefined {
  return shown?.is === 'list' ? shown.data : undefined;
}

/** What became of each of several things, as far as they were tried. */
export function outcomesIn({ shown }: Pick<CommandTry, 'shown'>): readonly Outcome[] {
  return shown?.is === 'outcomes' ? shown.outcomes.flatMap((each) => each ?? []) : [];
}
