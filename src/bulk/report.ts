import type { Context } from '../context.js';
import { type ErrorKind, TrackerError } from '../errors.js';
import type { JsonObject, ListView } from '../output/view.js';
import type { Outcome, Outcomes } from './exit-code.js';
import { toldReference } from './piped-rows.js';

/** The rows that tell what became of each reference. */
export const outcomeView: ListView = {
  noun: 'results',
  columns: [
    { key: 'ref', head: 'REF', value: (row) => row.ref },
    { key: 'uuid', value: (row) => row.uuid },
    { key: 'ok', head: 'OK', value: (row) => row.ok },
    { key: 'error', head: 'ERROR', value: (row) => messageOf(row.error), grow: true },
  ],
  fields: ['uuid', 'error.code', 'error.status', 'error.message'],
};

/** Tells outcomes as they come, where a format can, and the rest in the end. */
export interface OutcomeTeller {
  next(outcomes: Outcomes): void;
  /** Throws what writing them threw: that a reader has gone ends no work. */
  end(outcomes: Outcomes): Promise<void>;
}

/** What telling needs of a command. */
type Telling = Pick<Context, 'io' | 'show' | 'now'> & { readonly settings: Pick<Context['settings'], 'dryRun'> };

/**
 * Sentences for a person at a terminal; rows where stdout is read by a program or a format is asked for: as JSON lines each
 * one once it and those before it are done.
 */
export function tellOutcomes(context: Telling, refs: readonly string[]): OutcomeTeller {
  const { show, settings, now } = context;
  const setting = { people: {}, now: now(), me: undefined };
  const isByLine = show.choice.format === 'jsonl' && !settings.dryRun;
  let told = 0;
  let telling = Promise.resolve();
  const tellUpTo = (end: number, outcomes: Outcomes): Promise<void> => {
    const rows = outcomes
      .slice(told, end)
      .map((outcome, at) => toRow(outcome, toldReference(context, refs[told + at] ?? '')));
    told = end;
    telling = telling.then(() => show.list(outcomeView, { rows, setting, isDone: true }));
    return telling;
  };
  return {
    next(outcomes) {
      let end = told;
      while (outcomes[end] !== undefined) end += 1;
      // Whoever waits for the end hears of a failure.
      if (isByLine && end > told) tellUpTo(end, outcomes).catch(() => undefined);
    },
    async end(outcomes) {
      if (context.io.stdout.isTerminal && !show.isAsked) await saySentences(context, refs, outcomes);
      else await tellUpTo(outcomes.length, outcomes);
    },
  };
}

async function saySentences(context: Telling, refs: readonly string[], outcomes: Outcomes): Promise<void> {
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome?.sentence !== undefined) await context.show.say(outcome.sentence);
    else if (refs.length > 1) {
      const ref = outcome?.ref ?? toldReference(context, refs[at] ?? '');
      await context.show.say(`${ref}: ${outcome?.error?.message ?? 'not tried'}`);
    }
  }
}

function toRow(outcome: Outcome | undefined, text: string): JsonObject {
  const { ref, uuid, error } = outcome ?? { ref: text, uuid: undefined, error: notTried() };
  const row = { ref, uuid: uuid ?? null, ok: error === undefined };
  return error === undefined ? row : { ...row, error: describe(error) };
}

function notTried(): TrackerError {
  return new TrackerError('interrupted', 'not tried');
}

function describe({ kind, status, message, hint }: TrackerError): JsonObject {
  const code: ErrorKind = kind;
  return { code, status: status ?? null, message, hint: hint ?? null };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
}
