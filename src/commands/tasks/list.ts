import type { Context } from '../../args/context.js';
import { type Filter, filterByText } from '../../args/filter.js';
import { choice, type FlagValues, names, text, toggle } from '../../args/flag.js';
import { dayForms, kind, oneOf, pipedText, serverWord } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import { type Row, textOf, textsOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { localDay } from '../../output/time.js';
import { taskList } from '../../views/tasks/list.js';
import { withListPage } from '../showing/open-web.js';
import { filterByAssignees, filterByProject } from '../work/listing/by-name.js';
import { taskChanges } from '../work/listing/changed-since.js';
import { askedBy, asksForOthers, listWork, type Order, type RowFilter, workFlags } from '../work/listing/work-list.js';

const flags = {
  scope: choice(
    '--scope',
    'mine: assigned to you or created by you; all: every task you can see (default: mine; all if you filter by other people, a project or text)',
    oneOf('scope', ['mine', 'all']),
  ),
  status: names('-s, --status', 'only these statuses', serverWord('task-status')),
  priority: names('-p, --priority', 'only these priorities', serverWord('task-priority')),
  type: names('--type', 'only these types', serverWord('task-type')),
  project: names('--project', 'only these projects: key, name or id', kind('project')),
  due: text(
    '--due',
    `only tasks due DAY, <DAY, <=DAY, >DAY, >=DAY, DAY..DAY, "this week", "next week", overdue or none; days are ${dayForms.replace(' next week,', '')}`,
    kind('day'),
  ),
  overdue: toggle('--overdue', 'only unfinished tasks whose due day has passed'),
  tag: names('--tag', 'only tasks with one of these tags', serverWord('task-tag')),
  search: text('--search', 'only tasks with these words in their reference, title or description', pipedText('line')),
  ...workFlags('task'),
};

const listed: VerbBody = defineVerb({
  details: [
    'Shows unfinished tasks unless --state or --status says otherwise. Repeat a flag, or join values with commas, to match any of',
    "them; a task must match every flag you give. A ! before a value leaves it out: -s '!paused'. Rows are in the server's order",
    'unless you give --sort.',
  ].join('\n'),
  prints: { list: taskList },
  flags,
  examples: [
    { line: 'tracker tasks', does: 'list your unfinished tasks' },
    { line: 'tracker tasks list --project SCM --sort due,-priority', does: 'list open tasks of a project by due day' },
    { line: 'tracker tasks list -a @me --overdue -q', does: 'print references of your overdue tasks' },
    { line: 'tracker tasks list --view Overdue -p high', does: 'list high-priority tasks of a saved view' },
    { line: "tracker tasks list --scope all --json | jq '.[].title'", does: 'use it in a script' },
  ],
  run: async (context, _args, given) => {
    const list = { kind: 'task', verb: listed, narrow: narrowBy } as const;
    const { client, all: asked, sort, isWide } = await askedBy(context, { ...given }, list);
    const scope = asked.flatMap((each) => each.given.scope ?? [])[0] ?? (isWide ? 'all' : 'mine');
    return await listWork(
      context,
      client,
      { ...given, sort },
      {
        view: taskList,
        route: 'GET /tasks',
        query: { scope },
        asked,
        // Projects are looked for among all rows.
        wholeFlags: asked.some((each) => each.given.project.length > 0) ? ['--project'] : [],
        changes: taskChanges,
        emptyHint:
          scope === 'all' ? 'that you can see' : 'assigned to you or created by you (--scope all shows every task)',
      },
    );
  },
});

export const verb: VerbBody = withListPage(listed, 'tasks');

type ListFlags = FlagValues<typeof flags> & Order;

async function narrowBy(context: Context, given: ListFlags): Promise<RowFilter<ListFlags>> {
  const isOverdue = given.overdue || given.due?.trim().toLowerCase() === 'overdue';
  if (given.overdue && given.due !== undefined) throw usageError('--due and --overdue cannot be used together');
  const day = isOverdue ? undefined : given.due;
  const due =
    day === undefined ? undefined : (await import('../../args/day.js')).parseDayFilter(day, '--due', context.now());
  return {
    given,
    isWide: asksForOthers(given) || given.project.length > 0 || given.search !== undefined,
    words: { status: given.status, priority: given.priority, type: given.type, tag: given.tag },
    filtersFor: async (client, answer) => [
      ...(await filterByProject(client, given.project, answer.rows)),
      ...(await filterByAssignees(client, given, { ...assigned, answer })),
      ...(due ? [{ flag: '--due', fields: ['due'], keeps: (row: Row) => due(dueDayOf(row)) }] : []),
      ...(isOverdue ? [filterOverdue(context)] : []),
      ...filterByText(given.search, ['id', 'displayId', 'title', 'description']),
    ],
  };
}

const { due: _due, overdue: _overdue, ...otherFlags } = listed.flags;

/** The list as `tracker today`. */
export const today: VerbBody = {
  ...listed,
  details:
    "The same as tracker tasks list --due '<=today' --sort due,-priority: unfinished tasks that are due today or overdue.",
  flags: otherFlags,
  examples: [
    { line: 'tracker today', does: 'list your tasks that are due by today' },
    { line: 'tracker today --scope all --sort due', does: "list everybody's" },
  ],
  run: async (context, args, given) => {
    const { sort, ...others } = given as ListFlags;
    const order = sort.length > 0 ? sort : ['due', '-priority'];
    return await listed.run(context, args, { ...others, sort: order, due: '<=today', overdue: false });
  },
};

const assigned = {
  fields: ['assignees', 'assignee'],
  idsOf: (row: Row) => textsOf(row.assignees ?? [row.assignee || null]),
};

/** The day on which a task is due, also where a server gives it a time; undefined for none. */
function dueDayOf(row: Row): string | undefined {
  return textOf(row.due)?.slice(0, 'YYYY-MM-DD'.length) || undefined;
}

function filterOverdue(context: Context): Filter {
  const today = localDay(context.now());
  const keeps = (row: Row): boolean => {
    const due = dueDayOf(row);
    return due !== undefined && due < today && !isFinished(textOf(row.status));
  };
  return { flag: '--overdue', fields: ['due'], reads: ['status'], keeps };
}
