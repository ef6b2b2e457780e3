import { shownWord } from '../../contract/server-word.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { assigneeFields, assigneeIds, personName } from '../cells/people.js';
import { assigneesColumn } from '../cells/people-columns.js';
import { priorityColumn, refColumn, sentColumn, statusColumn } from '../cells/state-columns.js';
import { ageCell, timeCell } from '../cells/times.js';
import { isFinished } from '../cells/tones.js';
import { listOf, ownColumn, textOf } from '../read-row.js';

/** The columns of ticket lists. Scripts rely on the first eight and their order. */
export const ticketList: ListView = {
  noun: 'tickets',
  isDim: (row) => isFinished(textOf(row, 'status')),
  columns: [
    refColumn,
    { key: 'subject', head: 'Subject', ...ownColumn('subject', 'title'), grow: true },
    statusColumn,
    priorityColumn,
    {
      key: 'updated',
      head: 'Age',
      value: lastActivity,
      reads: ['lastMessageAt', 'updatedAt', 'updated'],
      human: (row, { now }) => ageCell(lastActivity(row), now),
      keep: true,
    },
    assigneesColumn,
    {
      key: 'org',
      head: 'Org',
      value: (row) => textOf(row, 'orgSlug', 'orgName', 'orgId'),
      reads: ['orgSlug', 'orgName', 'orgId'],
      human: (row) => textOf(row, 'orgName', 'orgSlug', 'orgId') ?? '',
    },
    {
      key: 'category',
      head: 'Category',
      ...ownColumn('category'),
      human: (row) => ({ text: shownWord(textOf(row, 'category') ?? ''), tone: 'dim' }),
    },
    sentColumn('assignees', assigneesColumn),
    { key: 'assigneeIds', value: assigneeIds, reads: assigneeFields },
    { key: 'tags', value: (row) => listOf(row, 'tags'), reads: ['tags'] },
    {
      key: 'customer',
      value: (row, { people }) => personName(people, textOf(row, 'customerId')),
      reads: ['customerId'],
      namesPeople: true,
    },
    {
      key: 'created',
      ...ownColumn('createdAt'),
      human: (row, { now }) => timeCell(textOf(row, 'createdAt'), now),
    },
  ],
  fields: [
    'id',
    'uuid',
    'displayId',
    'number',
    'subject',
    'description',
    'status',
    'priority',
    'category',
    'channel',
    'orgId',
    'orgSlug',
    'orgName',
    'orgColor',
    'customerId',
    'createdBy',
    'assignees',
    'assignedAgentId',
    'firstResponseAt',
    'resolvedAt',
    'closedAt',
    'lastMessageAt',
    'satisfactionScore',
    'tags',
    'checklist',
    'messageCount',
    'createdAt',
    'updatedAt',
  ],
};

/** When a ticket was last active: its last message, or else its last change. */
export function lastActivity(row: JsonObject): string | undefined {
  return textOf(row, 'lastMessageAt', 'updatedAt', 'updated');
}
