import { text } from '../../args/flag.js';
import { serverWord } from '../../args/value.js';
import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/done.js';
import { verb as ticket } from '../tickets/edit.js';
import { unchangedFlag } from '../work/unseen.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: [
    'Sets a ticket to closed, and a task to the status of tracker tasks done.',
    '',
    'You need the same permission as for tracker tickets edit or tracker tasks done.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  verbs: { task, ticket },
  flags: { status: text('-s, --status', 'another status', serverWord('ticket-status')), ...unchangedFlag },
  translate: (kind, { status, ifUnchanged }) => ({
    ...{ ifUnchanged, status: status ?? (kind === 'ticket' ? 'closed' : undefined) },
  }),
  isBulk: true,
  examples: [
    { line: 'tracker close @', does: 'finish what was shown last' },
    { line: 'tracker close BERG-9 BERG-10', does: 'finish two tickets' },
  ],
});
