import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { refOf, rowAt, titleOf } from '../../contract/row.js';
import { expectRows, forEachReference } from '../writing/bulk.js';
import { confirmDeletion } from '../writing/delete.js';
import { readReferences } from '../writing/read-references.js';

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
    await confirmDeletion(context, 'ticket', refs, async (client, uuid) => {
      const ticket = rowAt(await client.call('GET /tickets/:id', { id: uuid }), 'ticket');
      return { ref: refOf(ticket), title: titleOf(ticket) };
    });
    await forEachReference(context, {
      kind: 'ticket',
      refs,
      doing: 'deleting',
      async work(client, { uuid, ref }) {
        const title = client.index.find('tickets', ref)?.title;
        if (await client.write('DELETE /tickets/:id', { id: uuid })) client.index.forget('tickets', ref);
        return `Deleted ${ref}${title ? ` "${title}"` : ''}.`;
      },
    });
  },
});
