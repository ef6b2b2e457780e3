import { ref } from '../../args/value.js';
import { verb as task } from '../tasks/view.js';
import { verb as ticket } from '../tickets/view.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: 'Runs tracker tasks view or tracker tickets view, depending on the reference.',
  prints: 'text',
  verbs: { task, ticket },
  arguments: [
    {
      value: ref('tasks', 'tickets'),
      help: 'a task or ticket: reference, uuid, URL, @, @branch, or - for standard input',
    },
  ],
  examples: [
    { line: 'tracker view BERG-9', does: 'read it' },
    { line: 'tracker view @ --web', does: 'open what was shown last in the browser' },
  ],
});
