import { taskPriorities, taskStatuses, taskTypes } from '../fields/allowed-values.js';
import { readDay, readDue } from '../fields/calendar.js';
import type { Item } from '../fields/checklist.js';
import {
  type Fields,
  readChoice,
  readRequiredText,
  readText,
  readTextsIfList,
  roundMinutes,
} from '../fields/fields.js';
import { cleanTaskTags } from '../fields/tags.js';

/** A checked task that is not stored yet. Days are YYYY-MM-DD, the estimate whole minutes. */
export interface TaskDraft {
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly type: string;
  readonly due: string | null;
  readonly estimate: number | null;
  readonly tags: readonly string[];
  readonly assigneeIds: readonly string[];
  readonly dependsOnIds: readonly string[];
  readonly plannedFor: string | null;
  readonly checklist: readonly Item[];
  readonly sourceTicketId: string | null;
}

/**
 * Reads the body of `POST /tasks`, except dependencies, which are checked when the project is known.
 *
 * @throws Refusal 400, first for title and projectKey, then for other fields.
 */
export function readTaskDraft(fields: Fields): { draft: TaskDraft; projectKey: string } {
  const title = readRequiredText(fields, 'title');
  const projectKey = readRequiredText(fields, 'projectKey').toUpperCase();
  const draft = {
    title,
    status: readChoice(fields, 'status', taskStatuses) ?? 'todo',
    priority: readChoice(fields, 'priority', taskPriorities) ?? 'none',
    type: readChoice(fields, 'type', taskTypes) ?? 'task',
    due: readDue(fields) ?? null,
    plannedFor: fields.plannedFor === undefined ? null : readDay(fields, 'plannedFor'),
    ...readLenientFields(fields),
    dependsOnIds: [],
    checklist: [],
    sourceTicketId: null,
  };
  return { draft, projectKey };
}

/** Fields that any creation of a task accepts; an estimate or list of the wrong type is ignored. @throws Refusal 400 */
export function readLenientFields(
  fields: Fields,
): Pick<TaskDraft, 'description' | 'estimate' | 'tags' | 'assigneeIds'> {
  return {
    description: readText(fields, 'description') ?? null,
    estimate: typeof fields.estimate === 'number' ? roundMinutes('estimate', fields.estimate) : null,
    tags: cleanTaskTags(readTextsIfList(fields, 'tags') ?? []),
    assigneeIds: readTextsIfList(fields, 'assigneeIds') ?? [],
  };
}

/** A day for the caller's plan; null, from null or an empty text, takes the task out of it. @throws Refusal 400 otherwise. */
export function readPlannedFor(fields: Fields): string | null | undefined {
  const value = fields.plannedFor;
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  return readDay(fields, 'plannedFor');
}
