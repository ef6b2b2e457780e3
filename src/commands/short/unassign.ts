import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { userName } from '../../lists/names.js';
import type { Entity } from '../../references/find-entity.js';
import { assigneeIds } from '../../views/cells/people.js';
import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { peopleArgument, peopleIn } from './assign.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details: [
    'Unassigns people, like --remove-assignee of tracker tasks edit and tracker tickets edit. On a terminal, asks whom to',
    'unassign if you name nobody.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  verbs: { task, ticket },
  flags: {},
  translate: (_kind, _given, words, ref) => ({ removeAssignee: peopleIn(words, ref) }),
  ask: async (context, entity) => [await askWho(context, entity)],
  moreArguments: [peopleArgument],
  examples: [
    { line: 'tracker unassign @ @me', does: 'hand back what was shown last' },
    { line: 'tracker unassign BERG-9 zoë', does: 'unassign somebody else' },
  ],
});

async function askWho({ prompt, signal, client: open }: Context, entity: Entity<'task' | 'ticket'>): Promise<string> {
  const client = await open();
  const assigned = assigneeIds(rowAt(await entity.detail(), entity.kind));
  if (assigned.length === 0) throw new TrackerError('not_found', `nobody is assigned to ${entity.ref}`);
  const choices = assigned.map((id) => ({ name: cleanLine(userName(client, id)), value: id }));
  const message = cleanLine(`Who should no longer be assigned to ${entity.ref}?`);
  return await prompt.search({ message, choices, instead: 'name people after the reference', signal });
}
