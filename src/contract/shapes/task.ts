import type { Attachment } from './attachment.js';
import type { People, Person, Wide } from './wide.js';

export type ChecklistItem = Wide<{ id: string; text: string; done: boolean }>;

/** A task that another one depends on, or that depends on it. `id` is the human reference. */
export type TaskLink = Wide<{ uuid: string; id: string; title: string; status: string }>;

export type TaskComment = Wide<{
  id: string;
  user: string;
  authorId: string;
  date: string;
  text: string;
  body: string;
  createdAt: string;
  files: readonly Attachment[];
}>;

/** One time log: whole minutes on a calendar day. */
export type TimeLog = Wide<{ user: string; date: string; minutes: number; note: string; createdAt: string }>;

/** A row of `GET /tasks`. `id` is the human reference, `uuid` goes into paths; `project` is a uuid or a key. */
export type TaskRow = Wide<{
  id: string;
  uuid: string;
  displayId: string;
  title: string;
  status: string;
  priority: string;
  type: string;
  estimate: number;
  due: string;
  project: string;
  assignees: readonly string[];
}>;

/** The `task` of a detail: a row with additional fields. */
export type Task = TaskRow &
  Wide<{
    description: string;
    labels: readonly string[];
    tags: readonly string[];
    startDate: string;
    endDate: string;
    createdBy: string;
    createdAt: string;
    updated: string;
    plannedFor: string;
    inMyPlan: boolean;
    dependsOn: readonly TaskLink[];
    dependsOnIds: readonly string[];
    dependents: readonly TaskLink[];
    blocked: boolean;
    loggedMinutes: number;
    checklistDone: number;
    checklistTotal: number;
    parent: string;
    channel: string;
    checklist: readonly ChecklistItem[];
    comments: readonly TaskComment[];
    timeLogs: readonly TimeLog[];
    files: readonly Attachment[];
    sourceTicket: Wide<{ id: string; displayId: string }>;
  }>;

export type TaskDetail = Wide<{
  task: Task;
  attachments: readonly Attachment[];
  authors: People;
  assignableUsers: readonly Person[];
  canEdit: boolean;
  canComment: boolean;
}>;

/** Body of `POST /tasks`. Estimates are minutes; days are YYYY-MM-DD (docs/api.md, Conventions 3). */
export interface TaskCreate {
  readonly title: string;
  readonly projectKey: string;
  readonly description?: string;
  readonly status?: string;
  readonly priority?: string;
  readonly type?: string;
  readonly due?: string | null;
  readonly estimate?: number;
  readonly tags?: readonly string[];
  readonly assigneeIds?: readonly string[];
  readonly dependsOnIds?: readonly string[];
  readonly plannedFor?: string;
}

/** Body of `PATCH /tasks/:id`: any editable field; lists replace the whole, null clears. */
export interface TaskPatch extends Partial<Omit<TaskCreate, 'projectKey' | 'description' | 'estimate' | 'plannedFor'>> {
  readonly description?: string | null;
  readonly estimate?: number | null;
  readonly plannedFor?: string | null;
  readonly checklist?: readonly ChecklistItem[];
}

export interface CommentCreate {
  readonly body: string;
}

/** Whole minutes on the calendar day `date` (YYYY-MM-DD). */
export interface TimeLogCreate {
  readonly minutes: number;
  readonly date: string;
  readonly note?: string;
}

/** The meeting notes linked to a task (docs/api.md, Outside the versioned prefix). */
export type TaskMeetings = Wide<{
  notes: readonly Wide<{ id: string; title: string; meetingDate: string }>[];
  templates: readonly Wide<{ id: string; name: string; icon: string }>[];
}>;
