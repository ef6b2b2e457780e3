import { dueDay } from '../output/relative-time.js';
import type { JsonObject, ListView } from '../output/view.js';
import { assigneeIds, assigneeNames, assigneesCell, personName } from './people.js';
import { projectKey, projectName } from './project-key.js';
import { listOf, ownValue, textOf } from './read-row.js';
import { priorityColumn, refColumn, statusColumn } from './state-columns.js';
import { timeCell } from './times.js';
import { isFinished } from './tones.js';

/** The columns of task lists. The first eight, and their order, are what scripts rely on. */
export const taskList: ListView = {
  noun: 'tasks',
  columns: [
    refColumn,
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    statusColumn,
    priorityColumn,
    {
      key: 'due',
      head: 'Due',
      value: (row) => ownValue(row, 'due'),
      human: (row, { now }) => dueDay(textOf(row, 'due') ?? '', now, !isFinished(textOf(row, 'status'))),
    },
    { key: 'assignees', head: 'Assignees', value: assigneeNames, human: assigneesCell },
    {
      key: 'type',
      head: 'Type',
      value: (row) => ownValue(row, 'type'),
      human: (row) => ({ text: textOf(row, 'type') ?? '', tone: 'dim' }),
    },
    {
      key: 'project',
      head: 'Project',
      value: projectKey,
      human: (row, setting) => ({ text: projectName(row, setting), tone: 'dim' }),
    },
    { key: 'assigneeIds', value: assigneeIds },
    { key: 'tags', value: (row) => listOf(row, 'tags', 'labels') },
    {
      key: 'updated',
      value: updatedAt,
      human: (row, { now }) => timeCell(updatedAt(row), now),
    },
    { key: 'createdBy', value: (row, { people }) => personName(people, textOf(row, 'createdBy')) },
  ],
  fields: [
    'id',
    'uuid',
    'title',
    'status',
    'priority',
    'type',
    'estimate',
    'due',
    'project',
    'assignees',
    'assignee',
    'tags',
    'labels',
    'startDate',
    'endDate',
    'createdBy',
    'createdAt',
    'updated',
    'plannedFor',
    'inMyPlan',
    'dependsOn',
    'dependents',
    'dependsOnIds',
    'blocked',
    'loggedMinutes',
    'checklistDone',
    'checklistTotal',
    'parent',
    'channel',
    'description',
    'checklist',
    'comments',
    'timeLogs',
    'files',
    'sourceTicket',
  ],
};

function updatedAt(row: JsonObject): string | undefined {
  return textOf(row, 'updated', 'updatedAt');
}
