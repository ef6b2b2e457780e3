import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { confirmDeletion } from '../../bulk/confirm-deletion.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { readReferences } from '../../bulk/read-references.js';

export const verb = defineVerb({
  details: [
    'Names the tasks by reference and title and asks; --yes answers. Their files go with them, and nothing brings them back',
    'through the API. In a script --yes is needed.',
    '',
    'Needs project.tasks.delete.any.',
  ].join('\n'),
  prints: 'result',
  arguments: [
    {
      value: ref('tasks'),
      isRepeatable: true,
      help: 'tasks: references, uuids, web addresses, @branch, or - for standard input',
    },
  ],
  flags: {},
  examples: [
    { line: 'tracker tasks delete SCM-12', does: 'asks first' },
    { line: 'tracker tasks delete SCM-12 SCM-13 --yes --json', does: 'in a script, with a row for each' },
  ],
  writes: true,
  run: async (context, args) => {
    await expectRows(context);
    const refs = await readReferences(context, args);
    await confirmDeletion(context, 'task', refs);
    await forEachReference(context, {
      find: async (text) => await findNamed(context, 'task', text),
      refs,
      doing: 'deleting',
      async work(client, { uuid, ref, title }) {
        if (await client.write('DELETE /tasks/:id', { id: uuid })) client.index.forget('tasks', ref);
        return `Deleted ${ref}${title === '' ? '' : ` "${title}"`}.`;
      },
    });
  },
});
