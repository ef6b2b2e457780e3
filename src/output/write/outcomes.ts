import { errorData } from '../../contract/error-data.js';
import { TrackerError } from '../../contract/errors.js';
import { valueAt } from '../columns/path.js';
import type { Show } from '../show.js';
import type { Outcome, OutcomesData } from '../shown.js';
import { withReference } from '../text/sentence.js';
import type { JsonObject, ListView } from '../view.js';

/** One row per reference, with its outcome. */
export const outcomeView: ListView = {
  noun: 'results',
  columns: [
    { key: 'ref', head: 'REF', value: (row) => row.ref },
    { key: 'uuid', value: (row) => row.uuid },
    { key: 'ok', head: 'OK', value: (row) => row.ok },
    { key: 'changes', value: (row) => row.changes },
    { key: 'error', head: 'ERROR', value: (row) => valueAt(row, 'error.message'), grow: true },
  ],
  brief: ['ref', 'ok', 'changes', 'error'],
  isWhole: true,
  fields: ['uuid', 'error.code', 'error.status', 'error.message', 'error.retryable'],
};

/** Whether the change was applied, at least in part, so that sending it again would apply it twice. */
export function isApplied(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && (outcome.error === undefined || outcome.error.kind === 'partial');
}

/** The error of what was left when the command was interrupted. */
export const notTried: TrackerError = new TrackerError('interrupted', 'not tried');

/** Says what became of each on a terminal, or if it is one change; otherwise prints a row for each. */
export async function writeOutcomes(
  show: Pick<Show, 'write' | 'say' | 'isAsked' | 'choice'>,
  became: OutcomesData,
  { isTerminal, now }: { readonly isTerminal: boolean; readonly now: Date },
): Promise<void> {
  const { names, outcomes, isOneChange } = became;
  if ((isTerminal || isOneChange) && !show.isAsked) return await saySentences(show, became);
  // Whatever they are piped into is to follow only what was done.
  const isKept = ({ isQueued, proposedAs }: Outcome): boolean => isQueued === true || proposedAs !== undefined;
  const isLeftOut = (outcome: Outcome | undefined): boolean =>
    show.choice.format === 'quiet' && (!isApplied(outcome) || (outcome !== undefined && isKept(outcome)));
  const rows = outcomes.flatMap((each, at) => (isLeftOut(each) ? [] : [toRow(each, names[at] ?? '')]));
  const data = { rows, setting: { people: {}, now, me: undefined }, isDone: true };
  await show.write({ is: 'list', view: outcomeView, data });
  // The columns alone would tell of something done.
  for (const { proposedAs, sentence } of outcomes.flatMap((each) => each ?? []))
    if (proposedAs !== undefined) await show.say(sentence ?? '');
}

async function saySentences(show: Pick<Show, 'say'>, { names, outcomes }: OutcomesData): Promise<void> {
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome?.sentence !== undefined) await show.say(outcome.sentence);
    // The error of a single reference is that of the command.
    if (names.length === 1 || (outcome && (!outcome.error || outcome.isQueued))) continue;
    await show.say(withReference(outcome?.ref ?? names[at] ?? '', outcome?.error ?? notTried));
  }
}

function toRow(outcome: Outcome | undefined, text: string): JsonObject {
  const { ref, uuid, changes, error, proposedAs, queuedAs }: Outcome = outcome ?? {
    ...{ ref: text, uuid: undefined, error: notTried },
  };
  return {
    ref,
    uuid: uuid ?? null,
    ok: error === undefined,
    ...(changes && { changes }),
    ...(proposedAs && { state: 'proposed', draft: proposedAs }),
    ...(queuedAs && { state: 'waiting', draft: queuedAs }),
    ...(error && { error: errorData(error) }),
  };
}
