import type { Task, TaskComment, TaskLink, TaskRow, TimeLog } from '../../contract/shapes/task.js';
import { filesJson } from '../files.js';
import { columns, exceptWire, type FieldsOf, list, object, truth, value } from '../store/json.js';
import type { Shape } from '../world.js';

/*
 * Tasks as they are sent, in the SQL of store/json.ts: `t` is the task, `p` its project, and `n` the caller's plan for it. As on
 * public servers, some unset fields are null and others absent.
 */

const assignees = list('json_quote(user_id)', 'task_assignees WHERE task_id = t.id', 'position');

/** The ten fields of docs/api.md, Task list row, all always present; `project` is the project's uuid. */
const row = {
  id: value("p.key || '-' || t.number"),
  uuid: value('t.id'),
  ...columns('t', 'title status priority type estimate due'),
  project: value('t.project_id'),
  assignees,
} satisfies FieldsOf<TaskRow>;

/** The same as public servers send it: the project by its key, and without unset fields. */
const { estimate, assignees: all, ...fields } = row;
const publicRow = {
  ...fields,
  project: value('p.key'),
  estimate: { optional: estimate },
  assignees: { optional: all },
};

const day = (column: string): string => value(`substr(${column}, 1, 10)`);
const time = (column: string) => ({ usual: value(column), spec: day(column), wire: day(column) });

/** What public servers add to a row, without the lists. */
const added = {
  assignee: value("coalesce((SELECT user_id FROM task_assignees WHERE task_id = t.id ORDER BY position LIMIT 1), '')"),
  labels: 't.tags',
  tags: 't.tags',
  startDate: { optional: value('t.start_date') },
  endDate: { optional: value('t.end_date') },
  createdBy: { optional: value('t.created_by') },
  description: { optional: value('t.description') },
  createdAt: time('t.created_at'),
  updated: time('t.updated_at'),
  plannedFor: value('n.day'),
  inMyPlan: truth('n.task_id IS NOT NULL'),
  blocked: truth(`EXISTS (SELECT 1 FROM task_dependencies d JOIN tasks o ON o.id = d.depends_on_id
    WHERE d.task_id = t.id AND o.deleted_at IS NULL AND o.status <> 'done')`),
  loggedMinutes: '(SELECT coalesce(sum(minutes), 0) FROM time_logs WHERE task_id = t.id)',
  checklistDone: "iif(t.checklist = '[]', 0, (SELECT count(*) FROM json_each(t.checklist) WHERE value ->> 'done'))",
  checklistTotal: 'json_array_length(t.checklist)',
  parent: value(`(SELECT op.key || '-' || o.number FROM tasks o JOIN projects op ON op.id = o.project_id
    WHERE o.id = t.parent_id AND o.deleted_at IS NULL)`),
  channel: value('t.channel'),
} satisfies FieldsOf<Task> & { readonly assignee: string };

/** The tasks at the other end of dependencies. */
function links(here: string, there: string, item: string): string {
  const from = `task_dependencies d JOIN tasks o ON o.id = d.${there} JOIN projects op ON op.id = o.project_id
    WHERE d.${here} = t.id AND o.deleted_at IS NULL`;
  return list(item, from, 'op.key, o.number');
}

const link = object({
  uuid: value('o.id'),
  id: value("op.key || '-' || o.number"),
  ...columns('o', 'title status'),
} satisfies FieldsOf<TaskLink>);

const timeLog = object({
  user: value('user_id'),
  date: value('date'),
  minutes: 'minutes',
  note: value("coalesce(note, '')"),
  createdAt: value('created_at'),
} satisfies FieldsOf<TimeLog>);

const comment = object({
  id: value('c.id'),
  user: value("coalesce(c.user_id, '')"),
  date: day('c.created_at'),
  text: value('c.body'),
  createdAt: value('c.created_at'),
  files: filesJson('message', 'c.id'),
} satisfies FieldsOf<TaskComment>);

const sourceTicket = `coalesce((SELECT ${object({ id: value('k.id'), displayId: value("o.key || '-' || k.number") })}
  FROM tickets k JOIN orgs o ON o.id = k.org_id WHERE k.id = t.source_ticket_id AND k.deleted_at IS NULL), 'null')`;

/** What a whole task has in addition. */
const details = {
  dependsOn: { optional: links('task_id', 'depends_on_id', link) },
  dependents: { optional: links('depends_on_id', 'task_id', link) },
  dependsOnIds: exceptWire(links('task_id', 'depends_on_id', 'json_quote(o.id)')),
  timeLogs: list(timeLog, 'time_logs WHERE task_id = t.id', 'created_at, id'),
  checklist: 't.checklist',
  comments: list(comment, 'task_comments c WHERE c.task_id = t.id', 'c.created_at, c.sequence'),
  files: filesJson('task', 't.id'),
  sourceTicket,
} satisfies FieldsOf<Task>;

const whole = { ...row, ...added, ...details };
const publicTask = { ...publicRow, ...added, ...details };

/** A task, and as a row of a list. In shape `usual` that is without lists, which would make a long list very long. */
const tasks = {
  spec: { whole, row },
  usual: { whole, row: { ...row, ...added } },
  wire: { whole: publicTask, row: publicTask },
} satisfies Readonly<Record<Shape, Readonly<Record<'whole' | 'row', FieldsOf<Task>>>>>;

/** The start of a query for rows of a list as `json` and their assignees as `people`; its first value is the caller's id. */
export function selectTaskRows(shape: Shape): string {
  const people = "(SELECT group_concat(user_id, ' ') FROM task_assignees WHERE task_id = t.id)";
  return select(`${object(tasks[shape].row, shape)} AS json, ${people} AS people`);
}

/** The start of a query for whole tasks as `json`; its first value is the caller's id. */
export function selectWholeTask(shape: Shape): string {
  return select(`${object(tasks[shape].whole, shape)} AS json`);
}

function select(columns: string): string {
  return `SELECT ${columns} FROM tasks t JOIN projects p ON p.id = t.project_id
    LEFT JOIN task_plans n ON n.task_id = t.id AND n.user_id = ?`;
}
