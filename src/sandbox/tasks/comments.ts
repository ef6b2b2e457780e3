import type { CreationReply } from '../../contract/shapes/wide.js';
import { allow, noSuch, outOfSight, readAccess } from '../access/access.js';
import { keepReaders } from '../access/notified.js';
import { readsTask } from '../access/visibility.js';
import { readRequiredText } from '../fields/fields.js';
import { storeFiles } from '../files.js';
import { flattenMentions, mentionedUsers, notify } from '../inbox/notify.js';
import { type Answer, type Call, created, store, timestamp } from '../world.js';
import { requireTask, type TaskRecord, taskTarget } from './record.js';

/** `POST /tasks/:id/comments` (docs/api.md, Comment), with files if sent as multipart. */
export function addComment(call: Call): Answer<CreationReply> {
  const { world, user } = call;
  const body = readRequiredText(call.body, 'body');
  const task = requireTask(call);
  const access = readAccess(call);
  if (!readsTask(access, task)) throw outOfSight(noSuch('task'));
  allow(access.mayInProject(task, 'project.tasks.comment'), 'comment on tasks of this project');
  const earlier = peopleAround(call, task);
  const id = store(world, 'task_comments', { taskId: task.id, userId: user.id, body });
  world.db.update('tasks', task.id, { updatedAt: timestamp(world) });
  storeFiles(call, { entityType: 'message', entityId: id, orgId: null, projectId: task.projectId });
  // Each person is notified once: those mentioned of the mention.
  const mentioned = keepReaders(world, task.projectId, mentionedUsers(body));
  const others = [...keepReaders(world, task.projectId, earlier)].filter((userId) => !mentioned.has(userId));
  const notice = { ...taskTarget(task), title: `${task.ref} ${task.title}`, body: flattenMentions(body) };
  notify(call, { ...notice, kind: 'taskMentioned', to: mentioned });
  notify(call, { ...notice, kind: 'taskCommented', to: others });
  return created({ id });
}

/** The creator, the assignees and earlier commenters. */
function peopleAround({ world }: Call, task: TaskRecord): string[] {
  return world.db.texts(
    `SELECT user_id FROM task_assignees WHERE task_id = ?
     UNION SELECT user_id FROM task_comments WHERE task_id = ? AND user_id IS NOT NULL
     UNION SELECT created_by FROM tasks WHERE id = ? AND created_by IS NOT NULL`,
    task.id,
    task.id,
    task.id,
  );
}
