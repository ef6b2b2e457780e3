import { defineVerb, manyRefs } from '../../args/verb.js';
import { findNamed } from '../../references/find-named.js';
import { readReferences } from '../../references/read.js';
import { confirmDeletion } from '../bulk/confirm-deletion.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';

export const verb = defineVerb({
  details: [
    [
      'Shows the tickets and asks for confirmation; in a script, --yes is required. A deleted ticket cannot be restored. To close a',
      'ticket instead: tracker close REF.',
    ].join('\n'),
    'Requires org.tickets.delete.any, which administrators of the team have.',
  ].join('\n\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tickets')],
  flags: {},
  examples: [
    { line: 'tracker tickets delete CASA-10', does: 'delete a ticket after confirmation' },
    { line: 'tracker tickets delete CASA-10 CASA-9 --yes --json', does: 'delete two in a script, with a row for each' },
    { line: 'tracker tickets delete CASA-10 --dry-run', does: 'show what would be sent' },
  ],
  writes: true,
  run: async (context, args) => {
    await expectRows(context);
    const refs = await confirmDeletion(context, 'ticket', await readReferences(context, args));
    await forEachReference(context, {
      find: async (ref) => await findNamed(context, 'ticket', ref),
      refs,
      doing: 'deleting',
      async work(client, { uuid, ref, title }) {
        if (await client.write('DELETE /tickets/:id', { id: uuid })) client.index.forget('tickets', ref);
        return `Deleted ${ref}${title === '' ? '' : ` "${title}"`}.`;
      },
    });
  },
});
