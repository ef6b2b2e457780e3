import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { isUuid } from '../../contract/row.js';
import { isFree } from '../../ledger/claim.js';
import { argumentsOf, commandOf, plainName, stateWords, targetOf } from '../../ledger/entry.js';
import { relativeTime } from '../../output/time.js';
import { findEntity } from '../../references/find-entity.js';
import { type Reference, shown } from '../../references/read.js';
import type { TextChange, TextKind } from '../writing.js';
import { type Draft, findDraft, kindOf, ledgerOf, ownDrafts, subjectOf } from './drafts.js';

type DraftQuestion = Pick<TextKind<never>, 'command'> & Pick<TextChange, 'refs'>;

/** What to do with an unsent draft; undefined to leave it alone. */
export type DraftChoice = { readonly fromDraft: string; readonly editor: boolean } | undefined;

/** Asks whether to send an unsent draft, edit it first, or write something new, if there is one. */
export async function offerEarlier(context: Context, wanted: DraftQuestion): Promise<DraftChoice> {
  const draft = await findEarlier(context, wanted);
  if (!draft) return undefined;
  const { number, at } = draft;
  const fromDraft = String(number);
  const edit = { fromDraft, editor: true };
  return await context.prompt.choose<DraftChoice>({
    message: `Draft ${number} (${about(draft)}, ${relativeTime(at, context.now())}) ${stateWords(draft)}:`,
    choices: [
      { name: 'Edit it', value: edit },
      { name: 'Send it', value: { fromDraft, editor: false } },
      { name: 'Write a new text', value: undefined },
    ],
    initial: edit,
    instead: `tracker ${selection(context)}drafts send ${number}`,
  });
}

function about(draft: Draft): string {
  const subject = subjectOf(draft);
  const by = draft.author === undefined ? '' : ` by ${draft.author}`;
  return `${subject.length > 40 ? `"${subject.slice(0, 39)}…"` : `"${subject}"`}${by}`;
}

/**
 * The newest unsent draft of the same command for one of the same references that no other process is writing or sending. One that
 * knows the uuid it was written for is only for that, whatever its reference means now (docs/requirements.md, R79).
 */
async function findEarlier(context: Context, { command, refs }: DraftQuestion): Promise<Draft | undefined> {
  const client = await context.client();
  const parts = ledgerOf(context);
  const kind = kindOf(command);
  const remembered = (name: string): string | undefined =>
    kind && client.index.find(`${kind}s`, name)?.uuid.toLowerCase();
  const isFor = async (word: string, target: string | undefined, reference: Reference): Promise<boolean> => {
    const { text } = reference;
    const [name, names] = [plainName(word), [plainName(text), plainName(shown(reference))]];
    const given = names.find(isUuid);
    const known = given ?? remembered(plainName(text));
    const isLikely = names.includes(name) || (known !== undefined && known === (target ?? remembered(name)));
    if (!isLikely || target === undefined) return isLikely;
    if (given !== undefined || !kind) return target === known;
    // What is known may be out of date.
    return target === ((await findEntity(client, kind, text).catch(() => undefined))?.uuid.toLowerCase() ?? known);
  };
  for (const draft of await ownDrafts(context))
    for (const word of commandOf(draft) === command ? argumentsOf(draft) : [])
      for (const reference of refs)
        if ((await isFor(word, targetOf(draft, word), reference)) && (await isFree(parts, draft.number)))
          return findDraft(parts.ledger, draft.number);
  return undefined;
}
