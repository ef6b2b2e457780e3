import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { openDrafts } from '../../compose/saved/store.js';
import { targetNames } from '../../compose/saved/target-names.js';
import { draftDetail, draftLines, draftList } from '../../views/drafts.js';
import { draftRow, knownInstances } from './draft-row.js';
import { pickDraft } from './pick-draft.js';

export const verb = defineVerb({
  details: 'Prints the whole text with its flags and attachments, and the command that sends it.',
  prints: { detail: draftLines },
  arguments: [{ value: kind('draft', 'id'), isAsked: true, help: 'a draft: its id in tracker drafts list' }],
  flags: {},
  examples: [
    { line: 'tracker drafts view d7k3mp', does: 'read a draft' },
    { line: 'tracker drafts view d7k3mp --json | jq -r .flags.body', does: 'print only its text' },
  ],
  run: async (context, [given]) => {
    const id = given ?? (await pickDraft(context));
    const draft = openDrafts(context.settings.folders.state).read(id);
    const envelope = draftRow(draft, await knownInstances(context));
    const setting = { people: {}, now: context.now(), me: undefined };
    const names = await targetNames(context, [draft]);
    const layout = () => draftDetail(envelope, setting, names);
    await context.show.detail({ envelope, ref: id, uuid: id, setting, layout, fields: draftList.fields });
  },
});
