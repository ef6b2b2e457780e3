import { names, splitNames } from '../../args/flag.js';
import { isNone, kind } from '../../args/value.js';
import type { VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt, rowsWithin } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import type { Entity } from '../../references/find-entity.js';
import { peopleOptions, readTeam } from '../../references/people.js';
import { shown } from '../../references/read.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { assigneeIds } from '../../views/cells/people.js';
import { outcomeView } from '../bulk/report.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { shortVerb } from './short-verb.js';

/** What the verbs that assign and unassign people differ in. */
interface Assigning extends Pick<VerbBody, 'examples'> {
  readonly details: string;
  readonly flag: 'addAssignee' | 'removeAssignee';
  readonly question: (ref: string) => string;
  /** Throws `not_found` if there is nobody to choose from. */
  readonly options: (client: Client, entity: Entity<'task' | 'ticket'>) => Promise<readonly Option<string>[]>;
}

export function assigningVerb({ flag, question, options, ...rest }: Assigning): VerbBody {
  const verb = shortVerb({
    ...rest,
    prints: { outcomes: outcomeView },
    verbs: { task, ticket },
    flags: { assignee: names('-a, --assignee', 'the same as naming people after the reference', kind('user')) },
    translate: (_kind, given, words, ref) => ({ [flag]: peopleIn([...words, ...assigneesIn(given)], ref) }),
    isAsked: (given) => assigneesIn(given).length === 0,
    async ask({ prompt, signal, client }, entity) {
      const found = await options(await client(), entity);
      const choices = found.map(({ name, value }) => ({ name: cleanLine(name), value }));
      const message = cleanLine(question(entity.ref));
      return [await prompt.search({ message, choices, instead: 'name people after the reference', signal })];
    },
    moreArguments: [
      {
        value: kind('user'),
        isRepeatable: true,
        isOptional: true,
        help: 'people: @me, a name or part of one, an email address, an id',
      },
    ],
  });
  return {
    ...verb,
    async run(context, args, given) {
      if (args.length < 2 && assigneesIn(given).length === 0 && !context.prompt.possible)
        throw usageError(
          'specify who',
          `tracker ${context.settings.command} ${args.map(shown).join(' ') || 'REF'} USER`,
        );
      await verb.run(context, args, given);
    },
  };
}

function assigneesIn({ assignee }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(assignee) ? assignee.map(String) : [];
}

export const verb = assigningVerb({
  details: [
    'Assigns more people, like --add-assignee of tracker tasks edit and tracker tickets edit. On a terminal, asks whom to',
    'assign if you name nobody.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  flag: 'addAssignee',
  question: (ref) => `Who should ${ref} be assigned to?`,
  options: assignable,
  examples: [
    { line: 'tracker assign @ @me', does: 'assign what was shown last to yourself' },
    { line: 'tracker assign BERG-9 zoë sean', does: 'assign two people' },
  ],
});

/** The people among the words of the line. Throws a usage error for `none`, which would clear the list. */
function peopleIn(words: readonly string[], ref: string): readonly string[] {
  const people = words.flatMap((word) => splitNames(word, 'USER'));
  if (!people.some(isNone)) return people;
  throw usageError('none is not a person', `to unassign everyone: tracker edit ${shellWord(ref)} --set-assignee none`);
}

/** The people who can be assigned and are not assigned yet. */
async function assignable(client: Client, entity: Entity<'task' | 'ticket'>): Promise<readonly Option<string>[]> {
  const detail = await entity.detail();
  const people = rowsWithin(detail, 'assignableUsers');
  const assigned = assigneeIds(rowAt(detail, entity.kind));
  const team = entity.kind === 'task' ? people : await readTeam(client);
  const others = (await peopleOptions(client, people, team)).filter(({ value }) => !assigned.includes(value));
  if (others.length === 0) throw new TrackerError('not_found', `there is nobody else to assign ${entity.ref} to`);
  return others;
}
