import type { Context } from '../args/context.js';
import { Declined } from '../contract/errors.js';
import type { Receiving } from '../files/file-parts.js';
import { confirmTarget } from './confirm-target.js';
import { withClaim, withClaimedDraft } from './saved/claim.js';
import type { OnFound } from './saved/draft-targets.js';
import { otherTargets, saveDraft } from './saved/save.js';
import { type Draft, type Drafts, openDrafts } from './saved/store.js';
import { flagsToSave, type Submission } from './submission.js';
import { keeping, mayHaveArrived, reportUnsent, selection, sendingCommand } from './unsent/report-unsent.js';

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
  const { settings } = context;
  if (settings.dryRun) return await withFiles({ ...submission, keep: () => false }, async () => await send(noDraft));
  const drafts = openDrafts(settings.folders.state);
  const { fromDraft } = submission;
  if (fromDraft !== undefined)
    return await withClaimedDraft(context, { drafts, id: fromDraft, submission }, async (claimed) => {
      await confirmOrSave(context, drafts, { submission, draft: claimed });
      const others = otherTargets(claimed, submission);
      const draft = await saveDraft(context, drafts, submission, others);
      return await sendSaved(context, { drafts, submission, draft, claimed, others }, send);
    });
  const draft = await saveDraft(context, drafts, submission);
  const work = async (): Promise<T> => await sendSaved(context, { drafts, submission, draft, others: [] }, send);
  return draft ? await withClaim(context, { drafts, id: draft.id }, work) : await work();
}

/** Receives a file from standard input first, if there is one. */
async function withFiles<T>(given: Receiving, work: () => Promise<T>): Promise<T> {
  if (!given.files?.length) return await work();
  return await (await import('../files/file-parts.js')).withPiped(given, work);
}

/** Confirms a new target. If the answer is no, saves the changes in the draft. */
async function confirmOrSave(
  context: Context,
  drafts: Drafts,
  { submission, draft }: { readonly submission: Submission; readonly draft: Draft },
): Promise<void> {
  try {
    await keeping(context, draft, async () => await confirmTarget(context, draft, submission.args));
  } catch (error) {
    replaceWherePossible(drafts, { ...draft, flags: flagsToSave(submission.flags) });
    throw error;
  }
}

interface Saved {
  readonly drafts: Drafts;
  readonly submission: Submission;
  /** Undefined if none could be saved. */
  readonly draft: Draft | undefined;
  /** The draft it came from, which is still on disk as it was if it could not be replaced. */
  readonly claimed?: Draft;
  /** Targets of the draft that it is not being sent to now. */
  readonly others: readonly string[];
}

async function sendSaved<T>(context: Context, saved: Saved, send: (draft: SendingDraft) => Promise<T>): Promise<T> {
  const { drafts, submission, others } = saved;
  const command = submission.command.split(' ');
  let { draft } = saved;
  let [isBegun, isTaken] = [false, false];
  const onFound: OnFound = (ref, uuid) => {
    if (!draft || isTaken || draft.targets?.[ref] === uuid) return;
    draft = { ...draft, targets: { ...draft.targets, [ref]: uuid } };
    replaceWherePossible(drafts, draft);
  };
  const keepOnly = (args: readonly string[]): void => {
    isTaken = args.length === 0;
    if (!draft) return;
    draft = { ...draft, words: [...command, ...args, ...others] };
    // A full disk must not stop the work; the command in the final warning is still correct.
    if (args.length > 0) replaceWherePossible(drafts, draft);
  };
  const keep = (flags: Submission['flags']): boolean => {
    if (draft) draft = { ...draft, flags: flagsToSave(flags) };
    return draft !== undefined && replaceWherePossible(drafts, draft);
  };
  const mark = (mayHaveArrived: boolean | undefined): void => {
    if (!draft || draft.mayHaveArrived === mayHaveArrived) return;
    draft = { ...draft, mayHaveArrived };
    replaceWherePossible(drafts, draft);
  };
  const folder = draft && drafts.filesFolder(draft.id);
  try {
    const sent = await withFiles({ ...submission, folder, keep }, async () => {
      isBegun = true;
      // Written first, so that the draft says so even if this process is killed.
      mark(true);
      return await send({ keepOnly, onFound });
    });
    isTaken = true;
    return sent;
  } catch (error) {
    if (!mayHaveArrived(context, error)) mark(saved.draft?.mayHaveArrived);
    if (!isTaken) await reportUnsent(context, { draft, submission, error: isBegun ? error : undefined });
    throw error instanceof Declined ? new Declined() : error;
  } finally {
    const onDisk = draft ?? saved.claimed;
    if (isTaken && onDisk)
      await finish(context, drafts, { ...onDisk, words: [...command, ...others], mayHaveArrived: undefined });
  }
}

/** False if the draft on disk could not be replaced: it then names more targets than are left, never fewer. */
function replaceWherePossible(drafts: Drafts, draft: Draft): boolean {
  try {
    drafts.replace(draft);
    return true;
  } catch {
    return false;
  }
}

/** Removes a draft that was sent, unless it has other targets left. */
async function finish(context: Context, drafts: Drafts, draft: Draft): Promise<void> {
  const left = draft.words.slice(2);
  if (left.length === 0) return drafts.remove(draft.id);
  replaceWherePossible(drafts, draft);
  await context.show.warn(
    `draft ${draft.id} is kept: it was not sent to ${left.join(', ')}`,
    `to send it there: tracker ${selection(context)}${sendingCommand(draft)}`,
  );
}
