import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { rowAt } from '../../contract/row.js';
import { checklistView } from '../../views/checklist.js';
import { checklistFlags, checklistHelp, runChecklist } from '../checklist.js';

export const verb = defineVerb({
  details: `${checklistHelp}\n\nWho may edit the task may change its checklist: project.tasks.edit.any, or its creator with\nproject.tasks.edit.own.`,
  prints: { rows: checklistView },
  arguments: [{ value: ref('tasks'), help: 'a task: reference, uuid, web address, @branch, or - for standard input' }],
  flags: checklistFlags,
  examples: [
    { line: 'tracker tasks checklist SCM-12', does: 'print it' },
    { line: 'tracker tasks checklist SCM-12 --check 2 --add "Call the harbour master"', does: 'two changes at once' },
    { line: 'tracker tasks checklist SCM-12 --uncheck harbour', does: 'by a part of its text' },
  ],
  writes: true,
  run: async (context, [text = ''], given) => {
    await runChecklist(context, {
      kind: 'task',
      text,
      given,
      read: async (client, uuid) => rowAt(await client.call('GET /tasks/:id', { id: uuid }), 'task'),
      write: async (client, uuid, checklist) =>
        (await client.write('PATCH /tasks/:id', { id: uuid, body: { checklist } })) !== undefined,
    });
  },
});
