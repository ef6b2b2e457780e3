import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: [
    'Runs tracker tasks edit or tracker tickets edit, depending on the reference; flags of the other command are refused.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  verbs: { task, ticket },
  isBulk: true,
  examples: [
    { line: 'tracker edit @ -p high', does: 'change what was shown last' },
    { line: 'tracker edit BERG-9 CASA-10 --add-tag invoice', does: 'tag several' },
  ],
});
