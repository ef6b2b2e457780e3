import type { Context } from '../../args/context.js';
import { initialValues, type VerbBody } from '../../args/verb.js';
import { ledgerOf } from '../../compose/saved/drafts.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { waitFor } from '../../http/waiting.js';
import { type Entry, isFinished } from '../../ledger/entry.js';
import type { VerbResult } from '../../output/shown.js';
import { untilInterrupted } from '../watching/staying-open.js';
import { decided } from './condition.js';
import { timeLimit } from './time-limit.js';

interface WatchedDraft {
  /** As it was typed. */
  readonly name: string;
  readonly reference: unknown;
  readonly until: readonly string[];
  /** Seconds. */
  readonly wait: number | undefined;
}

/** How often to look at the ledger (milliseconds). */
const lookMs = 250;

/**
 * Waits until a proposal is decided on, with all its parts, and gives it as `drafts view` does. Throws `not_found`, and `network`
 * if late.
 */
export async function watchDraft(
  context: Context,
  { name, reference, until, wait }: WatchedDraft,
): Promise<VerbResult | undefined> {
  if (reference !== undefined) throw usageError('--draft cannot be used with a reference', 'watch one of them');
  if (until.some((text) => text.trim().toLowerCase() !== decided))
    throw usageError(`--draft can only be used with --until ${decided}`);
  const { ledger } = ledgerOf(context);
  const { number, isProposal } = ledger.read(name);
  if (!isProposal) throw new TrackerError('not_found', `draft ${number} is not a proposal`);
  const isOpen = (each: Entry): boolean => !isFinished(each) && [each.number, each.group].includes(number);
  const limit = timeLimit(wait, () => `nobody decided on draft ${number} within ${wait} s`);
  try {
    await untilInterrupted(context, async ({ signal }) => {
      const either = AbortSignal.any([signal, limit.signal]);
      while (ledger.outlines().some(isOpen)) await waitFor(lookMs, either);
    });
  } finally {
    limit.clear();
  }
  const view = (await context.commands.load('drafts view')) as VerbBody;
  return await view.run(context, [String(number)], initialValues(view));
}
