import type { Context } from '../../args/context.js';
import { allDrafts, subjectOf, targetNames, wholeLedger } from '../../compose/saved/drafts.js';
import { TrackerError } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { isOfAccount, knownInstances } from './draft-row.js';

/** Asks which draft is meant where none was given; the newest comes first. Throws `not_found` if there are none. */
export async function pickDraft(context: Context): Promise<string> {
  const known = await knownInstances(context);
  const drafts = (await allDrafts(await wholeLedger(context))).filter((draft) => isOfAccount(draft, known));
  if (drafts.length === 0) throw new TrackerError('not_found', 'there are no drafts');
  const names = await targetNames(context, drafts);
  const choices = drafts.map((draft) => {
    const [noun = '', verb = '', ...targets] = draft.words;
    const words = [noun, verb, ...targets.map((target) => names.get(target) ?? target)].join(' ');
    const number = String(draft.number);
    return {
      name: cleanLine(`${number}  ${words}  ${subjectOf(draft)}`).trimEnd(),
      short: number,
      value: number,
    };
  });
  return await context.prompt.search({
    ...{ message: 'Which draft?', choices, instead: 'give its number', signal: context.signal },
  });
}
