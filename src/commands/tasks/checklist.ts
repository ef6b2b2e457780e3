import { checklistVerb } from '../work/checklist.js';

export const verb = checklistVerb({
  kind: 'task',
  permission:
    'Changing a checklist requires project.tasks.edit.any, or project.tasks.edit.own if you created the task.',
  examples: [
    { line: 'tracker tasks checklist SCM-12', does: 'print a checklist' },
    {
      line: 'tracker tasks checklist SCM-12 --check 2 --add "Call the harbour master"',
      does: 'check an item and add another',
    },
    { line: 'tracker tasks checklist SCM-12 --uncheck harbour', does: 'name an item by a part of its text' },
  ],
});
