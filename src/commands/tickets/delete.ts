import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { confirmDeletion } from '../../bulk/confirm-deletion.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { readReferences } from '../../bulk/read-references.js';

export const verb = defineVerb({
  details: [
    'Names the tickets by reference and subject and asks; --yes answers. Nothing brings them back through the API. In a\nscript --yes is needed. To be merely done with a ticket: tracker tickets edit REF --status closed.',
    'Needs org.tickets.delete.any: administrators of the team.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    {
      value: ref('tickets'),
      isRepeatable: true,
      help: 'tickets: references, uuids, web addresses, @branch, or - for standard input',
    },
  ],
  flags: {},
  examples: [
    { line: 'tracker tickets delete CASA-10', does: 'asks first' },
    { line: 'tracker tickets delete CASA-10 CASA-9 --yes --json', does: 'in a script, with a row for each' },
    { line: 'tracker tickets delete CASA-10 --dry-run', does: 'see what would be sent' },
  ],
  writes: true,
  run: async (context, args) => {
    await expectRows(context);
    const refs = await readReferences(context, args);
    await confirmDeletion(context, 'ticket', refs);
    await forEachReference(context, {
      find: async (text) => await findNamed(context, 'ticket', text),
      refs,
      doing: 'deleting',
      async work(client, { uuid, ref, title }) {
        if (await client.write('DELETE /tickets/:id', { id: uuid })) client.index.forget('tickets', ref);
        return `Deleted ${ref}${title === '' ? '' : ` "${title}"`}.`;
      },
    });
  },
});
