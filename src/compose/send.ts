import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../args/context.js';
import { Declined } from '../contract/errors.js';
import type { Receiving } from '../files/file-parts.js';
import { withClaim } from '../ledger/claim.js';
import type { Entry } from '../ledger/entry.js';
import { isUnreached, type Outcome, Queued, type SendingEntry, sendClaimed, withEntry } from '../ledger/send.js';
import { confirmTarget } from './confirm-target.js';
import { argumentsOf, type Draft, findDraft, isDraft, ledgerOf } from './saved/drafts.js';
import type { OnFound } from './saved/meant.js';
import { otherTargets, saveDraft } from './saved/save.js';
import { flagsToSave, type Submission } from './submission.js';
import { keeping, reportUnsent, selection, sendingCommand } from './unsent/report-unsent.js';

/** The draft of what is being sent, as far as the command may change it. */
export interface SendingDraft {
  /** Keeps only the arguments that still have to be sent; none once the server has accepted everything. */
  readonly keepOnly: (args: readonly string[]) => void;
  /** Remembers what a reference was found to be. */
  readonly onFound: OnFound;
}

const noDraft: SendingDraft = { keepOnly: () => undefined, onFound: () => undefined };

/**
 * Saves a submission as a draft before any request, sends it, and removes the draft if that worked. Otherwise the draft is kept,
 * and a warning names it and the command that sends it again (docs/requirements.md, R70). A dry run saves nothing. Throws
 * `conflict` if another process is sending the same draft.
 */
export async function sendSubmission<T>(
  context: Context,
  submission: Submission,
  send: (draft: SendingDraft) => Promise<T>,
): Promise<T> {
  if (context.settings.dryRun)
    return await withFiles({ ...submission, keep: () => false }, async () => await send(noDraft));
  const { fromDraft } = submission;
  if (fromDraft !== undefined) return await sendDraft(context, { ...submission, fromDraft }, send);
  const draft = await saveDraft(context, submission);
  const work = async (): Promise<T> => await sendSaved(context, { submission, draft, others: [] }, send);
  return draft ? await withClaim(ledgerOf(context), { number: draft.number }, work) : await work();
}

/**
 * Sends the draft that a submission came from, with its changes. If another process has it, or has sent, deleted or changed it in
 * the meantime, they are saved as a new draft, so that no text is lost (docs/requirements.md, R70).
 */
async function sendDraft<T>(
  context: Context,
  submission: Submission & { readonly fromDraft: number },
  send: (draft: SendingDraft) => Promise<T>,
): Promise<T> {
  const parts = ledgerOf(context);
  const { fromDraft: number } = submission;
  const read = findDraft(parts.ledger, number);
  let isClaimed = false;
  try {
    return await withEntry(parts, { number, read }, async ({ state }) => {
      isClaimed = true;
      const claimed = { ...(read as Draft), state };
      await confirmOrSave(context, { submission, draft: claimed });
      const others = otherTargets(claimed, submission);
      const draft = await saveDraft(context, submission, { others });
      return await sendSaved(context, { submission, draft, claimed, others }, send);
    });
  } catch (error) {
    const isChanged = !isDeepStrictEqual({ ...read?.flags }, flagsToSave(submission.flags));
    const asNew = { ...submission, fromDraft: undefined };
    if (!isClaimed && isChanged)
      await reportUnsent(context, { draft: await saveDraft(context, asNew), submission: asNew });
    throw error;
  }
}

/** Receives a file from standard input first, if there is one. */
async function withFiles<T>(given: Receiving, work: () => Promise<T>): Promise<T> {
  if (!given.files?.length) return await work();
  return await (await import('../files/file-parts.js')).withPiped(given, work);
}

/** Confirms a new target. If the answer is no, saves the changes in the draft. */
async function confirmOrSave(
  context: Context,
  { submission, draft }: { readonly submission: Submission; readonly draft: Draft },
): Promise<void> {
  try {
    await keeping(context, draft, async () => await confirmTarget(context, draft, submission.args));
  } catch (error) {
    replaceWherePossible(context, { ...draft, flags: flagsToSave(submission.flags) });
    throw error;
  }
}

interface Saved {
  readonly submission: Submission;
  /** Undefined if none could be saved. */
  readonly draft: Draft | undefined;
  /** The draft it came from, which is still on disk as it was if it could not be replaced. */
  readonly claimed?: Draft;
  /** Targets of the draft that it is not being sent to now. */
  readonly others: readonly string[];
}

async function sendSaved<T>(context: Context, saved: Saved, send: (draft: SendingDraft) => Promise<T>): Promise<T> {
  const { submission, others } = saved;
  const { queue } = context.settings;
  const parts = ledgerOf(context);
  const command = submission.command.split(' ');
  let draft: Draft | undefined = saved.draft;
  let outcome: Outcome<T> | undefined;
  const keep = (flags: Submission['flags']): boolean => {
    if (draft) draft = { ...draft, flags: flagsToSave(flags) };
    return draft !== undefined && replaceWherePossible(context, draft);
  };
  const folder = draft && parts.ledger.filesFolder(draft.number);
  const rest = others.length === 0 ? undefined : { words: [...command, ...others] };
  try {
    outcome = await withFiles({ ...submission, folder, keep }, async () =>
      sendClaimed(parts, { entry: draft ?? saved.claimed, isAsked: true, rest, queue }, async (sending) => {
        if (draft) await (await (await context.client()).recorder()).use(draft.number);
        return await send(changing(draft, sending, { command, others }));
      }),
    );
    if (outcome.is === 'failed') throw outcome.error;
    return outcome.result;
  } catch (error) {
    const left = outcome?.entry;
    if (queue && left?.state === 'waiting' && isUnreached(error)) throw new Queued(left, error);
    const unsent = isDraft(left) && draft ? left : draft;
    if (!outcome?.isTaken) await reportUnsent(context, { draft: unsent, submission, error: outcome && error });
    throw error instanceof Declined ? new Declined() : error;
  } finally {
    if (outcome?.isTaken && rest && isDraft(outcome.entry)) await sayRest(context, outcome.entry);
  }
}

/** The draft on its way, as the command may change it. */
function changing(
  draft: Draft | undefined,
  { change, accept }: SendingEntry,
  { command, others }: { readonly command: readonly string[]; readonly others: readonly string[] },
): SendingDraft {
  let targets: Entry['targets'] = draft?.targets;
  return {
    onFound(ref, uuid) {
      if (!draft || targets?.[ref] === uuid) return;
      const { [ref]: _before, ...all } = targets ?? {};
      targets = uuid === undefined ? all : { ...all, [ref]: uuid };
      change({ targets });
    },
    keepOnly(args) {
      if (args.length === 0) accept();
      else change({ words: [...command, ...args, ...others] });
    },
  };
}

/** False if the draft on disk could not be replaced: it then names more targets than are left, never fewer. */
function replaceWherePossible(context: Context, draft: Draft): boolean {
  try {
    ledgerOf(context).ledger.replace(draft);
    return true;
  } catch {
    return false;
  }
}

/** Says where else a draft is to be sent. */
async function sayRest(context: Context, draft: Draft): Promise<void> {
  await context.show.warn(
    `draft ${draft.number} is kept: it was not sent to ${argumentsOf(draft).join(', ')}`,
    `to send it there: tracker ${selection(context)}${sendingCommand(draft)}`,
  );
}
