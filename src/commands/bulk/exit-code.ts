import type { Context } from '../../args/context.js';
import { isInDoubt, phrase, TrackerError } from '../../contract/errors.js';
import type { Outcome, Outcomes } from '../../output/shown.js';
import { someOf } from '../../output/text/sentence.js';
import { type Reference, shown } from '../../references/read.js';

/** What the work for one reference gives. An error says what was not done as requested. */
export type Done = Pick<Outcome, 'sentence' | 'words' | 'changes' | 'error'>;

/** With `--queue`, what the server could not be reached for. */
export class Unreached extends TrackerError {
  constructor(
    readonly left: readonly Reference[],
    /** What else went wrong. */
    readonly trouble: unknown,
    cause: unknown,
  ) {
    super('network', cause instanceof Error ? cause.message : 'the server cannot be reached', { cause });
  }
}

/**
 * The error of the whole command unless everything succeeded: the interruption, the error of the only reference, exit 3 if the
 * token stopped being valid, the kind that all failures share, or else `partial` (exit 8). If `isOneChange`, it is enough that
 * those that failed share it. What waits or is proposed has not failed.
 */
export function failureOf(
  context: Context,
  refs: readonly Reference[],
  outcomes: Outcomes,
  isOneChange = false,
): unknown {
  if (context.signal.aborted) return context.signal.reason;
  const left = refs.filter((_, at) => outcomes[at]?.isQueued);
  const tried = outcomes.map((each) => (each?.isQueued ? { ref: each.ref, uuid: each.uuid } : each));
  const trouble = troubleIn(context, refs, { tried, isOneChange, waiting: left.length });
  return left.length === 0 ? trouble : new Unreached(left, trouble, outcomes.find((each) => each?.isQueued)?.error);
}

interface Ending {
  /** The outcomes, without an error of what waits. */
  readonly tried: Outcomes;
  readonly isOneChange: boolean;
  /** How many wait. */
  readonly waiting: number;
}

function troubleIn({ settings }: Context, refs: readonly Reference[], { tried, isOneChange, waiting }: Ending) {
  const errors = tried.flatMap((each) => each?.error ?? []);
  const [first] = errors;
  if (first === undefined) return undefined;
  if (refs.length === 1) return first;
  const left = refs.flatMap((each, at) => {
    const { ref = shown(each), error } = tried[at] ?? {};
    return tried[at] === undefined || error !== undefined ? [ref] : [];
  });
  const [one, several] =
    settings.queue === 'propose' ? ['was proposed', 'were proposed'] : ['waits to be sent', 'wait to be sent'];
  const also = waiting === 0 ? '' : `; ${waiting} ${waiting === 1 ? one : several}`;
  const message = `${left.length} of ${refs.length} ${describeLeft(tried, settings.dryRun ? 'would fail' : undefined)}: ${someOf(left)}${also}`;
  const signedOut = errors.find(({ kind }) => kind === 'sign_in_required');
  if (signedOut) {
    const hint = phrase`${signedOut.hint ?? 'tracker login'}, then run the command again for these`;
    const { status, reason, brief } = signedOut;
    return new TrackerError('sign_in_required', phrase`${message}; ${signedOut.message}`, {
      ...{ hint, status, reason, brief: brief && phrase`${message}; ${brief}` },
    });
  }
  const isOneKind =
    (isOneChange || errors.length === refs.length) && errors.every(({ exitCode }) => exitCode === first.exitCode);
  const isKeptInPart = errors.every(({ kind }) => kind === 'partial');
  return new TrackerError(isOneKind ? first.kind : 'partial', message, {
    hint: isKeptInPart || (isOneKind && first.kind !== 'partial') ? first.hint : undefined,
    // Someone has to check what was applied before the rest is sent again.
    cause: errors.find(isInDoubt),
  });
}

function describeLeft(outcomes: Outcomes, would: string | undefined): string {
  const kinds = outcomes.flatMap((each) =>
    each && each.error === undefined ? [] : (each?.error?.kind ?? 'interrupted'),
  );
  const were = kinds.length === 1 ? 'was' : 'were';
  if (kinds.every((kind) => kind === 'partial')) return `${were} only partly done`;
  const partly = kinds.includes('partial') ? ` or ${were} only partly done` : '';
  const failed = kinds.includes('interrupted') ? `${were} not done` : 'failed';
  return `${would ?? failed}${partly}${kinds.includes('unknown_outcome') ? ' or have an unknown outcome' : ''}`;
}
