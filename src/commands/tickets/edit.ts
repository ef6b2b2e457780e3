import { defineVerb, manyRefs } from '../../args/verb.js';
import { mergeLimit } from '../../lists/merge.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { unchangedFlag } from '../conversations/unseen.js';
import { editWork } from '../work/editing/edit.js';
import { assigneeFlags, tagFlags } from '../work/editing/lists.js';
import { ticket, ticketFlags } from '../work/ticket.js';

const flags = { ...ticketFlags, ...assigneeFlags, ...tagFlags('ticket-tag'), ...unchangedFlag };

export const verb = defineVerb({
  details: [
    '--assignee and --tag add to a list, and flags such as --remove-tag take from it: the list is read right before it is written and',
    'again afterwards, and if others have overwritten your change, it is merged again, with at most three writes in all. Flags such',
    'as --set-tag replace the whole list.',
    mergeLimit,
    '',
    'Without flags, a form with the current values of one ticket opens on a terminal. It never overwrites what someone else',
    'changes in the meantime (exit code 6).',
    '',
    "For those who may edit the organisation's tickets (the agent role). The subject and description cannot be changed.",
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tickets')],
  flags,
  examples: [
    { line: 'tracker tickets edit BERG-9 -s in_progress -a @me', does: 'start working on a ticket' },
    { line: 'tracker tickets edit BERG-9 CASA-10 --tag invoice', does: 'tag two tickets' },
    {
      line: 'tracker tickets list --segment all --stale 30d -q | tracker tickets edit - -s closed',
      does: 'close tickets without recent activity',
    },
  ],
  writes: ['PATCH /tickets/:id'],
  run: editWork({ work: ticket, flags }),
});
