import type { FlagTable } from '../../args/flag.js';
import type { Parsed } from '../../args/more-flags.js';
import type { Client } from '../../client/client.js';
import { toNameKey } from '../../contract/plain-letters.js';
import {
  type Row,
  refOf,
  rowAt,
  rowsAt,
  rowsOf,
  rowsWithin,
  textOf,
  textsOf,
  titleOf,
  uuidOf,
} from '../../contract/row.js';
import type { TaskDetail } from '../../contract/task.js';
import type { Answers, Field } from '../../forms/field.js';
import { flagField } from '../../forms/flag-field.js';
import { nameOf } from '../../lists/person-name.js';
import { peopleOptions, readTeam } from '../../references/people.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { minutesText } from '../../views/cells/amounts.js';
import { assigneeIds } from '../../views/cells/people.js';

/** The fields of a task that a form offers, in this order. */
export function taskFormFields(
  client: Client,
  flags: FlagTable,
  team: () => Promise<readonly Row[]> = async () => await readTeam(client),
): readonly Field[] {
  return [
    flagField(flags, 'title', 'Title', { isRequired: true }),
    flagField(flags, 'status', 'Status'),
    flagField(flags, 'priority', 'Priority'),
    flagField(flags, 'type', 'Type'),
    flagField(flags, 'due', 'Due'),
    flagField(flags, 'planned', 'Planned'),
    flagField(flags, 'estimate', 'Estimate', { textOf: (minutes) => minutesText(Number(minutes)) }),
    flagField(flags, 'tag', 'Tags'),
    flagField(flags, 'assignee', 'Assignees', {
      options: async () => await team().then(async (people) => await peopleOptions(client, people, people)),
      nameOf: (id) => nameOf(client, id),
    }),
    flagField(flags, 'dependsOn', 'Depends on', {
      options: async () =>
        client.index.all('tasks').map(({ ref, uuid, title }) => ({ name: `${ref}  ${title}`, value: uuid })),
      nameOf: (uuid) => client.index.all('tasks').find((each) => each.uuid === uuid)?.ref ?? uuid,
    }),
    flagField(flags, 'body', 'Description', { isLong: true, isAsked: true }),
  ];
}

/** What a task is now, as a form shows it. */
export function taskAnswers(detail: TaskDetail): Answers {
  const task = rowAt(detail, 'task');
  const day = (value: unknown): Parsed<string> | undefined => {
    const text = textOf(value)?.slice(0, 'YYYY-MM-DD'.length);
    return text ? { text, value: text } : undefined;
  };
  const { estimate } = task;
  const links = rowsOf(task.dependsOn).map(uuidOf);
  return {
    title: titleOf(task),
    status: textOf(task.status),
    priority: textOf(task.priority),
    type: textOf(task.type),
    due: day(task.due),
    planned: day(task.plannedFor),
    estimate:
      typeof estimate === 'number' && estimate > 0 ? { text: minutesText(estimate), value: estimate } : undefined,
    tag: textsOf(task.tags ?? task.labels),
    assignee: assigneeIds(task),
    dependsOn: links.length > 0 ? links : textsOf(task.dependsOnIds),
    body: textOf(task.description) || undefined,
  };
}

/** The project of a new task; those most of whose members are among these people come first, the largest of them at the top. */
export function projectField(
  client: Client,
  flags: FlagTable,
  readPeople: () => Promise<readonly Row[]> = async () => [],
): Field {
  return flagField(flags, 'project', 'Project', {
    isRequired: true,
    async options() {
      const [projects, people] = await Promise.all([activeProjects(client), readPeople()]);
      const ids = new Set(people.map(uuidOf));
      const rank = (row: Row): number => {
        const members = rowsWithin(row, 'members');
        const known = members.filter((member) => ids.has(uuidOf(member))).length;
        return known * 2 > members.length ? known : 0;
      };
      return projects.toSorted((one, other) => rank(other) - rank(one)).map(optionOf);
    },
  });
}

async function activeProjects(client: Client): Promise<readonly Row[]> {
  const projects = rowsAt(await client.call('GET /projects'), 'projects');
  return projects.filter((row) => textOf(row.status) !== 'archived');
}

function optionOf(row: Row): Option<string> {
  const key = textOf(row.key) ?? refOf(row);
  return { name: `${key}  ${titleOf(row)}`, value: key };
}

/** The most people that are named. */
const mostNamed = 8;

/** Says who will see a new task of this project, given by key, name or id. */
export async function taskAudience(client: Client, project: string): Promise<string> {
  const rows = rowsWithin(await client.call('GET /projects'), 'projects');
  const isMeant = (row: Row): boolean =>
    [textOf(row.key), titleOf(row), uuidOf(row)].some((each) => toNameKey(each ?? '') === toNameKey(project));
  const row = rows.find(isMeant);
  const names = rowsWithin(row ?? {}, 'members').map(titleOf);
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const members = names.length === 0 ? '' : ` (${names.slice(0, mostNamed).join(', ')}${more})`;
  const called = row === undefined ? project : `${optionOf(row).value}, ${titleOf(row)}`;
  return `Who will see it: the team, and the members of ${called}${members}.`;
}
