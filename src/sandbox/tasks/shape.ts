import type { Attachment } from '../../contract/attachment.js';
import type { Task, TaskRow } from '../../contract/task.js';
import { type Item, parseChecklist } from '../fields/checklist.js';
import { parseTags } from '../fields/tags.js';
import type { Shape } from '../world.js';
import type { Log, RowParts, TaskParts } from './parts.js';
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

/** A row with what public servers add to it, except for the lists within it, which would make a long list very long. */
export function showFullRow(task: TaskRecord, parts: RowParts): TaskRow & Partial<Task> {
  const assignees = parts.assignees.get(task.id) ?? [];
  return { ...showTaskRow(task, assignees), ...showAdded(task, { parts, assignees, shape: 'usual' }) };
}

/** The whole task. As on public servers, some unset fields are null and others absent. */
export function showTask(task: TaskRecord, parts: TaskParts, shape: Shape): Task {
  const assignees = parts.assignees.get(task.id) ?? [];
  const dependsOn = parts.dependsOn.get(task.id);
  const dependents = parts.dependents.get(task.id);
  return {
    ...(shape === 'wire' ? showWireRow(task, assignees) : showTaskRow(task, assignees)),
    ...showAdded(task, { parts, assignees, shape }),
    ...(dependsOn ? { dependsOn } : {}),
    ...(dependents ? { dependents } : {}),
    ...(shape === 'wire' ? {} : { dependsOnIds: (dependsOn ?? []).map((link) => link.uuid) }),
    timeLogs: showLogs(parts.logs.get(task.id) ?? []),
    checklist: parseChecklist(task.checklist),
    comments: showComments(task, parts),
    files: parts.files.get(task.id) ?? [],
    sourceTicket: task.ticketId === null ? null : { id: task.ticketId, displayId: task.ticketRef },
  };
}

interface Added {
  readonly parts: RowParts;
  readonly assignees: readonly string[];
  readonly shape: Shape;
}

/** What public servers add to a row, without the lists. The times they give of a task are days, as in shape `spec`. */
function showAdded(task: TaskRecord, { parts, assignees, shape }: Added): Partial<Task> {
  const tags = parseTags(task.tags);
  const checklist: Item[] = parseChecklist(task.checklist);
  const timeOf = (time: string): string => (shape === 'usual' ? time : time.slice(0, 10));
  return {
    assignee: assignees[0] ?? '',
    labels: tags,
    tags,
    ...(task.startDate === null ? {} : { startDate: task.startDate }),
    ...(task.endDate === null ? {} : { endDate: task.endDate }),
    ...(task.createdBy === null ? {} : { createdBy: task.createdBy }),
    ...(task.description === null ? {} : { description: task.description }),
    createdAt: timeOf(task.createdAt),
    updated: timeOf(task.updatedAt),
    plannedFor: parts.plans.get(task.id) ?? null,
    inMyPlan: parts.plans.has(task.id),
    blocked: parts.blocked.has(task.id),
    loggedMinutes: parts.logged.get(task.id) ?? 0,
    checklistDone: checklist.filter((item) => item.done).length,
    checklistTotal: checklist.length,
    parent: task.parentRef,
    channel: task.channel,
  };
}

function showLogs(logs: readonly Log[]): NonNullable<Task['timeLogs']> {
  return logs.map((log) => ({
    user: log.userId,
    date: log.date,
    minutes: log.minutes,
    note: log.note ?? '',
    createdAt: log.createdAt,
  }));
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
