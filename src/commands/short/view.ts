import { verb as task } from '../tasks/view.js';
import { verb as ticket } from '../tickets/view.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: 'Runs tracker tasks view or tracker tickets view, depending on the reference.',
  prints: 'text',
  verbs: { task, ticket },
  examples: [
    { line: 'tracker view BERG-9', does: 'read it' },
    { line: 'tracker view @ --web', does: 'open what was shown last in the browser' },
  ],
});
