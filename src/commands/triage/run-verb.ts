import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import type { ListData } from '../../output/shown.js';
import { type Name, namingReference } from '../../output/text/sentence.js';
import { type Given, shown } from '../../references/read.js';
import { type Collected, collecting } from '../sending/collecting.js';
import { type VerbName, valuesFor, verbs } from './decisions/verb-calls.js';

/** Runs a command of the program, and gives what it would have shown. */
export async function runVerb(
  context: Context,
  name: VerbName,
  args: readonly Given[],
  { given = {}, onProgress, onPart, yes, names = namesIn(args) }: RunOptions = {},
): Promise<Collected> {
  const { context: silent, collected, take } = collecting(context, name, { onProgress, onPart, yes });
  const { verb } = await verbs[name]();
  try {
    // The values are those of the verb's own flags.
    await take(await verb.run(silent, args, valuesFor(verb, given) as Parameters<typeof verb.run>[2]));
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const message = names.reduce(namingReference, error.message);
    throw Object.assign(error, { collected, message });
  }
  return collected;
}

interface RunOptions {
  readonly given?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (line: string) => void;
  /** Gets the rows known so far of a list that takes long. */
  readonly onPart?: (part: ListData) => void;
  /** Whether what it would ask is answered with yes, which is the default. */
  readonly yes?: boolean | undefined;
  /** References for messages in place of uuids, if not those of the arguments. */
  readonly names?: readonly Name[];
}

function namesIn(args: readonly Given[]): readonly Name[] {
  return args.flatMap((each) => (typeof each === 'string' ? [] : [{ uuid: each.text, ref: shown(each) }]));
}
