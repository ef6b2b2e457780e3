import type { Context } from '../../../args/context.js';
import { type Draft, findDraft, ledgerOf, ownDrafts, plainName } from '../../../compose/saved/drafts.js';
import { removeFolder, writeInDraft } from '../../../compose/saved/edited-draft.js';
import { saveDraft } from '../../../compose/saved/save.js';
import type { Submission } from '../../../compose/submission.js';
import type { EditorPlace } from '../../../compose/text/write-in-editor.js';
import { findUnsentForAll } from '../../../compose/unsent/find-unsent.js';
import { TrackerError } from '../../../contract/errors.js';
import { textOf, textsOf } from '../../../contract/row.js';
import { isFree } from '../../../ledger/claim.js';
import type { EntryEvent } from '../../../ledger/entry.js';
import { relativeTime } from '../../../output/time.js';
import { unsent } from '../../../triage/model/conflicts.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import { fieldWith } from '../../../triage/model/text-field.js';
import type { Shared } from '../shared.js';

/** The command that sends a message. */
export function commandOf({ what }: Pick<WritingMessage, 'what'>, kind: 'ticket' | 'task'): string {
  return kind === 'task' ? 'tasks comment' : `tickets ${what}`;
}

/** Keeps a message on disk; gives the id of its draft, or undefined if that is impossible. */
export async function keepMessage(
  { context, notKept }: Pick<Shared, 'context' | 'notKept'>,
  kind: 'ticket' | 'task',
  writing: WritingMessage,
): Promise<string | undefined> {
  const saving: Context = {
    ...context,
    show: { ...context.show, warn: async (why) => notKept.note(why) },
  };
  const { field, status, attach, draft, targets } = writing;
  const submission: Submission = {
    command: commandOf(writing, kind),
    args: targets.map(({ ref }) => ref),
    flags: { body: field.text, status, attach },
    targets: Object.fromEntries(targets.map(({ ref, uuid }) => [ref.toLowerCase(), uuid])),
    url: await urlOf(context),
    fromDraft: draft === undefined ? undefined : Number(draft),
  };
  const kept = await saveDraft(saving, submission);
  return kept && String(kept.number);
}

async function urlOf(context: Context): Promise<string> {
  return (await context.client()).base.href.replace(/\/$/, '');
}

/** Goes on with the unsent draft of such a message to the same rows, and to no others, if there is one. */
export async function withDraft(
  { context, state, pendingFile }: Pick<Shared, 'context' | 'state' | 'pendingFile'>,
  kind: 'ticket' | 'task',
  writing: WritingMessage,
): Promise<WritingMessage> {
  const { draft, inUse } = await idleDraft({ context, state, pendingFile }, commandOf(writing, kind), writing);
  const body = textOf(draft?.flags.body);
  const remarkOn = ({ at }: Draft): string => `your draft from ${relativeTime(at, context.now())}`;
  if (!draft || body === undefined)
    return inUse ? { ...writing, remark: `${remarkOn(inUse)} is being written in another window` } : writing;
  return {
    ...writing,
    field: fieldWith(body),
    status: textOf(draft.flags.status),
    attach: [...textsOf(draft.flags.attach), ...writing.attach],
    draft: String(draft.number),
    remark:
      draft.state === 'doubtful'
        ? `${remarkOn(draft)}; it may have arrived, so check above before you send it again`
        : remarkOn(draft),
  };
}

/** The newest draft for this that nothing is done with, and the newest one that another program is writing. */
async function idleDraft(
  { context, state, pendingFile }: Pick<Shared, 'context' | 'state' | 'pendingFile'>,
  command: string,
  { targets }: Pick<WritingMessage, 'targets'>,
): Promise<{ readonly draft: Draft | undefined; readonly inUse: Draft | undefined }> {
  const subjects = targets.map(({ ref, uuid }) => ({ names: [plainName(ref)], uuid }));
  const url = await urlOf(context);
  const except = [...unsent(state()), ...pendingFile.others()].flatMap(({ message }) =>
    message?.draft === undefined ? [] : Number(message.draft),
  );
  let inUse: Draft | undefined;
  for (;;) {
    const draft = await findUnsentForAll(context, { command, url, subjects, except });
    if (!draft || (await isFree(ledgerOf(context), draft.number))) return { draft, inUse };
    inUse ??= draft;
    except.push(draft.number);
  }
}

/** Runs an editor whose file is written in a draft, if there is one. */
export async function inEditorOf(
  context: Context,
  id: string | undefined,
  edit: (write: EditorPlace['write']) => Promise<unknown>,
): Promise<void> {
  const { ledger } = ledgerOf(context);
  try {
    await edit(id === undefined ? () => undefined : writeInDraft(ledger, Number(id)));
  } finally {
    if (id !== undefined) removeFolder(ledger, Number(id));
  }
}

export function forgetDraft(context: Context, id: string): void {
  ledgerOf(context).ledger.forget(Number(id));
}

function draftWith(context: Context, id: string | undefined): Draft | undefined {
  return id === undefined ? undefined : findDraft(ledgerOf(context).ledger, Number(id));
}

export function hasDraft(context: Context, id: string): boolean {
  return draftWith(context, id) !== undefined;
}

/** Whether there is nothing in a draft, such as one for an editor in which nothing was saved. */
export function isBlankDraft(context: Context, id: string): boolean {
  const { body, bodyFile, attach } = draftWith(context, id)?.flags ?? {};
  return body === '' && bodyFile === undefined && textsOf(attach).length === 0;
}

export function mayHaveArrived(context: Context, id: string): boolean {
  return draftWith(context, id)?.state === 'doubtful';
}

/** Notes in a draft whether its message may have arrived, where it can be written. */
export function markDraft(context: Context, id: string | undefined, isDoubtful: true | undefined): void {
  const draft = draftWith(context, id);
  if (!draft || (draft.state === 'doubtful') === (isDoubtful ?? false)) return;
  const events: readonly EntryEvent[] = isDoubtful ? ['send', 'lose'] : ['free'];
  try {
    for (const event of events) ledgerOf(context).ledger.step(draft.number, event);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
  }
}

/** Unsent messages of this user to tickets or tasks of this server, newest first. */
export async function unsentMessages(context: Context): Promise<readonly Draft[]> {
  const commands = ['tickets reply', 'tickets note', 'tasks comment'];
  return await ownDrafts(context, { url: await urlOf(context), commands });
}
