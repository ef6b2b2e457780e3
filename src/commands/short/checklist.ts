import { kind } from '../../args/value.js';
import { verb as task } from '../tasks/checklist.js';
import { verb as ticket } from '../tickets/checklist.js';
import { checklistHelp } from '../work/checklist.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: `Items named after the reference are checked, as with --check.\n\n${checklistHelp}\n\nYou need the same permission as for tracker tasks checklist or tracker tickets checklist.`,
  prints: ticket.prints,
  verbs: { task, ticket },
  translate: (_kind, given, items) => ({ ...given, check: [...(given.check as readonly string[]), ...items] }),
  moreArguments: [
    {
      value: kind('item'),
      isOptional: true,
      isRepeatable: true,
      help: 'items to check: numbers, ids or unique parts of texts',
    },
  ],
  examples: [
    { line: 'tracker checklist @', does: 'print the checklist of what was shown last' },
    { line: 'tracker checklist BERG-9 1', does: 'check an item' },
  ],
});
