import type { Decision } from '../../../triage/model/decision.js';
import { receiversKey } from '../../../triage/model/mode.js';
import type { Shared } from '../shared.js';
import { commandOf, keepMessage, markDraft, unsentMessages } from './drafts.js';
import { kindFor, type SendingText, writingOf } from './kept-texts.js';

/** Keeps a message that may have arrived as a draft that says so. One whose draft is gone was sent or deleted. */
export async function keepDoubtful(
  shared: Pick<Shared, 'context' | 'notKept'>,
  decision: Decision & SendingText,
): Promise<void> {
  const { message } = decision;
  const kind = kindFor(decision);
  const writing = writingOf(decision, undefined);
  const [target] = writing.targets;
  const start = [...commandOf(decision, kind).split(' '), target?.ref].join(' ');
  // It may have been saved when the decision no longer was.
  const saved = (await unsentMessages(shared.context)).find(
    ({ words, flags }) => words.join(' ') === start && flags.body === message.body,
  );
  const draft = message.draft ?? (saved && String(saved.number)) ?? (await keepMessage(shared, kind, writing));
  if (draft === undefined) shared.notKept.texts.set(receiversKey(writing), { ...decision, isBegun: true });
  else markDraft(shared.context, draft, true);
}
