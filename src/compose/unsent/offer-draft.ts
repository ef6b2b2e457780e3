import type { Context } from '../../args/context.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { relativeTime } from '../../output/time.js';
import type { Draft } from '../saved/store.js';
import { subjectOf } from '../saved/subject.js';
import { targetNames } from '../saved/target-names.js';

/** What to do with an unsent draft; undefined to leave it alone. */
export type DraftChoice = { readonly fromDraft: string; readonly editor: boolean } | undefined;

/** Asks whether to send an unsent draft, edit it first, or write something new. */
export async function offerDraft(context: Context, draft: Draft): Promise<DraftChoice> {
  const { id, createdAt, mayHaveArrived } = draft;
  const state = mayHaveArrived ? 'may or may not have arrived' : 'was not sent';
  const edit = { fromDraft: id, editor: true };
  return await context.prompt.choose<DraftChoice>({
    message: `Draft ${id} (${about(draft)}, ${relativeTime(createdAt, context.now())}) ${state}:`,
    choices: [
      { name: 'Edit it', value: edit },
      { name: 'Send it', value: { fromDraft: id, editor: false } },
      { name: 'Write a new text', value: undefined },
    ],
    initial: edit,
    instead: `tracker drafts send ${id}`,
    signal: context.signal,
  });
}

/** Says on a terminal that there is an unsent draft. */
export async function mentionDraft(context: Context, draft: Draft): Promise<void> {
  if (!context.io.stderr.isTerminal) return;
  const { id, words, mayHaveArrived } = draft;
  const state = mayHaveArrived ? 'may or may not have arrived' : 'was not sent';
  const names = await targetNames(context, [draft]);
  const targets = words.slice(2).map((target) => names.get(target) ?? target);
  await context.show.say(`An earlier draft for ${cleanLine(targets.join(', '))} ${state}: tracker drafts view ${id}`);
}

function about(draft: Draft): string {
  const subject = subjectOf(draft);
  return subject.length > 40 ? `"${subject.slice(0, 39)}…"` : `"${subject}"`;
}
