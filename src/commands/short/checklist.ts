import { checklistHelp } from '../checklist.js';
import { verb as task } from '../tasks/checklist.js';
import { verb as ticket } from '../tickets/checklist.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: `${checklistHelp}\n\nRequires what tracker tasks checklist or tracker tickets checklist requires.`,
  prints: ticket.prints,
  verbs: { task, ticket },
  examples: [
    { line: 'tracker checklist @', does: 'print the checklist of what was shown last' },
    { line: 'tracker checklist BERG-9 --check 1', does: 'tick an item' },
  ],
});
