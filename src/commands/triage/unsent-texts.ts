import { type Draft, ledgerOf, targetNames, targetOf } from '../../compose/saved/drafts.js';
import { isFree } from '../../ledger/claim.js';
import type { Decision } from '../../triage/model/decision.js';
import type { UnsentText } from '../../triage/model/mode.js';
import type { Shared } from './shared.js';
import { unsentMessages } from './unsent/drafts.js';

/** The texts on disk that nobody is about to send: neither this triage, with these decisions, nor another one. */
export async function unsentTexts(
  { context, pendingFile }: Pick<Shared, 'context' | 'pendingFile'>,
  pending: readonly Decision[],
): Promise<readonly UnsentText[]> {
  // Read before the drafts, so that one that is sent meanwhile is not taken for unsent.
  const sending = [...pending, ...pendingFile.others()].flatMap(({ message }) => message ?? []);
  const drafts = (await unsentMessages(context)).filter(
    ({ number, flags }) => !sending.some((each) => each.draft === String(number) || each.body === flags.body),
  );
  const names = await targetNames(context, drafts);
  return drafts.map((draft) => textOf(draft, names));
}

function textOf(draft: Draft, names: ReadonlyMap<string, string>): UnsentText {
  const [noun, verb, ...targets] = draft.words;
  return {
    draft: String(draft.number),
    kind: noun === 'tasks' ? 'task' : 'ticket',
    what: verb === 'note' ? 'note' : 'reply',
    receivers: targets.map((target) => ({ uuid: targetOf(draft, target), ref: names.get(target) ?? target })),
  };
}

/** Those of these that no other program is writing. */
export async function idleTexts(
  { context }: Pick<Shared, 'context'>,
  texts: readonly UnsentText[],
): Promise<readonly UnsentText[]> {
  const isIdle = await Promise.all(texts.map(async ({ draft }) => await isFree(ledgerOf(context), Number(draft))));
  return texts.filter((_each, at) => isIdle[at]);
}
