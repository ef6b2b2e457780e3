import type { Context } from '../../args/context.js';
import { allDrafts, type Draft, readDraft, subjectOf, wordsOf } from '../../compose/saved/drafts.js';
import { TrackerError } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { isOfAccount, knownInstances } from './draft-row.js';

/** The draft that was named, or else chosen. Throws `not_found` if there is none. */
export async function chosenDraft(context: Context, name: string | undefined): Promise<Draft> {
  return await readDraft(context, name ?? (await pickDraft(context)));
}

/** Asks which draft is meant; the newest comes first. Throws `not_found` if there are none. */
export async function pickDraft(context: Context): Promise<string> {
  const known = await knownInstances(context);
  const drafts = (await allDrafts(context)).filter((draft) => isOfAccount(draft, known));
  if (drafts.length === 0) throw new TrackerError('not_found', 'there are no drafts');
  const choiceOf = async (draft: Draft) => {
    const number = String(draft.number);
    const name = cleanLine(`${number}  ${await wordsOf(context, draft)}  ${subjectOf(draft)}`).trimEnd();
    return { name, short: number, value: number };
  };
  const choices = await Promise.all(drafts.map(choiceOf));
  return await context.prompt.search({
    ...{ message: 'Which draft?', choices, instead: 'give its number', signal: context.signal },
  });
}
