import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { textsOf } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { moveInto } from '../../disk/move-into.js';
import type { Entry } from '../../ledger/entry.js';
import { isUnreached, Queued, whyUnsent } from '../../ledger/send.js';
import { flagsToSave, knownTargets, type Submission } from '../submission.js';
import type { Unsendable } from '../text/left-by-editor.js';
import { reportUnsent, resending } from '../unsent/report-unsent.js';
import { accountOf, type Draft, findDraft, ledgerOf } from './drafts.js';

/**
 * Saves a submission as a draft, replacing the one it came from, whose other targets stay in it. If it cannot be saved, warns and
 * returns undefined; the text is sent all the same (docs/requirements.md, R70). A queued command is kept already.
 */
export async function saveDraft(
  context: Context,
  submission: Submission,
  begun: Partial<Entry> = {},
): Promise<Draft | undefined> {
  const { command, args, fromDraft } = submission;
  if (context.queued) return undefined;
  const { ledger } = ledgerOf(context);
  const flags = flagsToSave(submission.flags);
  try {
    const known = await knownTargets(context, submission);
    const account = await accountOf(await context.client());
    // Another process may have removed it in the meantime.
    const before = findDraft(ledger, fromDraft);
    const others = before ? otherTargets(before, submission) : [];
    const words = [...command.split(' '), ...args, ...others];
    const entry = { ...account, state: 'unsent', words, flags, targets: known, ...begun } as const;
    const seen = entry.state === 'waiting' ? await context.lastRead?.(entry) : undefined;
    if (!before) return { ...ledger.begin({ ...entry, seen }), flags };
    const targets = { ...known, ...before.targets };
    const { url } = account;
    const draft = { ...before, ...(before.owner === '' && account), url, words, flags, targets };
    ledger.replace(draft);
    return draft;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await context.show.warn(`could not save a draft: ${error.message}`, undefined, 'not_kept');
    return undefined;
  }
}

/**
 * Saves a text that was not sent, and says how to send it (docs/requirements.md, R70). Throws Queued if it waits for the server, as
 * was asked for.
 */
export async function saveUnsent(context: Context, submission: Submission, error?: unknown): Promise<void> {
  const draft = await saveDraft(context, submission);
  const isPiped = textsOf(submission.flags.attach).includes('-');
  if (draft && context.settings.queue && isUnreached(error) && !isPiped) {
    const seen = (await context.lastRead?.(draft)) ?? draft.seen;
    throw new Queued(ledgerOf(context).ledger.stepIfPossible(draft, 'queue', { seen }), error);
  }
  const why = whyUnsent(error);
  if (draft && why !== undefined) ledgerOf(context).ledger.replaceIfPossible({ ...draft, why });
  await reportUnsent(context, { draft, submission, error });
}

/** Targets of a draft that it is not being sent to now; they stay in it (docs/requirements.md, R70). */
export function otherTargets(draft: Draft, { command, args }: Submission): readonly string[] {
  const given = new Set(args.map((arg) => arg.toLowerCase()));
  const words = draft.words.slice(command.split(' ').length);
  // With as many arguments as before, a wrong reference was corrected.
  if (args.length >= words.length) return [];
  return words.filter((word) => !given.has(word.toLowerCase()));
}

/**
 * Saves what an editor left as a draft although it cannot be sent as it is, and says how to fix and send it. The file moves
 * into the draft, which names it as its `--body-file`; where that is impossible, it stays where it is
 * (docs/requirements.md, R82).
 */
export async function saveUnsentFile(context: Context, typed: Submission, file: Unsendable): Promise<void> {
  const draft = await saveDraft(context, typed);
  if (!draft) {
    const hint = `${file.remedy} and send it again with --body-file ${shellWord(file.path)}`;
    return await context.show.warn(`nothing was sent; what you wrote is kept in ${file.path}`, hint);
  }
  const { ledger } = ledgerOf(context);
  let path = file.path;
  let isNamed = false;
  try {
    path = await moveInto(ledger.filesFolder(draft.number), path);
    ledger.replace({ ...draft, flags: { ...draft.flags, bodyFile: path } });
    isNamed = true;
  } catch {
    // The message says where it is.
  }
  const { lead, command, isPiped } = resending(context, draft);
  const hint =
    file.filter === undefined || isPiped
      ? `${file.remedy} and ${lead}: ${command}${isNamed ? '' : ` --body-file ${shellWord(path)}`}`
      : `${file.remedy}${file.filterFits ? `; ${file.filterFits}` : ''}: ${file.filter} < ${shellWord(path)} | ${command} --body-file -`;
  await context.show.warn(`nothing was sent; what you wrote is kept in ${path}`, hint);
}
