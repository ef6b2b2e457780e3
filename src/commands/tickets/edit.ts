import { defineVerb } from '../../args/verb.js';
import { warnUnseen } from '../unseen.js';
import { forEachReference } from '../writing/bulk.js';
import { readReferences } from '../writing/read-references.js';
import { editTicket } from './edit-ticket.js';
import { checkEdit, editFlags } from './edit-wishes.js';

export const verb = defineVerb({
  details: [
    '--assignee and --tag replace the whole list, and none clears it; --add-… and --remove-… change the list as it is now\nand leave alone what others have put there.',
    'For agents: others get exit code 5. Subject and description cannot be changed.',
  ].join('\n\n'),
  arguments: [
    { usage: '<ref...>', help: 'tickets: references, uuids, web addresses, @branch, or - for standard input' },
  ],
  flags: editFlags,
  examples: [
    { line: 'tracker tickets edit BERG-9 -s in_progress -a @me', does: 'take it' },
    { line: 'tracker tickets edit BERG-9 CASA-10 --add-tag invoice', does: 'tag several' },
    {
      line: 'tracker tickets list --segment all --stale 30d -q | tracker tickets edit - -s closed',
      does: 'close old ones',
    },
  ],
  writes: true,
  run: async (context, args, given) => {
    checkEdit(given);
    const refs = await readReferences(context, args);
    const client = await context.client();
    const listed = (word: string | undefined): readonly string[] => (word === undefined ? [] : [word]);
    await warnUnseen(context, client, [
      { flag: '--status', kind: 'ticket-status', words: listed(given.status) },
      { flag: '--priority', kind: 'ticket-priority', words: listed(given.priority) },
      { flag: '--category', kind: 'ticket-category', words: listed(given.category) },
    ]);
    await forEachReference(context, {
      kind: 'ticket',
      refs,
      doing: 'editing',
      async work(_client, { uuid, ref }) {
        const isChanged = await editTicket(client, uuid, given);
        return isChanged ? `Changed ${ref}.` : `${ref} is like that already.`;
      },
    });
  },
});
