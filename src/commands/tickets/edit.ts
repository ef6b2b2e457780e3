import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { readReferences } from '../../bulk/read-references.js';
import { oneAtATime } from '../../lists/entity-lock.js';
import { mergeLimit } from '../../lists/merge-help.js';
import { requireOneWord } from '../value-word.js';
import { checkEdit, editFlags } from './edit-flags.js';
import { editTicket } from './edit-ticket.js';

export const verb = defineVerb({
  details: [
    [
      '--assignee and --tag replace the whole list, and none clears it; --add-… and --remove-… change single items: the list',
      'is read right before it is written and again afterwards, and what others have overwritten is merged again, at most',
      'three writes in all.',
      mergeLimit,
    ].join('\n'),
    'For agents: others get exit code 5. Subject and description cannot be changed.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    {
      value: ref('tickets'),
      isRepeatable: true,
      help: 'tickets: references, uuids, web addresses, @branch, or - for standard input',
    },
  ],
  flags: editFlags,
  examples: [
    { line: 'tracker tickets edit BERG-9 -s in_progress -a @me', does: 'take it' },
    { line: 'tracker tickets edit BERG-9 CASA-10 --add-tag invoice', does: 'tag several' },
    {
      line: 'tracker tickets list --segment all --stale 30d -q | tracker tickets edit - -s closed',
      does: 'close old ones',
    },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    checkEdit(given);
    const client = await context.client();
    requireOneWord(client, [
      { flag: '--status', kind: 'ticket-status', word: given.status },
      { flag: '--priority', kind: 'ticket-priority', word: given.priority },
      { flag: '--category', kind: 'ticket-category', word: given.category },
    ]);
    const refs = await readReferences(context, args);
    await forEachReference(context, {
      find: async (text) => await findNamed(context, 'ticket', text),
      refs,
      doing: 'editing',
      async work(_client, found) {
        const work = async (): Promise<string> => await editTicket(context, client, { found, given });
        return await oneAtATime(context, { client, uuid: found.uuid }, work);
      },
    });
  },
});
