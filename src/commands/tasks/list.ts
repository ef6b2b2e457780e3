import { localDay, parseDayFilter } from '../../args/day.js';
import { applyFilters, type Filter, filterByTag, filterByText, filterByWord } from '../../args/filter.js';
import { choice, type FlagValues, names, text, toggle } from '../../args/flag.js';
import { kind, oneOf, serverWord } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { isRow, type Row, rowsAt, textOf, textsOf } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { arrange } from '../../views/arrange.js';
import { isFinished } from '../../views/cells/tones.js';
import { taskList } from '../../views/tasks/list.js';
import { settingFor } from '../setting.js';

const flags = {
  scope: choice(
    '--scope',
    'mine: assigned to you or created by you; all: every task you can see (default: mine)',
    oneOf('scope', ['mine', 'all']),
  ),
  status: names('-s, --status', 'only these statuses', serverWord('task-status')),
  priority: names('-p, --priority', 'only these priorities', serverWord('task-priority')),
  type: names('--type', 'only these types', serverWord('task-type')),
  project: names('--project', 'only these projects: key, name or id', kind('project')),
  assignee: names('-a, --assignee', 'only tasks of these people: @me, a name or part of one, an id', kind('user')),
  unassigned: toggle('--unassigned', 'only unassigned tasks'),
  due: text(
    '--due',
    'only tasks due DAY, <DAY, <=DAY, >DAY, >=DAY, DAY..DAY or none; days are 2026-11-20, today, +3d, fri',
    kind('day'),
  ),
  overdue: toggle('--overdue', 'only unfinished tasks whose due day has passed'),
  tag: names('--tag', 'only tasks with one of these tags', serverWord('task-tag')),
  search: text('--search', 'only tasks with these words in their reference, title or description', kind('text')),
};

export const verb = defineVerb({
  details: [
    'Several values of a flag match any of them; different flags must all match. Tasks are listed in the order of the server unless',
    '--sort is given.',
  ].join('\n'),
  prints: { list: taskList },
  flags,
  examples: [
    { line: 'tracker tasks', does: 'list your tasks' },
    { line: 'tracker tasks list --scope all -s todo,in_progress --sort due', does: 'list open tasks by due day' },
    { line: 'tracker tasks list -a @me --overdue -q', does: 'print references of your overdue tasks' },
    { line: "tracker tasks list --scope all --json | jq '.[].title'", does: 'use it in a script' },
  ],
  run: async (context, _args, given) => {
    const due = given.due === undefined ? undefined : parseDayFilter(given.due, '--due', context.now());
    if (given.overdue && due) throw usageError('--due and --overdue cannot be used together');
    if (given.unassigned && given.assignee.length > 0)
      throw usageError('--assignee and --unassigned cannot be used together');
    const client = await context.client();
    const reply = await client.call('GET /tasks', { query: { scope: given.scope ?? 'mine' } });
    const rows = rowsAt(reply, 'tasks');
    const filters = [
      ...filterByWord('--status', 'status', given.status),
      ...filterByWord('--priority', 'priority', given.priority),
      ...filterByWord('--type', 'type', given.type),
      ...(await filterByProject(client, given.project, rows)),
      ...(await filterByAssignee(client, given, reply.users)),
      ...(due ? [{ flag: '--due', fields: ['due'], keeps: (row: Row) => due(textOf(row.due) || undefined) }] : []),
      ...(given.overdue ? [filterOverdue(context)] : []),
      ...filterByTag('--tag', given.tag),
      ...filterByText(given.search, ['id', 'displayId', 'title', 'description']),
    ];
    const setting = settingFor(context, client, reply.users);
    const { limit, sort } = given;
    const arranged = arrange(taskList, applyFilters(rows, filters), { sort, limit, allRows: rows, setting });
    if (arranged.rows.length === 0) {
      const { warnUnseen } = await import('../unseen.js');
      await warnUnseen(context, client, [
        { flag: '--status', kind: 'task-status', words: given.status },
        { flag: '--priority', kind: 'task-priority', words: given.priority },
        { flag: '--type', kind: 'task-type', words: given.type },
      ]);
    }
    await context.show.list(taskList, { ...arranged, setting, emptyHint: emptyHint(filters, given.scope) });
  },
});

function emptyHint(filters: readonly Filter[], scope: string | undefined): string {
  if (filters.length > 0) return 'match';
  return scope === 'all' ? 'that you can see' : 'assigned to you or created by you (--scope all shows every task)';
}

function filterOverdue(context: Context): Filter {
  const today = localDay(context.now());
  const keeps = (row: Row): boolean => {
    const due = textOf(row.due);
    return due !== undefined && due !== '' && due < today && !isFinished(textOf(row.status));
  };
  return { flag: '--overdue', fields: ['due'], keeps };
}

/** A project matches by its key, its uuid, or the part of a task's reference before the number. */
async function filterByProject(
  client: Client,
  wanted: readonly string[],
  rows: readonly Row[],
): Promise<readonly Filter[]> {
  if (wanted.length === 0) return [];
  // Loaded here, because most lists are not filtered by project or people.
  const { findEntity } = await import('../../client/find/references.js');
  const seen = new Set(rows.flatMap(projectNames));
  const accepted = new Set<string>();
  for (const name of wanted) {
    if (seen.has(name.toLowerCase())) accepted.add(name.toLowerCase());
    else {
      const { uuid, ref } = await findEntity(client, 'project', name);
      accepted.add(uuid.toLowerCase()).add(ref.toLowerCase());
    }
  }
  const keeps = (row: Row): boolean => projectNames(row).some((name) => accepted.has(name));
  return [{ flag: '--project', fields: ['project', 'id'], keeps }];
}

function projectNames(row: Row): readonly string[] {
  const prefix = /^(.+)-\d+$/.exec(textOf(row.displayId) ?? textOf(row.id) ?? '')?.[1];
  return [textOf(row.project), prefix].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}

async function filterByAssignee(
  client: Client,
  given: FlagValues<typeof flags>,
  users: unknown,
): Promise<readonly Filter[]> {
  if (given.unassigned) {
    const keeps = (row: Row): boolean => textsOf(row.assignees).length === 0 && !textOf(row.assignee);
    return [{ flag: '--unassigned', fields: ['assignees', 'assignee'], keeps }];
  }
  if (given.assignee.length === 0) return [];
  const { resolvePeople } = await import('../../client/find/people.js');
  const ids = await resolvePeople(given.assignee, { client, people: isRow(users) ? users : {} });
  return [
    {
      flag: '--assignee',
      fields: ['assignees', 'assignee'],
      keeps: (row) => textsOf(row.assignees).some((id) => ids.has(id)),
    },
  ];
}
