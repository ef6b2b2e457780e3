import { minutesText } from '../../contract/server-word.js';
import type { Task } from '../../contract/shapes/task.js';
import { allow, readAccess, requireTeam } from '../access/access.js';
import { editsTask, namesSource, visibleProjects } from '../access/visibility.js';
import { readDay, writeMoment } from '../fields/calendar.js';
import { type Fields, readText, roundMinutes } from '../fields/fields.js';
import { removeTaskFiles } from '../files.js';
import { assignablePeople, peopleOf } from '../identity/people.js';
import { addActivity } from '../projects.js';
import { listRows } from '../store/json.js';
import { created, type Handlers, ok, Refusal, store, timestamp } from '../world.js';
import { addComment } from './comments.js';
import { createTask } from './create.js';
import { patchTask } from './patch.js';
import { requireReadableTask } from './record.js';
import { selectTaskRows, selectWholeTask } from './task-json.js';

export const taskHandlers = {
  /** The tasks of visible projects, newest first; scope `mine` is the default, any other value means all. */
  'GET /tasks'(call) {
    const { world, user, query } = call;
    const visible = visibleProjects(readAccess(call));
    const onlyMine = (query.get('scope') ?? 'mine') === 'mine';
    const scope = onlyMine ? { condition: isMine, values: [user.id, user.id] } : { condition: '1', values: [] };
    const sql = `${selectTaskRows(world.shape)} WHERE t.deleted_at IS NULL AND t.archived_at IS NULL AND p.status <> 'archived'
      AND ${visible.condition} AND ${scope.condition} ORDER BY t.created_at DESC, t.sequence DESC`;
    return ok(listRows(world, 'tasks', sql, user.id, ...visible.values, ...scope.values));
  },
  'POST /tasks': createTask,
  /** The whole task; 404 if it does not exist or the caller may not read it. */
  'GET /tasks/:id'(call) {
    const { world, user } = call;
    const stored = requireReadableTask(call);
    const access = readAccess(call);
    const json = world.db.value<string>(`${selectWholeTask(world.shape)} WHERE t.id = ?`, user.id, stored.id);
    // Made of the fields of a task in task-json.ts.
    const task = JSON.parse(json ?? '{}') as Task;
    const canEdit = editsTask(access, stored);
    const involved = [
      stored.createdBy,
      ...(task.assignees ?? []),
      ...(task.comments ?? []).map((comment) => comment.user ?? null),
      ...(task.timeLogs ?? []).map((log) => log.user ?? null),
    ];
    return ok({
      task: { ...task, ...(namesSource(world, access, stored.ticketId) ? {} : { sourceTicket: null }) },
      attachments: task.files ?? [],
      authors: peopleOf(world, involved),
      assignableUsers: canEdit ? assignablePeople(world) : [],
      canEdit,
      canComment: access.mayInProject(stored, 'project.tasks.comment'),
    });
  },
  'PATCH /tasks/:id': patchTask,
  /** `DELETE /tasks/:id`, for roles with project.tasks.delete.any (docs/api.md, Authentication 8). */
  'DELETE /tasks/:id'(call) {
    const { world } = call;
    const task = requireReadableTask(call);
    allow(readAccess(call).mayInProject(task, 'project.tasks.delete.any'), 'delete tasks of this project');
    world.db.update('tasks', task.id, { deletedAt: timestamp(world) });
    removeTaskFiles(world, task.id);
    const text = `deleted the task ${task.title}`;
    addActivity(call, { projectId: task.projectId, type: 'task.deleted', taskId: task.id, text });
    return ok({ ok: true });
  },
  'POST /tasks/:id/comments': addComment,
  /** `POST /tasks/:id/time` (docs/api.md, Time log entry): anyone who can read a task may log time on it. */
  'POST /tasks/:id/time'(call) {
    const { world, user } = call;
    const fields = call.body;
    const minutes = readMinutes(fields);
    const date = readDay(fields, 'date');
    const note = readText(fields, 'note') ?? null;
    const task = requireReadableTask(call);
    const id = store(world, 'time_logs', { taskId: task.id, userId: user.id, minutes, date, note });
    const text = `logged ${minutesText(minutes)}`;
    addActivity(call, { projectId: task.projectId, type: 'time.logged', taskId: task.id, text });
    return created(world.shape === 'wire' ? { ok: true } : { id });
  },
  /** The meeting notes linked to a task, newest first; empty for an unknown task (docs/api.md, Outside the versioned prefix). */
  'GET {base}/api/tasks/:id/meetings'(call) {
    const { world } = call;
    requireTeam(call);
    const notes = world.db.all<{ readonly meetingDate: string | null }>(
      `SELECT id, title, meeting_date AS meetingDate FROM notes WHERE kind = 'meeting' AND task_id = ?
       ORDER BY meeting_date DESC, created_at DESC, id`,
      call.id,
    );
    return ok({
      notes: notes.map((note) => ({ ...note, meetingDate: writeMoment(note.meetingDate) })),
      templates: world.db.all('SELECT id, name, icon FROM note_templates ORDER BY name, id'),
    });
  },
} satisfies Handlers;

const isMine = `(t.created_by = ?
  OR EXISTS (SELECT 1 FROM task_assignees a WHERE a.task_id = t.id AND a.user_id = ?))`;

/** A number above 0, or a text with one, rounded to whole minutes. */
function readMinutes(fields: Fields): number {
  const { minutes } = fields;
  const value = typeof minutes === 'string' && minutes.trim() !== '' ? Number(minutes) : minutes;
  const rounded = typeof value === 'number' && !Number.isNaN(value) ? roundMinutes('minutes', value) : null;
  if (rounded === null) throw new Refusal(400, 'minutes must be a number above 0.');
  return rounded;
}
