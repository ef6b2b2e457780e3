import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { valueAt } from '../../output/columns/path.js';
import type { Outcome, Outcomes } from '../../output/shown.js';
import { withReference } from '../../output/text/sentence.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { type Reference, shown } from '../../references/read.js';
import { isApplied, isQueued } from './exit-code.js';

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
  fields: ['uuid', 'error.code', 'error.status', 'error.message'],
};

/** Prints outcomes as they come, if the format allows, and the rest at the end. */
export interface OutcomeReport {
  next(outcomes: Outcomes): void;
  /** Throws the error of writing, if any; before this, a reader that has gone does not stop the work. */
  end(outcomes: Outcomes): Promise<void>;
}

type Reporting = Pick<Context, 'io' | 'show' | 'now'> & {
  readonly settings: Pick<Context['settings'], 'dryRun' | 'queue'>;
};

/** Reports in sentences on a terminal or if `isOneChange`, otherwise in rows: as JSON lines, each as soon as it is its turn. */
export function reportOutcomes(context: Reporting, refs: readonly Reference[], isOneChange = false): OutcomeReport {
  const { show, settings, now } = context;
  const setting = { people: {}, now: now(), me: undefined };
  const names = refs.map(shown);
  // Whatever they are piped into is to follow only what was done.
  const isLeftOut = (outcome: Outcome | undefined): boolean =>
    isQueued(settings, outcome) || (show.choice.format === 'quiet' && !isApplied(outcome));
  const isByLine = show.choice.format === 'jsonl' && !settings.dryRun;
  let reported = 0;
  let writing = Promise.resolve();
  const reportUpTo = (end: number, outcomes: Outcomes): Promise<void> => {
    const rows = outcomes
      .slice(reported, end)
      .flatMap((outcome, at) => (isLeftOut(outcome) ? [] : [toRow(outcome, names[reported + at] ?? '')]));
    reported = end;
    writing = writing.then(() => show.list(outcomeView, { rows, setting, isDone: true }));
    return writing;
  };
  return {
    next(outcomes) {
      let end = reported;
      while (outcomes[end] !== undefined) end += 1;
      // end() throws this error.
      if (isByLine && end > reported) reportUpTo(end, outcomes).catch(() => undefined);
    },
    async end(outcomes) {
      if (show.takeOutcomes) return show.takeOutcomes(outcomes);
      if ((context.io.stdout.isTerminal || isOneChange) && !show.isAsked)
        await printSentences(context, names, outcomes);
      else await reportUpTo(outcomes.length, outcomes);
    },
  };
}

async function printSentences(context: Reporting, names: readonly string[], outcomes: Outcomes): Promise<void> {
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome?.sentence !== undefined) await context.show.say(outcome.sentence);
    // The error of a single reference is that of the command.
    if (names.length === 1 || (outcome && !outcome.error) || isQueued(context.settings, outcome)) continue;
    const ref = outcome?.ref ?? names[at] ?? '';
    await context.show.say(withReference(ref, outcome?.error ?? notTried));
  }
}

function toRow(outcome: Outcome | undefined, text: string): JsonObject {
  const { ref, uuid, changes, error }: Outcome = outcome ?? { ref: text, uuid: undefined, error: notTried };
  const row = { ref, uuid: uuid ?? null, ok: error === undefined, ...(changes && { changes }) };
  return error === undefined ? row : { ...row, error: describeError(error) };
}

/** The error of what was left when the command was interrupted. */
export const notTried: TrackerError = new TrackerError('interrupted', 'not tried');

/** An error as a row has it. */
export function describeError({ kind, status, message, hint }: TrackerError): JsonObject {
  return { code: kind, status: status ?? null, message, hint: hint ?? null };
}
