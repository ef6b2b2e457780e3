import type { Context } from '../../args/context.js';
import { Declined, TrackerError } from '../../contract/errors.js';
import { flagsToSave, type Submission } from '../submission.js';
import { reportUnsent } from '../unsent/report-unsent.js';
import { ownerOf } from './draft-owner.js';
import { plainName } from './draft-targets.js';
import { type Draft, type Drafts, openDrafts } from './store.js';

/**
 * Saves a submission as a draft, replacing the one it came from. `others` are targets the draft was also written for. If it
 * cannot be saved, warns and returns undefined; the text is sent all the same.
 */
export async function saveDraft(
  context: Context,
  drafts: Drafts,
  submission: Submission,
  others: readonly string[] = [],
): Promise<Draft | undefined> {
  const { command, args, url, fromDraft } = submission;
  const words = [...command.split(' '), ...args, ...others];
  const flags = flagsToSave(submission.flags);
  try {
    const known = await knownTargets(context, submission);
    const userId = ownerOf(await context.client());
    const before = fromDraft === undefined ? undefined : drafts.find(fromDraft);
    // Another process may have removed it in the meantime.
    if (!before) return drafts.save({ url, userId, words, flags, ...known }, context.now());
    const targets = { ...known.targets, ...before.targets };
    const draft = { userId, ...before, url, words, flags, ...(Object.keys(targets).length > 0 && { targets }) };
    drafts.replace(draft);
    return draft;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await context.show.warn(`could not save a draft: ${error.message}`);
    return undefined;
  }
}

/** What has references that may come to mean something else. */
const kinds = ['tasks', 'tickets', 'projects'] as const;

/** The uuids of the submission's references, as far as this computer knows them. */
async function knownTargets(context: Context, given: Submission): Promise<Pick<Draft, 'targets'>> {
  const { command, args, flagRefs = [], targets } = given;
  if (targets) return { targets };
  const of = kinds.filter((noun) => command.startsWith(`${noun} `));
  const refs = [...flagRefs, ...args.map((text) => ({ of, text }))];
  if (refs.length === 0) return {};
  const { index } = await context.client();
  const known = refs.flatMap(({ of, text }) =>
    kinds.filter((kind) => of.includes(kind)).flatMap((kind) => index.find(kind, plainName(text)) ?? []),
  );
  if (known.length === 0) return {};
  return { targets: Object.fromEntries(known.map(({ ref, uuid }) => [ref.toLowerCase(), uuid])) };
}

/**
 * Saves a text that was not sent, and says how to send it. It replaces the draft it came from, if that still exists
 * (docs/requirements.md, R70).
 */
export async function saveUnsent(context: Context, typed: Submission, error?: unknown): Promise<void> {
  const declined = error instanceof Declined ? { error } : {};
  await reportUnsent(context, { ...(await saveTyped(context, typed)), ...declined });
}

/** Saves it without a message. Returns the submission as saved, and the draft, or undefined if none could be saved. */
export async function saveTyped(
  context: Context,
  typed: Submission,
): Promise<{ readonly draft: Draft | undefined; readonly submission: Submission }> {
  const drafts = openDrafts(context.settings.folders.state);
  const before = typed.fromDraft === undefined ? undefined : drafts.find(typed.fromDraft);
  const submission = before ? typed : { ...typed, fromDraft: undefined };
  const others = before ? otherTargets(before, submission) : [];
  return { draft: await saveDraft(context, drafts, submission, others), submission };
}

/** Targets of a draft that it is not being sent to now; they stay in it (docs/requirements.md, R70). */
export function otherTargets(draft: Draft, { command, args }: Submission): readonly string[] {
  const given = new Set(args.map((arg) => arg.toLowerCase()));
  const words = draft.words.slice(command.split(' ').length);
  // With as many arguments as before, a wrong reference was corrected.
  if (args.length >= words.length) return [];
  return words.filter((word) => !given.has(word.toLowerCase()));
}
