import { nameRow } from '../../bulk/piped-rows.js';
import type { Context } from '../../context.js';
import { type Row, textOf } from '../../contract/row.js';
import { mayHaveArrived } from '../../drafts/unsent/report-unsent.js';
import { TrackerError } from '../../errors.js';
import type { Decision, Target } from '../../triage/model/decision.js';
import type { Outcome } from '../../triage/model/state.js';
import { type Collected, collecting } from './collecting.js';
import { callFor, nameOf, type VerbCall, type VerbName, valuesFor, verbs } from './verb-calls.js';

/** Runs a command of the program, and gives what it would have shown. */
export async function runVerb(
  context: Context,
  name: VerbName,
  args: readonly string[],
  { given = {}, onProgress, names = [] }: RunOptions = {},
): Promise<Collected> {
  const { context: silent, collected } = collecting(context, name, onProgress);
  for (const { uuid, ref } of names) nameRow(silent, uuid, { ref });
  const { verb } = await verbs[name]();
  try {
    // The values are those of the verb's own flags.
    await verb.run(silent, args, valuesFor(verb, given) as Parameters<typeof verb.run>[2]);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    throw Object.assign(error, { collected });
  }
  return collected;
}

export interface RunOptions {
  readonly given?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (line: string) => void;
  /** The references of uuids among the arguments, for messages and drafts. */
  readonly names?: readonly { readonly uuid: string; readonly ref: string }[];
}

/** Errors that concern all rows alike. */
export const endsAll: readonly TrackerError['kind'][] = ['network', 'interrupted', 'sign_in_required'];

/** What became of a decision, and in which words. */
export interface Sent {
  readonly outcomes: readonly Outcome[];
  readonly words: string;
  /** Whether a message has arrived for which something was refused, such as the status that followed it. */
  readonly arrival?: 'certain' | 'possible' | undefined;
}

/**
 * Sends a decision: the command that it stands for is run for all its rows, as one entry of the journal. Throws `network` if the
 * server could not be reached for any of them.
 */
export async function sendDecision(
  context: Context,
  decision: Decision,
  targets: readonly Target[],
  onProgress: (line: string) => void,
): Promise<Sent> {
  const call = callFor(decision);
  const names = targets.map(nameOf);
  (await (await context.client()).journal()).begin(call.verb);
  const run = async (): Promise<Collected> =>
    await runVerb(context, call.verb, [...names.map(({ uuid }) => uuid), ...call.words], {
      ...{ given: call.given, onProgress, names },
    });
  try {
    return readOutcomes(targets, call, await run());
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    if (endsAll.includes(error.kind)) throw error;
    const rows = collectedBy(error)?.list?.rows ?? [];
    return {
      outcomes: targets.map((target) => outcomeOf(target, rows, error)),
      words: '',
      arrival: arrivalOf(context, error),
    };
  }
}

function arrivalOf(context: Context, error: TrackerError): Sent['arrival'] {
  if (error.kind === 'partial') return 'certain';
  return mayHaveArrived(context, error) ? 'possible' : undefined;
}

function collectedBy(error: TrackerError): Collected | undefined {
  return 'collected' in error ? (error.collected as Collected) : undefined;
}

/** That a draft cannot be kept has been said already. */
function isAboutRows(warning: string): boolean {
  return !warning.startsWith('could not save a draft');
}

function readOutcomes(targets: readonly Target[], { verb }: VerbCall, { list, said, warned }: Collected): Sent {
  const rows = list?.rows ?? [];
  const words = verb === 'tickets convert' ? (said.at(-1) ?? '') : (warned.find(isAboutRows) ?? '');
  return { outcomes: targets.map((target) => outcomeOf(target, rows)), words };
}

function outcomeOf(target: Target, rows: readonly Row[], error?: TrackerError): Outcome {
  const { uuid, ref } = nameOf(target);
  const row = rows.find((each) => each.uuid === uuid || each.ref === ref);
  const own = row?.error as Row | undefined;
  if (row?.ok === true || (row === undefined && error === undefined)) return { target, is: 'done' };
  const why = textOf(own?.message) ?? error?.message ?? 'was not done';
  return { target, is: 'refused', why };
}
