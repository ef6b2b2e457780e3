import { defineVerb, oneRef } from '../../args/verb.js';
import type { Given } from '../../references/read.js';
import { checklistView } from '../../views/parts.js';
import { checklistFlags, checklistHelp, runChecklist } from '../work/checklist.js';

export const verb = defineVerb({
  details: `${checklistHelp}\n\nChanging a checklist requires project.tasks.edit.any, or project.tasks.edit.own if you created the task.`,
  prints: { rows: checklistView },
  arguments: [oneRef('tasks')],
  flags: checklistFlags,
  examples: [
    { line: 'tracker tasks checklist SCM-12', does: 'print a checklist' },
    {
      line: 'tracker tasks checklist SCM-12 --check 2 --add "Call the harbour master"',
      does: 'check an item and add another',
    },
    { line: 'tracker tasks checklist SCM-12 --uncheck harbour', does: 'name an item by a part of its text' },
  ],
  writes: true,
  run: async (context, [reference = '']: readonly Given[], given) => {
    await runChecklist(context, { kind: 'task', reference, given });
  },
});
