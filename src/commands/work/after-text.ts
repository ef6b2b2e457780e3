import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import type { UncertainWork } from '../../client/recorder.js';
import { phrase, TrackerError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import { shellWord } from '../../contract/shell-word.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import type { Entity } from '../../references/find-entity.js';
import { sayLost } from '../showing/say-lost.js';
import { changeWork } from './change.js';
import { requireUnchanged } from './changed-by-others.js';
import { describeChanges } from './report-changes.js';

/** What became of a status that was to be set after a text was sent. */
export interface StatusSet {
  /** `; status open → closed`: the end of the sentence about the text; empty if the status was not set. */
  readonly said: string;
  /** What the result carries about it. */
  readonly changes?: Row;
  /** Why it was not set: `partial` (exit 8), because the text was sent. */
  readonly failure?: TrackerError;
}

interface StatusChange {
  readonly found: Entity<'task' | 'ticket'>;
  readonly what: string;
  readonly to: string;
}

/**
 * What sets a status after a text was sent. Throws `forbidden` if the caller may not change it, and `conflict` for somebody's
 * change, before anything is sent.
 */
export async function permitStatus(context: Context, client: Client, setting: StatusChange) {
  const { found, to } = setting;
  const { kind, ref, detail } = found;
  await requireUnchanged(context, found, { change: { fields: { status: to }, lists: {} } });
  const seen = await detail();
  const row = seen[kind];
  const from = isRow(row) ? textOf(row.status) : undefined;
  if (seen.canEdit !== false) return async () => await setStatus(context, client, { ...setting, from });
  const message = `you may not set the status of ${ref}; nothing was sent`;
  throw new TrackerError('forbidden', message, { hint: 'leave out --status' });
}

/** A failure says which half is done. */
async function setStatus(
  context: Context,
  client: Client,
  { found, what, from, to }: StatusChange & { readonly from: string | undefined },
): Promise<StatusSet> {
  const change = { fields: { status: to }, lists: {} };
  // A message may change the status itself.
  const now = { ...found, basis: undefined };
  const { kind, ref, uuid } = found;
  const again = {
    ...{ words: [`${kind}s`, 'edit', ref], verbWords: 2, flags: { status: to }, isRepeatable: true },
    targets: { [ref.toLowerCase()]: uuid },
  };
  try {
    const recorder = await client.recorder();
    // The command that was typed would send the text again.
    const onLost: UncertainWork['onLost'] = async ({ number }) => await sayLost(context, { number }, [ref]);
    const set = async (): Promise<void> => {
      const { error } = await whileLocked(context, { client, uuid }, () =>
        changeWork(context, client, { found: now, change }),
      );
      if (error) throw error;
    };
    await (context.settings.dryRun ? set() : recorder.holding({ change: again, onLost }, set));
    return {
      said:
        from === to
          ? `; the status is already ${shownWord(to)}`
          : `; ${describeChanges(context, client, { status: { from, to } })}`,
      changes: from === to ? {} : { status: { from: from ?? null, to } },
    };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const { kind, exitCode, message, hint } = error;
    const isUnknown = kind === 'unknown_outcome' || kind === 'interrupted';
    // A word that was refused is not to be typed again.
    const word = kind === 'invalid' ? 'STATUS' : shellWord(to);
    const alone = `tracker ${selection(context)}${found.kind}s edit ${shellWord(found.ref)} -s ${word}`;
    const half = `its status ${isUnknown ? 'may or may not have been set' : 'was not set'}`;
    const said = phrase`the ${what} on ${found.ref} was sent, but ${half}: ${message}`;
    const failure = new TrackerError(kind === 'interrupted' ? kind : 'partial', said, {
      hint: hint === undefined ? alone : phrase`${hint}; the status alone: ${alone}`,
      cause: error,
      ...(kind === 'interrupted' && { exitCode }),
    });
    return { said: '', failure };
  }
}
