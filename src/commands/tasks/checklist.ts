import { checklistVerb } from '../work/editing/checklist.js';

export const verb = checklistVerb({
  kind: 'task',
  permission:
    'For changes, you need to be allowed to edit the task: as a manager, an administrator, or whoever created it.',
  examples: [
    { line: 'tracker tasks checklist SCM-12', does: 'print a checklist' },
    {
      line: 'tracker tasks checklist SCM-12 --check 2 --add "Call the harbour master"',
      does: 'check an item and add another',
    },
    { line: 'tracker tasks checklist SCM-12 --uncheck harbour', does: 'name an item by a part of its text' },
  ],
});
