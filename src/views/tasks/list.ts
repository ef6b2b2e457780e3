import { isRow, uuidOf } from '../../contract/row.js';
import { isFinished, shownWord } from '../../contract/server-word.js';
import type { Column, JsonObject, ListView } from '../../output/view.js';
import {
  dimmed,
  keyFields,
  priorityColumn,
  projectKey,
  projectName,
  refColumn,
  sentColumn,
  statusColumn,
} from '../cells/columns.js';
import { assigneeFields, assigneeIds, assigneesColumn, createdByColumn } from '../cells/people.js';
import { dueDay, timeOf } from '../cells/times.js';
import { listOf, ownColumn, ownText } from '../read-row.js';

const projectColumn: Column = {
  key: 'projectKey',
  head: 'Project',
  value: projectKey,
  reads: ['project', 'projectKey', ...keyFields],
  human: (row, setting) => ({ text: projectName(row, setting), tone: 'dim' }),
};

/** The columns of task lists. Scripts rely on the first eight and their order. */
export const taskList: ListView = {
  noun: 'tasks',
  sideOf: (row, id) => (assigneeIds(row).includes(id) ? 'team' : undefined),
  brief: ['ref', 'status', 'due', 'title'],
  isDim: (row) => isFinished(ownText(row, 'status')),
  columns: [
    refColumn,
    { key: 'title', head: 'Title', ...ownColumn('title'), grow: true },
    statusColumn,
    priorityColumn,
    {
      key: 'due',
      head: 'Due',
      ...ownColumn('due'),
      human: (row, { now }) => dueDay(ownText(row, 'due') ?? '', now, !isFinished(ownText(row, 'status'))),
      keep: true,
    },
    assigneesColumn,
    { key: 'type', head: 'Type', ...ownColumn('type'), human: dimmed('type', shownWord) },
    projectColumn,
    sentColumn('assignees', assigneesColumn),
    sentColumn('project', projectColumn),
    { key: 'assigneeIds', value: assigneeIds, reads: assigneeFields },
    { key: 'tags', value: (row) => listOf(row, 'tags', 'labels'), reads: ['tags', 'labels'] },
    { key: 'updated', value: updatedAt, reads: ['updated', 'updatedAt'], human: timeOf('updated', 'updatedAt') },
    createdByColumn,
    sentColumn('createdBy', createdByColumn),
    { key: 'dependsOnIds', value: prerequisiteIds, reads: ['dependsOnIds', 'dependsOn'] },
  ],
  fields: `id uuid title status priority type estimate due project assignees assignee tags labels startDate endDate
    createdBy createdAt updated plannedFor inMyPlan dependsOn dependents dependsOnIds blocked loggedMinutes
    checklistDone checklistTotal parent channel description checklist comments timeLogs files
    sourceTicket`.split(/\s+/),
};

function updatedAt(row: JsonObject): string | undefined {
  return ownText(row, 'updated', 'updatedAt');
}

/** The uuids of the tasks it depends on, for which some servers only send the tasks. */
function prerequisiteIds(row: JsonObject): readonly unknown[] {
  return listOf(row, 'dependsOnIds', 'dependsOn').map((link) => (isRow(link) ? uuidOf(link) : link));
}
