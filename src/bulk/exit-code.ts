import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import { shownReference } from './piped-rows.js';

/** What became of one reference. */
export interface Outcome {
  /** As given, or the human reference where it was found. */
  readonly ref: string;
  readonly uuid: string | undefined;
  /** What was done, as a sentence for people. */
  readonly sentence?: string;
  readonly error?: TrackerError;
}

/** In the order of the references; undefined for those that were not tried. */
export type Outcomes = readonly (Outcome | undefined)[];

/** Whether the server has it, completely or not: sending it again would do it twice. */
export function isApplied(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && (outcome.error === undefined || outcome.error.kind === 'partial');
}

/**
 * Throws the error of the whole command where not everything worked: the interruption, the error of a single reference,
 * exit 3 for a sign-in that ended, the kind that all failures share, or else `partial` (exit 8).
 */
export function throwForRest(context: Context, refs: readonly string[], outcomes: Outcomes): void {
  if (context.signal.aborted) throw context.signal.reason;
  const errors = outcomes.flatMap((each) => each?.error ?? []);
  const [first] = errors;
  if (first === undefined) return;
  if (refs.length === 1) throw first;
  const left = outcomes.flatMap((each, at) =>
    each && each.error === undefined ? [] : [shownReference(context, refs[at] ?? '')],
  );
  const names = left.length > 8 ? `${left.slice(0, 8).join(', ')} and ${left.length - 8} more` : left.join(', ');
  const message = `${left.length} of ${refs.length} ${describeLeft(outcomes, context.settings.dryRun ? 'would not be done' : 'were not done')}: ${names}`;
  const signedOut = errors.find(({ kind }) => kind === 'sign_in_required');
  if (signedOut) {
    const hint = `${signedOut.hint ?? 'tracker login'}, then run it for those`;
    throw new TrackerError('sign_in_required', `${message}; ${signedOut.message}`, { hint, status: signedOut.status });
  }
  const isOneKind = errors.length === refs.length && errors.every(({ exitCode }) => exitCode === first.exitCode);
  const isKeptInPart = errors.every(({ kind }) => kind === 'partial');
  throw new TrackerError(isOneKind ? first.kind : 'partial', message, {
    hint: isKeptInPart || (isOneKind && first.kind !== 'partial') ? first.hint : undefined,
    // Before the rest is sent again, somebody has to look.
    cause: errors.find(({ kind }) => kind === 'unknown_outcome'),
  });
}

function describeLeft(outcomes: Outcomes, wereNot: string): string {
  const kinds = outcomes.flatMap((each) =>
    each && each.error === undefined ? [] : (each?.error?.kind ?? 'interrupted'),
  );
  if (kinds.every((kind) => kind === 'partial')) return `${wereNot} completely`;
  const notKept = kinds.includes('partial') ? ', or not completely' : '';
  return `${wereNot}${notKept}${kinds.includes('unknown_outcome') ? ', or nobody knows' : ''}`;
}
