import type { Context } from '../../args/context.js';
import { openDrafts } from '../../compose/saved/store.js';
import { subjectOf } from '../../compose/saved/subject.js';
import { targetNames } from '../../compose/saved/target-names.js';
import { TrackerError } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { instanceOf, isElsewhere, knownInstances } from './draft-row.js';

/** Asks which draft is meant where none was given; the newest comes first. Throws `not_found` if there are none. */
export async function pickDraft(context: Context): Promise<string> {
  const drafts = openDrafts(context.settings.folders.state).all();
  if (drafts.length === 0) throw new TrackerError('not_found', 'there are no drafts');
  const names = await targetNames(context, drafts);
  const known = await knownInstances(context);
  const choices = drafts.map((draft) => {
    const [noun = '', verb = '', ...targets] = draft.words;
    const words = [noun, verb, ...targets.map((target) => names.get(target) ?? target)].join(' ');
    const whose = isElsewhere(draft, known) ? `  (for ${instanceOf(draft, known)})` : '';
    return {
      name: cleanLine(`${draft.id}  ${words}  ${subjectOf(draft)}${whose}`).trimEnd(),
      short: draft.id,
      value: draft.id,
    };
  });
  return await context.prompt.search({
    ...{ message: 'Which draft?', choices, instead: 'give its id', signal: context.signal },
  });
}
