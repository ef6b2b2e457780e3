import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../args/context.js';
import { selection } from '../args/selection.js';
import { Declined } from '../contract/errors.js';
import type { PipeReceiver } from '../files/file-parts.js';
import { argumentsOf } from '../ledger/entry.js';
import { type Outcome, Queued, sendClaimed, waits, withEntry } from '../ledger/send.js';
import { confirmSending } from '../terminal/prompt/prompt.js';
import { type Draft, findDraft, isDraft, keeping, ledgerOf, type OnFound } from './saved/drafts.js';
import { otherTargets, reporting, saveDraft } from './saved/save.js';
import { changeOf, draftOf, flagsToSave, type Text } from './writing.js';

type Send<T> = (draft: {
  /** Keeps only the arguments that still have to be sent; none once the server has accepted everything. */
  readonly keepOnly: (args: readonly string[]) => void;
  readonly onFound: OnFound;
}) => Promise<T>;

/**
 * Sends a text, and removes its draft if that worked. Otherwise the draft is kept, and a warning names it and the command
 * that sends it again (docs/requirements.md, R70). Throws `conflict` if another process is sending the same draft.
 */
export async function sendText<T>(context: Context, text: Text, send: Send<T>): Promise<T> {
  if (context.settings.dryRun) {
    const draft = { keepOnly: () => undefined, onFound: () => undefined };
    return await withFiles(text, { keep: () => false }, async () => await send(draft));
  }
  const number = draftOf(text);
  if (number !== undefined) return await sendDraft(context, text, number, send);
  return await sendSaved(context, text, { draft: undefined, others: [] }, send);
}

/**
 * Sends the draft that a text came from, with its changes. If another process has it, or has sent, deleted or changed it in
 * the meantime, they are saved as a new draft, so that no text is lost (docs/requirements.md, R70).
 */
async function sendDraft<T>(context: Context, text: Text, number: number, send: Send<T>) {
  const parts = ledgerOf(context);
  const change = changeOf(text);
  const read = findDraft(parts.ledger, number);
  let isClaimed = false;
  try {
    return await withEntry(parts, { number, read }, async ({ state }) => {
      isClaimed = true;
      const claimed = { ...(read as Draft), state };
      try {
        await keeping(context, claimed, async () => await confirmTarget(context, claimed, argumentsOf(change)));
      } catch (error) {
        parts.ledger.replaceIfPossible({ ...claimed, flags: change.flags });
        throw error;
      }
      const others = otherTargets(claimed, change);
      const draft = await saveDraft(context, text);
      return await sendSaved(context, text, { draft, claimed, others }, send);
    });
  } catch (error) {
    const isChanged = !isDeepStrictEqual({ ...read?.flags }, change.flags);
    const asNew = { ...text, values: { ...text.values, fromDraft: undefined } };
    if (!isClaimed && isChanged)
      await (await reporting()).reportUnsent(context, { draft: await saveDraft(context, asNew), text: asNew });
    throw error;
  }
}

/**
 * Warns if a draft would be sent somewhere other than it was written for, and asks if a prompt is possible, so that a text does
 * not reach the wrong reader by mistake. Throws Declined for a no (docs/requirements.md, R70).
 */
async function confirmTarget(context: Context, draft: Draft, args: readonly string[]): Promise<void> {
  const meant = argumentsOf(draft);
  const known = new Set(meant.map((word) => word.toLowerCase()));
  const isElsewhere = args.some((arg) => !known.has(arg.toLowerCase()));
  if (!isElsewhere || meant.length === 0) return;
  await context.show.warn(
    `draft ${draft.number} was written for ${meant.join(', ')}, but would now be sent to ${args.join(', ')}`,
  );
  if (!context.prompt.possible) return;
  await confirmSending(context, `Send it to ${args.join(', ')}?`);
}

/** Receives a file from standard input first, if there is one. */
async function withFiles<T>(
  { values, files }: Text,
  keeping: Pick<PipeReceiver, 'folder' | 'keep'>,
  work: () => Promise<T>,
): Promise<T> {
  if (files.length === 0) return await work();
  return await (await import('../files/file-parts.js')).withPiped({ flags: { ...values }, files, ...keeping }, work);
}

interface Origin {
  /** Undefined if none could be saved. */
  readonly draft: Draft | undefined;
  /** The draft it came from, which is still on disk as it was if it could not be replaced. */
  readonly claimed?: Draft;
  /** Targets of the draft that it is not being sent to now. */
  readonly others: readonly string[];
}

async function sendSaved<T>(context: Context, text: Text, { draft: saved, claimed, others }: Origin, send: Send<T>) {
  const { queue } = context.settings;
  const parts = ledgerOf(context);
  const command = text.composing.command.split(' ');
  let draft = saved;
  let outcome: Outcome<T> | undefined;
  // A draft that could not be replaced names more targets than are left, never fewer.
  const keep: PipeReceiver['keep'] = (flags) => {
    if (!draft) return false;
    draft = { ...draft, flags: flagsToSave(flags) };
    return parts.ledger.replaceIfPossible(draft);
  };
  const folder = draft && parts.ledger.filesFolder(draft.number);
  const rest = others.length === 0 ? undefined : { words: [...command, ...others] };
  try {
    outcome = await withFiles(text, { folder, keep }, async () =>
      sendClaimed(
        parts,
        { entry: draft ?? claimed, isAsked: true, rest, queue },
        async ({ record, change, accept }) => {
          if (draft) await record(await (await context.client()).recorder());
          let targets = draft?.targets;
          return await send({
            keepOnly(args) {
              if (context.sending?.entry) context.sending.entry.keepOnly(args);
              else if (args.length === 0) accept();
              else change({ words: [...command, ...args, ...others] });
            },
            onFound(ref, uuid) {
              if (!draft || targets?.[ref] === uuid) return;
              targets = { ...targets, [ref]: uuid };
              change({ targets });
            },
          });
        },
      ),
    );
    if (outcome.is === 'failed') throw outcome.error;
    return outcome.result;
  } catch (error) {
    const left = outcome?.entry;
    const isWaiting = (left?.state === 'waiting' || left?.state === 'proposed') && waits(queue, error);
    const unsent = isDraft(left) && draft ? left : draft;
    if (!isWaiting && !outcome?.isTaken)
      await (await reporting()).reportUnsent(context, { draft: unsent, text, error: outcome && error });
    const failure = isWaiting ? new Queued(left, error) : error instanceof Declined ? new Declined() : error;
    if (outcome?.result === undefined) throw failure;
    return { ...outcome.result, failure };
  } finally {
    const left = outcome?.isTaken && rest ? outcome.entry : undefined;
    if (isDraft(left))
      await context.show.warn(
        `draft ${left.number} is kept: it was not sent to ${argumentsOf(left).join(', ')}`,
        `to send it there: tracker ${selection(context)}${(await reporting()).sendingCommand(left)}`,
      );
  }
}
