import type { Context } from '../../args/context.js';
import { splitNames } from '../../args/flag.js';
import { isNone, kind } from '../../args/value.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt, rowsWithin } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import type { Entity } from '../../references/find-entity.js';
import { peopleOptions, readTeam } from '../../references/people.js';
import { assigneeIds } from '../../views/cells/people.js';
import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { shortVerb } from './short-verb.js';

/** The people after the reference. */
export const peopleArgument = {
  value: kind('user'),
  isRepeatable: true,
  isAsked: true,
  help: 'people: @me, a name or part of one, an email address, an id',
} as const;

export const verb = shortVerb({
  details: [
    'Assigns more people, like --add-assignee of tracker tasks edit and tracker tickets edit. On a terminal, asks whom to',
    'assign if you name nobody.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  verbs: { task, ticket },
  flags: {},
  translate: (_kind, _given, words, ref) => ({ addAssignee: peopleIn(words, ref) }),
  ask: async (context, entity) => [await askWho(context, entity)],
  moreArguments: [peopleArgument],
  examples: [
    { line: 'tracker assign @ @me', does: 'assign what was shown last to yourself' },
    { line: 'tracker assign BERG-9 zoë sean', does: 'assign two people' },
  ],
});

/** The people among the words of the line. Throws a usage error for `none`, which would clear the list. */
export function peopleIn(words: readonly string[], ref: string): readonly string[] {
  const people = words.flatMap((word) => splitNames(word, 'USER'));
  if (!people.some(isNone)) return people;
  throw usageError('none is not a person', `to unassign everyone: tracker edit ${shellWord(ref)} --set-assignee none`);
}

async function askWho({ prompt, signal, client: open }: Context, entity: Entity<'task' | 'ticket'>): Promise<string> {
  const client = await open();
  const detail = await entity.detail();
  const people = rowsWithin(detail, 'assignableUsers');
  const assigned = assigneeIds(rowAt(detail, entity.kind));
  const team = entity.kind === 'task' ? people : await readTeam(client);
  const choices = (await peopleOptions(client, people, team))
    .filter(({ value }) => !assigned.includes(value))
    .map(({ name, value }) => ({ name: cleanLine(name), value }));
  if (choices.length === 0) throw new TrackerError('not_found', `there is nobody else to assign ${entity.ref} to`);
  const message = cleanLine(`Who should ${entity.ref} be assigned to?`);
  return await prompt.search({ message, choices, instead: 'name people after the reference', signal });
}
