import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowAt } from '../../contract/row.js';
import { assigneeIds } from '../../views/people.js';
import { requireOneWord } from '../value-word.js';
import { warnNotAssigned } from '../writing/assignees.js';
import { expectRows, forEachReference } from '../writing/bulk.js';
import { tellKeptTags } from '../writing/kept-tags.js';
import { lookBack } from '../writing/look-back.js';
import { mergeLimit } from '../writing/merge-limit.js';
import { isNone } from '../writing/none-word.js';
import { readReferences } from '../writing/read-references.js';
import { type EditedTicket, editTicket } from './edit-ticket.js';
import { checkEdit, type EditGiven, editFlags } from './edit-wishes.js';

export const verb = defineVerb({
  details: [
    [
      '--assignee and --tag replace the whole list, and none clears it; --add-… and --remove-… change single items: the list',
      'is read right before it is written, and again behind it, and what others have overwritten is merged once more, at most',
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
      kind: 'ticket',
      refs,
      doing: 'editing',
      async work(_client, { uuid, ref }) {
        const edited = await editTicket(client, uuid, given);
        if (edited.did === 'not sent') return `Changed ${ref}.`;
        const spelled = await tellKept(context, client, { uuid, ref, given, edited });
        const done = edited.did === 'changed' ? `Changed ${ref}` : `${ref} is like that already`;
        return spelled === '' ? `${done}.` : `${done}; ${spelled}.`;
      },
    });
  },
});

interface Kept {
  readonly uuid: string;
  readonly ref: string;
  readonly given: EditGiven;
  readonly edited: EditedTicket;
}

/** Warns of tags and people the server took and did not keep, and tells how it spells the tags. */
async function tellKept(context: Context, client: Client, { uuid, ref, given, edited }: Kept): Promise<string> {
  const { ids, tags: merged } = edited;
  const spelled = await tellKeptTags(context, given.addTag, merged);
  const tags = given.tag.filter((tag) => !isNone(tag));
  if (ids.length + tags.length === 0) return spelled;
  const detail = await lookBack(
    context,
    `${ref} was changed`,
    async () => await client.call('GET /tickets/:id', { id: uuid }),
  );
  if (!detail) return spelled;
  const ticket = rowAt(detail, 'ticket');
  await warnNotAssigned(context, client, { ids, stored: assigneeIds(ticket) });
  return (await tellKeptTags(context, tags, ticket.tags)) || spelled;
}
