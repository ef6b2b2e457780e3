import type { Context } from '../context.js';
import { withPiped } from '../files/piped-file.js';
import { withClaim } from './claim.js';
import { orKeepAnew } from './claimed-changes.js';
import { confirmTarget } from './confirm-target.js';
import { commandOf, tellKept } from './report-unsent.js';
import { type Authored, clearedFlags, keepDraft, otherArgs, toldArgs } from './save.js';
import { type Draft, type Drafts, openDrafts } from './store.js';

/** What `send` may say about the draft while it runs. */
export interface Kept {
  /** From now on only these arguments are still to be sent; none: the server has it all. */
  narrow(args: readonly string[]): void;
}

const unkept: Kept = { narrow: () => undefined };

/**
 * Keeps what was written on disk before the network is touched, sends it, and removes it when that worked. Otherwise the
 * draft stays, and a warning names it and the command that sends it again (docs/requirements.md, R70). A dry run keeps
 * nothing. Throws `conflict` where another process is sending the same draft.
 */
export async function sendAuthored<T>(context: Context, given: Authored, send: (kept: Kept) => Promise<T>): Promise<T> {
  const authored = { ...given, args: toldArgs(context, given.args) };
  const { settings, signal } = context;
  if (settings.dryRun) return await withPiped({ ...authored, keep: () => false }, async () => await send(unkept));
  const drafts = openDrafts(settings.folders.state);
  const claiming = { drafts, processes: settings.processes, signal };
  const { fromDraft } = authored;
  if (fromDraft !== undefined) {
    const unclaimed = { drafts, authored, id: fromDraft, before: drafts.find(fromDraft) };
    return await orKeepAnew(context, unclaimed, async (check) => {
      return await withClaim({ ...claiming, id: fromDraft }, async () => {
        await confirmOrKeep(context, drafts, { authored, draft: check() });
        const others = otherArgs(drafts, authored);
        const draft = await keepDraft(context, drafts, authored, others);
        return await sendKept(context, { drafts, authored, draft, others }, send);
      });
    });
  }
  const draft = await keepDraft(context, drafts, authored);
  const work = async (): Promise<T> => await sendKept(context, { drafts, authored, draft, others: [] }, send);
  return draft ? await withClaim({ ...claiming, id: draft.id }, work) : await work();
}

/** What was changed in a draft stays in it where it is not to go where this command would send it. */
async function confirmOrKeep(
  context: Context,
  drafts: Drafts,
  { authored, draft }: { readonly authored: Authored; readonly draft: Draft },
): Promise<void> {
  try {
    await confirmTarget(context, draft, authored.args);
  } catch (error) {
    replaceWherePossible(drafts, { ...draft, flags: clearedFlags(authored.flags) });
    throw error;
  }
}

interface Sending {
  readonly drafts: Drafts;
  readonly authored: Authored;
  /** Undefined where none could be kept. */
  readonly draft: Draft | undefined;
  /** What it was also written for. */
  readonly others: readonly string[];
}

async function sendKept<T>(context: Context, sending: Sending, send: (kept: Kept) => Promise<T>): Promise<T> {
  const { drafts, authored, others } = sending;
  let { draft } = sending;
  let [isBegun, isTaken] = [false, false];
  const narrow = (args: readonly string[]): void => {
    isTaken = args.length === 0;
    if (!draft) return;
    draft = { ...draft, words: [...authored.command.split(' '), ...toldArgs(context, args), ...others] };
    // A disk that is full by now must not end what is going on; the command that is told later is right all the same.
    if (args.length > 0) replaceWherePossible(drafts, draft);
  };
  const keep = (flags: Authored['flags']): boolean => {
    if (draft) draft = { ...draft, flags: clearedFlags(flags) };
    return draft !== undefined && replaceWherePossible(drafts, draft);
  };
  const folder = draft && drafts.filesFolder(draft.id);
  try {
    const sent = await withPiped({ ...authored, folder, keep }, async () => {
      isBegun = true;
      return await send({ narrow });
    });
    isTaken = true;
    return sent;
  } catch (error) {
    if (!isTaken) await tellKept(context, { draft, authored, error: isBegun ? error : undefined });
    throw error;
  } finally {
    if (isTaken && draft)
      await finish(context, drafts, { ...draft, words: [...authored.command.split(' '), ...others] });
  }
}

/** False where the draft on the disk stays as it is: it then names more than is left, which is never less than what is. */
function replaceWherePossible(drafts: Drafts, draft: Draft): boolean {
  try {
    drafts.replace(draft);
    return true;
  } catch {
    return false;
  }
}

/** Removes a draft that was sent, or keeps it for whom it was not sent to. */
async function finish(context: Context, drafts: Drafts, draft: Draft): Promise<void> {
  const left = draft.words.slice(2);
  if (left.length === 0) return drafts.remove(draft.id);
  replaceWherePossible(drafts, draft);
  await context.show.warn(
    `draft ${draft.id} stays: it was not sent to ${left.join(', ')}`,
    `send it there: tracker ${commandOf(draft)} --from-draft ${draft.id}`,
  );
}
