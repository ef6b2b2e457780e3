import type { Context } from '../../args/context.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { relativeTime } from '../../output/time.js';
import { argumentsOf, type Draft, subjectOf, targetNames } from '../saved/drafts.js';

/** What to do with an unsent draft; undefined to leave it alone. */
export type DraftChoice = { readonly fromDraft: string; readonly editor: boolean } | undefined;

/** Asks whether to send an unsent draft, edit it first, or write something new. */
export async function offerDraft(context: Context, draft: Draft): Promise<DraftChoice> {
  const { number, at } = draft;
  const fromDraft = String(number);
  const edit = { fromDraft, editor: true };
  return await context.prompt.choose<DraftChoice>({
    message: `Draft ${number} (${about(draft)}, ${relativeTime(at, context.now())}) ${stateOf(draft)}:`,
    choices: [
      { name: 'Edit it', value: edit },
      { name: 'Send it', value: { fromDraft, editor: false } },
      { name: 'Write a new text', value: undefined },
    ],
    initial: edit,
    instead: `tracker drafts send ${number}`,
    signal: context.signal,
  });
}

/** Says that there is an unsent draft. */
export async function mentionDraft(context: Context, draft: Draft): Promise<void> {
  const names = await targetNames(context, [draft]);
  const targets = argumentsOf(draft).map((target) => names.get(target) ?? target);
  const what = `for ${cleanLine(targets.join(', '))} ${stateOf(draft)}`;
  const command = `tracker drafts view ${draft.number}`;
  const { io, show } = context;
  if (io.stderr.isTerminal) await show.say(`An earlier draft ${what}: ${command}`);
  else await show.warn(`an earlier draft ${what}`, `to see it: ${command}`);
}

function stateOf({ state }: Draft): string {
  if (state === 'waiting') return 'waits to be sent';
  return state === 'doubtful' ? 'may or may not have arrived' : 'was not sent';
}

function about(draft: Draft): string {
  const subject = subjectOf(draft);
  return subject.length > 40 ? `"${subject.slice(0, 39)}…"` : `"${subject}"`;
}
