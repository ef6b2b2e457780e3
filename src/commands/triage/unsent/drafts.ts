import type { Context } from '../../../args/context.js';
import { isInUse } from '../../../compose/saved/claim.js';
import { isOwn } from '../../../compose/saved/draft-owner.js';
import { plainName } from '../../../compose/saved/draft-targets.js';
import { removeFolder, writeInDraft } from '../../../compose/saved/edited-draft.js';
import { saveDraft } from '../../../compose/saved/save.js';
import { type Draft, openDrafts } from '../../../compose/saved/store.js';
import type { Submission } from '../../../compose/submission.js';
import type { EditorPlace } from '../../../compose/text/write-in-editor.js';
import { findUnsentForAll } from '../../../compose/unsent/find-unsent.js';
import { TrackerError } from '../../../contract/errors.js';
import { textOf, textsOf } from '../../../contract/row.js';
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
    fromDraft: draft,
  };
  return (await saveDraft(saving, openDrafts(context.settings.folders.state), submission))?.id;
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
  const remarkOn = ({ createdAt }: Draft): string => `your draft from ${relativeTime(createdAt, context.now())}`;
  if (!draft || body === undefined)
    return inUse ? { ...writing, remark: `${remarkOn(inUse)} is being written in another window` } : writing;
  return {
    ...writing,
    field: fieldWith(body),
    status: textOf(draft.flags.status),
    attach: [...textsOf(draft.flags.attach), ...writing.attach],
    draft: draft.id,
    remark: draft.mayHaveArrived
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
  const except = [...unsent(state()), ...pendingFile.others()].flatMap(({ message }) => message?.draft ?? []);
  let inUse: Draft | undefined;
  for (;;) {
    const draft = await findUnsentForAll(context, { command, url, subjects, except });
    if (!draft || !(await isInUse(context, openDrafts(context.settings.folders.state), draft.id)))
      return { draft, inUse };
    inUse ??= draft;
    except.push(draft.id);
  }
}

/** Runs an editor whose file is written in a draft, if there is one. */
export async function inEditorOf(
  { settings }: Context,
  id: string | undefined,
  edit: (write: EditorPlace['write']) => Promise<unknown>,
): Promise<void> {
  const drafts = openDrafts(settings.folders.state);
  try {
    await edit(id === undefined ? () => undefined : writeInDraft(drafts, id));
  } finally {
    if (id !== undefined) removeFolder(drafts, id);
  }
}

export function forgetDraft(context: Context, id: string): void {
  openDrafts(context.settings.folders.state).remove(id);
}

export function hasDraft({ settings }: Context, id: string): boolean {
  return openDrafts(settings.folders.state).find(id) !== undefined;
}

/** Whether there is nothing in a draft, such as one for an editor in which nothing was saved. */
export function isBlankDraft({ settings }: Context, id: string): boolean {
  const { body, bodyFile, attach } = openDrafts(settings.folders.state).find(id)?.flags ?? {};
  return body === '' && bodyFile === undefined && textsOf(attach).length === 0;
}

export function mayHaveArrived({ settings }: Context, id: string): boolean {
  return openDrafts(settings.folders.state).find(id)?.mayHaveArrived ?? false;
}

/** Notes in a draft whether its message may have arrived, where it can be written. */
export function markDraft({ settings }: Context, id: string | undefined, mayHaveArrived: true | undefined): void {
  const drafts = openDrafts(settings.folders.state);
  const draft = id === undefined ? undefined : drafts.find(id);
  try {
    if (draft && draft.mayHaveArrived !== mayHaveArrived) drafts.replace({ ...draft, mayHaveArrived });
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
  }
}

/** Unsent messages of this user to tickets or tasks of this server, newest first. */
export async function unsentMessages(context: Context): Promise<readonly Draft[]> {
  const [client, url] = [await context.client(), await urlOf(context)];
  const commands = ['tickets reply', 'tickets note', 'tasks comment'];
  return openDrafts(context.settings.folders.state)
    .all()
    .filter((draft) => isOwn(draft, client, url) && commands.includes(draft.words.slice(0, 2).join(' ')));
}
