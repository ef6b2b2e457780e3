import { defineVerb, manyRefs } from '../../args/verb.js';
import { findNamed } from '../../references/find-named.js';
import { readReferences } from '../../references/read.js';
import { confirmDeletion } from '../bulk/confirm-deletion.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';

export const verb = defineVerb({
  details: [
    'Shows the tasks and asks for confirmation; in a script, --yes is required. Their files are deleted too. A deleted task cannot',
    'be restored.',
    '',
    'Requires project.tasks.delete.any.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tasks')],
  flags: {},
  examples: [
    { line: 'tracker tasks delete SCM-12', does: 'delete a task after confirmation' },
    { line: 'tracker tasks delete SCM-12 SCM-13 --yes --json', does: 'delete two in a script, with a row for each' },
  ],
  writes: true,
  run: async (context, args) => {
    await expectRows(context);
    const refs = await confirmDeletion(context, 'task', await readReferences(context, args));
    await forEachReference(context, {
      find: async (ref) => await findNamed(context, 'task', ref),
      refs,
      doing: 'deleting',
      async work(client, { uuid, ref, title }) {
        if (await client.write('DELETE /tasks/:id', { id: uuid })) client.index.forget('tasks', ref);
        return `Deleted ${ref}${title === '' ? '' : ` "${title}"`}.`;
      },
    });
  },
});
