import type { Context } from '../../context.js';
import type { Row } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import { TrackerError } from '../../errors.js';
import { shellWord } from '../../terminal/programs/shell-words.js';
import { isPlain } from '../../terminal/progress/motion.js';
import { changesText } from '../../views/changes.js';
import type { Done } from '../bulk/exit-code.js';

/** A status that was to be set after a text was sent. */
export interface StatusSet {
  readonly from: string | undefined;
  readonly to: string;
  /** Why it was not set: `partial` (exit 8), because the text was sent. */
  readonly failure?: TrackerError;
}

/** A status to set, and how messages describe the half that is done. */
interface Second extends Pick<StatusSet, 'from' | 'to'> {
  /** `the reply on BERG-9 was sent`. */
  readonly done: string;
  /** The command that sets it alone, without the status. */
  readonly edit: string;
}

/** The error for a status that the caller may not set, before anything has been sent. */
export function statusRefused(ref: string): TrackerError {
  const message = `you may not set the status of ${ref}; nothing was sent`;
  return new TrackerError('forbidden', message, { hint: 'leave out --status' });
}

/** Sets a status after a text was sent. A failure says which half is done. */
export async function setAfterText({ from, to, done, edit }: Second, set: () => Promise<Done>): Promise<StatusSet> {
  try {
    const { error } = await set();
    if (error) throw error;
    return { from, to };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const { kind, exitCode, message, hint } = error;
    const isUnknown = kind === 'unknown_outcome' || kind === 'interrupted';
    const alone = `${edit} ${shellWord(to)}`;
    const failure = new TrackerError(
      kind === 'interrupted' ? kind : 'partial',
      `${done}, but its status ${isUnknown ? 'may or may not have been set' : 'was not set'}: ${message}`,
      {
        hint: hint === undefined ? alone : `${hint}; the status alone: ${alone}`,
        cause: error,
        ...(kind === 'interrupted' && { exitCode }),
      },
    );
    return { from, to, failure };
  }
}

/** `; status open → closed`: the end of the sentence about the text; empty if the status was not set. */
export function describeStatus({ settings, now }: Context, status: StatusSet | undefined): string {
  if (status === undefined || status.failure) return '';
  const { from, to } = status;
  if (from === to) return `; the status is already ${shownWord(to)}`;
  const setting = { now: now(), nameOf: (_field: string, item: string) => item, words: isPlain(settings.env) };
  return `; ${changesText({ status: { from, to } }, setting)}`;
}

/** What the result carries about it. */
export function changesOf(status: StatusSet | undefined): { readonly changes?: Row } {
  if (status === undefined || status.failure) return {};
  const { from = null, to } = status;
  return { changes: from === to ? {} : { status: { from, to } } };
}
