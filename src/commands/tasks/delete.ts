import { deleteVerb } from '../work/editing/delete.js';

export const verb = deleteVerb('task', {
  details: [
    'Shows the tasks and asks for confirmation; in a script, --yes is required. Their files are deleted too. A deleted task cannot',
    'be restored.',
    '',
    'For managers of the project, and administrators of the team.',
  ].join('\n'),
  examples: [
    { line: 'tracker tasks delete SCM-12', does: 'delete a task after confirmation' },
    { line: 'tracker tasks delete SCM-12 SCM-13 --yes --json', does: 'delete two in a script, with a row for each' },
  ],
});
