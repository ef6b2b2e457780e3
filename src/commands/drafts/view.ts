import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { allDrafts, targetNames } from '../../compose/saved/drafts.js';
import { groupOf } from '../../ledger/written.js';
import { draftDetail, draftLines, draftList } from '../../views/drafts.js';
import { chosenOrDecided, draftRow, knownInstances } from './draft-row.js';

export const verb = defineVerb({
  details:
    "Prints the whole text with its flags and attachments, and the command that sends it; for an agent's proposal, also what became of it and why.",
  prints: { detail: draftLines },
  arguments: [{ value: kind('draft', 'number'), isAsked: true, help: 'a draft: its number in tracker drafts list' }],
  examples: [
    { line: 'tracker drafts view 17', does: 'read a draft' },
    { line: 'tracker drafts view 17 --json | jq -r .flags.body', does: 'print only its text' },
  ],
  run: async (context, [given]) => {
    const draft = await chosenOrDecided(context, given);
    const id = String(draft.number);
    const all = await allDrafts(context);
    const envelope = draftRow(draft, await knownInstances(context), all);
    const others = groupOf(draft, all).filter(({ number, state }) => state === 'proposed' && number !== draft.number);
    const together = others.map(({ number }) => number);
    const setting = { people: {}, now: context.now(), me: undefined };
    const names = await targetNames(context, [draft]);
    const layout = () => draftDetail(envelope, setting, { names, together });
    return { is: 'detail', data: { envelope, ref: id, uuid: id, setting, layout, fields: draftList.fields } };
  },
});
