import type { Attachment } from '../../contract/attachment.js';
import type { Task, TaskRow } from '../../contract/task.js';
import { type Item, parseChecklist } from '../fields/checklist.js';
import { parseTags } from '../fields/tags.js';
import type { Shape } from '../world.js';
import type { TaskParts } from './parts.js';
import type { TaskRecord, TaskSummary } from './record.js';

/** The ten fields of docs/api.md, Task list row, all always present; `project` is the project's uuid. */
export function showTaskRow(task: TaskSummary, assignees: readonly string[]): TaskRow {
  return {
    id: task.ref,
    uuid: task.id,
    title: task.title,
    status: task.status,
    priority: task.priority,
    type: task.type,
    estimate: task.estimate,
    due: task.due,
    project: task.projectId,
    assignees,
  };
}

/** The same as public servers send it: the project by its key, and without unset fields. */
function showWireRow(task: TaskRecord, assignees: readonly string[]): TaskRow {
  const { estimate, assignees: _, ...row } = showTaskRow(task, assignees);
  return {
    ...row,
    project: task.projectKey,
    ...(estimate === null ? {} : { estimate }),
    ...(assignees.length > 0 ? { assignees } : {}),
  };
}

/** The whole task. As on public servers, some unset fields are null and others absent. */
export function showTask(task: TaskRecord, parts: TaskParts, shape: Shape): Task {
  const assignees = parts.assignees.get(task.id) ?? [];
  const tags = parseTags(task.tags);
  const checklist: Item[] = parseChecklist(task.checklist);
  return {
    ...(shape === 'wire' ? showWireRow(task, assignees) : showTaskRow(task, assignees)),
    assignee: assignees[0] ?? '',
    labels: tags,
    tags,
    ...(task.startDate === null ? {} : { startDate: task.startDate }),
    ...(task.endDate === null ? {} : { endDate: task.endDate }),
    ...(task.createdBy === null ? {} : { createdBy: task.createdBy }),
    ...(task.description === null ? {} : { description: task.description }),
    createdAt: task.createdAt.slice(0, 10),
    updated: task.updatedAt.slice(0, 10),
    plannedFor: parts.plans.get(task.id) ?? null,
    inMyPlan: parts.plans.has(task.id),
    ...showDependencies(task, parts, shape),
    ...showTime(task, parts),
    checklistDone: checklist.filter((item) => item.done).length,
    checklistTotal: checklist.length,
    parent: task.parentRef,
    channel: task.channel,
    checklist,
    comments: showComments(task, parts),
    files: parts.files.get(task.id) ?? [],
    sourceTicket: task.ticketId === null ? null : { id: task.ticketId, displayId: task.ticketRef },
  };
}

function showDependencies(task: TaskRecord, parts: TaskParts, shape: Shape): Partial<Task> {
  const dependsOn = parts.dependsOn.get(task.id);
  const dependents = parts.dependents.get(task.id);
  return {
    ...(dependsOn ? { dependsOn } : {}),
    ...(dependents ? { dependents } : {}),
    ...(shape === 'spec' ? { dependsOnIds: (dependsOn ?? []).map((link) => link.uuid) } : {}),
    blocked: dependsOn?.some((link) => link.status !== 'done') ?? false,
  };
}

function showTime(task: TaskRecord, parts: TaskParts): Partial<Task> {
  const logs = parts.logs.get(task.id) ?? [];
  return {
    loggedMinutes: logs.reduce((sum, log) => sum + log.minutes, 0),
    timeLogs: logs.map((log) => ({
      user: log.userId,
      date: log.date,
      minutes: log.minutes,
      note: log.note ?? '',
      createdAt: log.createdAt,
    })),
  };
}

const noFiles: readonly Attachment[] = [];

function showComments(task: TaskRecord, parts: TaskParts): NonNullable<Task['comments']> {
  return (parts.comments.get(task.id) ?? []).map((comment) => ({
    id: comment.id,
    user: comment.userId ?? '',
    date: comment.createdAt.slice(0, 10),
    text: comment.body,
    createdAt: comment.createdAt,
    files: parts.commentFiles.get(comment.id) ?? noFiles,
  }));
}
