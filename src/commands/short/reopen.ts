import { text } from '../../args/flag.js';
import { serverWord } from '../../args/value.js';
import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details:
    'Sets a ticket to open, and a task to todo.\n\nYou need the same permission as for tracker tickets edit or tracker tasks edit.',
  prints: { outcomes: outcomeView },
  verbs: { task, ticket },
  flags: { status: text('-s, --status', 'another status', serverWord('ticket-status')) },
  translate: (kind, { status }) => ({ status: status ?? (kind === 'ticket' ? 'open' : 'todo') }),
  isBulk: true,
  examples: [
    { line: 'tracker reopen @', does: 'reopen what was shown last' },
    { line: 'tracker reopen BERG-9 BERG-10', does: 'reopen two tickets' },
  ],
});
