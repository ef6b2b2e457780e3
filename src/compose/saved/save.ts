import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, textsOf } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { moveInto } from '../../disk/move-into.js';
import type { EntryState } from '../../ledger/entry.js';
import { isUnreached, Queued } from '../../ledger/send.js';
import type { Ledger } from '../../ledger/store.js';
import { flagsToSave, type Submission } from '../submission.js';
import type { Unsendable } from '../text/left-by-editor.js';
import { reportUnsent, resending } from '../unsent/report-unsent.js';
import { type Draft, findDraft, isDraft, ledgerOf, ownerOf, plainName } from './drafts.js';

interface Saving {
  /** Targets the draft was also written for. */
  readonly others?: readonly string[];
  /** The state of a new one (default: `unsent`). */
  readonly state?: EntryState;
}

/**
 * Saves a submission as a draft, replacing the one it came from. If it cannot be saved, warns and returns undefined; the text is
 * sent all the same.
 */
export async function saveDraft(
  context: Context,
  submission: Submission,
  { others = [], state = 'unsent' }: Saving = {},
): Promise<Draft | undefined> {
  const { command, args, url, fromDraft } = submission;
  const { ledger } = ledgerOf(context);
  const words = [...command.split(' '), ...args, ...others];
  const flags = flagsToSave(submission.flags);
  try {
    const known = await knownTargets(context, submission);
    const owner = await ownerOf(await context.client());
    // Another process may have removed it in the meantime.
    const before = findDraft(ledger, fromDraft);
    if (!before) return asDraft(ledger.begin({ ...owner, state, url, words, flags, targets: known }));
    const targets = { ...known, ...before.targets };
    const draft = { ...before, ...(before.owner === '' && owner), url, words, flags, targets };
    ledger.replace(draft);
    return draft;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await context.show.warn(`could not save a draft: ${error.message}`);
    return undefined;
  }
}

function asDraft(entry: Parameters<typeof isDraft>[0]): Draft | undefined {
  return isDraft(entry) ? entry : undefined;
}

/** What has references that may come to mean something else. */
const kinds = ['tasks', 'tickets', 'projects'] as const;

/** The uuids of the submission's references, as far as this computer knows them. */
export async function knownTargets(
  context: Context,
  given: Pick<Submission, 'command' | 'args' | 'flagRefs' | 'targets' | 'missing'>,
): Promise<Row | undefined> {
  const { command, args, flagRefs = [], targets, missing } = given;
  if (targets) return targets;
  // A command without a noun takes any kind.
  const of = command.includes(' ') ? kinds.filter((noun) => command.startsWith(`${noun} `)) : kinds;
  const known = args.filter((text) => text !== missing);
  const refs = [...flagRefs, ...known.map((text) => ({ of, text }))];
  if (refs.length === 0) return undefined;
  const { index } = await context.client();
  const found = refs.flatMap(({ of, text }) =>
    kinds.filter((kind) => of.includes(kind)).flatMap((kind) => index.find(kind, plainName(text)) ?? []),
  );
  return Object.fromEntries(found.map(({ ref, uuid }) => [ref.toLowerCase(), uuid]));
}

/**
 * Saves a text that was not sent, and says how to send it. It replaces the draft it came from, if that still exists
 * (docs/requirements.md, R70). Throws Queued if it waits for the server, as was asked for.
 */
export async function saveUnsent(context: Context, typed: Submission, error?: unknown): Promise<void> {
  const saved = await saveTyped(context, typed);
  const isPiped = textsOf(typed.flags.attach).includes('-');
  const isQueued = context.settings.queue && isUnreached(error) && !isPiped;
  if (saved.draft && isQueued) throw new Queued(ledgerOf(context).ledger.stepIfPossible(saved.draft, 'queue'), error);
  await reportUnsent(context, { ...saved, error });
}

/** Saves it without a message. Returns the submission as saved, and the draft, or undefined if none could be saved. */
async function saveTyped(
  context: Context,
  typed: Submission,
): Promise<{ readonly draft: Draft | undefined; readonly submission: Submission }> {
  const before = findDraft(ledgerOf(context).ledger, typed.fromDraft);
  const submission = before ? typed : { ...typed, fromDraft: undefined };
  const others = before ? otherTargets(before, submission) : [];
  return { draft: await saveDraft(context, submission, { others }), submission };
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
  const { draft } = await saveTyped(context, typed);
  if (!draft) {
    const hint = `${file.remedy} and send it again with --body-file ${shellWord(file.path)}`;
    return await context.show.warn(`nothing was sent; what you wrote is kept in ${file.path}`, hint);
  }
  const { path, isNamed } = await moveToDraft(ledgerOf(context).ledger, draft, file.path);
  const { lead, command, isPiped } = resending(context, draft);
  const hint =
    file.filter === undefined || isPiped
      ? `${file.remedy} and ${lead}: ${command}${isNamed ? '' : ` --body-file ${shellWord(path)}`}`
      : `${file.remedy}${file.filterFits ? `; ${file.filterFits}` : ''}: ${file.filter} < ${shellWord(path)} | ${command} --body-file -`;
  await context.show.warn(`nothing was sent; what you wrote is kept in ${path}`, hint);
}

/** Where the file is then, and whether the draft names it. */
async function moveToDraft(
  ledger: Ledger,
  draft: Draft,
  from: string,
): Promise<{ readonly path: string; readonly isNamed: boolean }> {
  let path = from;
  try {
    path = await moveInto(ledger.filesFolder(draft.number), from);
    ledger.replace({ ...draft, flags: { ...draft.flags, bodyFile: path } });
    return { path, isNamed: true };
  } catch {
    return { path, isNamed: false };
  }
}
