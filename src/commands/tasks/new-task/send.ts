import { readList } from '../../../args/list-edit.js';
import { isNone } from '../../../args/none.js';
import type { Client } from '../../../client/client.js';
import type { Context } from '../../../context.js';
import { type Row, refOf, textOf, textsOf } from '../../../contract/row.js';
import type { TaskCreate } from '../../../contract/task.js';
import type { Created } from '../../../contract/wide.js';
import type { FilePart } from '../../../http/body/multipart.js';
import { nameOf } from '../../../lists/person-name.js';
import { rememberCreated, requireName } from '../../creating/report-created.js';
import { projectKeyForNew } from '../../projects/project-for-new.js';
import { spelled } from '../../work/words.js';
import { type PlainFields, settleWords } from '../task-fields.js';
import { findAssignees, findTasks } from '../task-people.js';
import { checkNewTask } from './check.js';

/** A new task as requested by its flags. */
export interface NewTask {
  readonly values: {
    readonly body?: string | undefined;
    readonly tag: readonly string[];
    readonly assignee: readonly string[];
    readonly dependsOn: readonly string[];
  };
  readonly project: string;
  readonly fields: PlainFields;
  readonly files: readonly FilePart[];
}

/** A new task as sent, and the reply of the server. */
export interface SentTask {
  readonly body: TaskCreate;
  readonly reply: Created;
}

/** Resolves the people and tasks that a new task names, and creates it. Undefined in a dry run. */
export async function sendTask(context: Context, client: Client, written: NewTask): Promise<SentTask | undefined> {
  const { values, project, files } = written;
  const [projectKey, assigneeIds, dependsOnIds, fields] = [
    await projectKeyForNew(context, project),
    await findAssignees(client, readList('--assignee', values.assignee)),
    await findTasks(context, readList('--depends-on', values.dependsOn)),
    settleWords(client, written.fields),
  ];
  const { title = '', status, priority, type, due, estimate, plannedFor } = fields;
  const tags = readList('--tag', values.tag).map((tag) => spelled(client, 'task-tag', tag));
  const body: TaskCreate = {
    title,
    projectKey,
    ...(values.body !== undefined && { description: values.body }),
    ...(status !== undefined && { status }),
    ...(priority !== undefined && { priority }),
    ...(type !== undefined && { type }),
    ...(due && { due }),
    ...(estimate && { estimate }),
    ...(tags.length > 0 && { tags }),
    ...(assigneeIds.length > 0 && { assigneeIds }),
    ...(dependsOnIds.length > 0 && { dependsOnIds }),
    ...(plannedFor && { plannedFor }),
  };
  const reply = await client.write('POST /tasks', { body, files });
  return reply && { body, reply };
}

/**
 * Says what was created, and whom it is assigned to. Throws `unknown_outcome` if the server did not send a reference, and
 * `partial` if people, tags, dependencies or files are not as requested (docs/api.md, Task creation body).
 */
export async function reportTask(
  context: Context,
  client: Client,
  { body, reply, files, values }: SentTask & NewTask,
): Promise<void> {
  const ref = refOf(reply);
  requireName(ref, { title: body.title, look: 'tracker tasks list --scope mine' });
  const uuid = textOf(reply.id);
  await rememberCreated(context, { kind: 'task', uuid: uuid ?? '', ref });
  if (uuid && uuid !== ref) client.index.learn('tasks', [{ ref, uuid, title: body.title }]);
  const announce = async (task: Row): Promise<void> => {
    const people = (body.assigneeIds ?? []).filter((id) => textsOf(task.assignees).includes(id));
    const whom = people.length === 0 ? '' : `, assigned to ${people.map((id) => nameOf(client, id)).join(', ')}`;
    await context.show.created(`Created ${ref}: ${body.title}${whom}.`, reply, ref);
  };
  if (uuid === undefined) return await announce({});
  const isNobodys = values.assignee.some(isNone);
  await checkNewTask(context, client, { uuid, ref, body, files, isNobodys, announce });
}
