import { isFinished, shownWord } from '../../contract/server-word.js';
import type { Column, JsonObject, ListView, Setting } from '../../output/view.js';
import { dimmed, priorityColumn, refColumn, sentColumn, statusColumn } from '../cells/columns.js';
import { assigneeFields, assigneeIds, assigneesColumn, personColumn } from '../cells/people.js';
import { targetCell } from '../cells/target.js';
import { ageCell, momentCell, timeOf } from '../cells/times.js';
import { listOf, ownColumn, ownText } from '../read-row.js';

/** The columns of ticket lists. Scripts rely on the first eight and their order. */
export const ticketList: ListView = {
  noun: 'tickets',
  sideOf: (row, id) =>
    ownText(row, 'customerId') === id ? 'customer' : assigneeIds(row).includes(id) ? 'team' : undefined,
  brief: ['ref', 'status', 'waitsFor', 'subject'],
  isDim: (row) => isFinished(ownText(row, 'status')),
  columns: [
    refColumn,
    { key: 'subject', head: 'Subject', ...ownColumn('subject', 'title'), grow: true },
    statusColumn,
    priorityColumn,
    {
      key: 'updated',
      head: 'Last',
      value: lastActivity,
      reads: ['lastMessageAt', 'updatedAt', 'updated'],
      human: (row, { now }) => ageCell(lastActivity(row), now),
      keep: true,
    },
    assigneesColumn,
    {
      key: 'org',
      head: 'Org',
      value: (row) => ownText(row, 'orgSlug', 'orgName', 'orgId'),
      reads: ['orgSlug', 'orgName', 'orgId'],
      human: (row, setting) => orgName(row, setting) ?? ownText(row, 'orgId') ?? '',
    },
    { key: 'category', head: 'Category', ...ownColumn('category'), human: dimmed('category', shownWord) },
    { key: 'waiting', ...ownColumn('waiting'), human: (row, { now }) => ageCell(ownText(row, 'waiting'), now) },
    { key: 'lastBy', ...ownColumn('lastBy') },
    { key: 'waitsFor', value: (row) => ownText(row, 'waitsFor') ?? '?' },
    {
      key: 'snoozedUntil',
      ...ownColumn('snoozedUntil'),
      human: (row, { now }) => momentCell(ownText(row, 'snoozedUntil'), now),
    },
    { key: 'woken', ...ownColumn('woken') },
    { key: 'due', ...ownColumn('due'), human: (row, { now }) => momentCell(ownText(row, 'due'), now) },
    {
      key: 'target',
      value: (row) => ownText(row, 'due') ?? null,
      human: (row, setting) => targetCell(ownText(row, 'due'), setting),
    },
    sentColumn('assignees', assigneesColumn),
    { key: 'assigneeIds', value: assigneeIds, reads: assigneeFields },
    { key: 'tags', value: (row) => listOf(row, 'tags'), reads: ['tags'] },
    personColumn('customer', 'customerId'),
    { key: 'created', ...ownColumn('createdAt'), human: timeOf('createdAt') },
  ],
  fields: `id uuid displayId number subject description status priority category channel orgId orgSlug orgName
    orgColor customerId createdBy assignees assignedAgentId firstResponseAt resolvedAt closedAt lastMessageAt
    satisfactionScore tags checklist messageCount createdAt updatedAt`.split(/\s+/),
};

/** The organisation that a row names, for people: its name if the row or this machine knows it, otherwise undefined. */
export function orgName(row: JsonObject, { names }: Setting): string | undefined {
  return ownText(row, 'orgName', 'orgSlug') ?? names?.get(ownText(row, 'orgId') ?? '');
}

/**
 * The list as sorted by this column or field, whose time the table shows in place of the last activity unless columns are asked
 * for. Who waits, sorted that way, is then in the table already, and in a pipe in columns of its own.
 */
export function ticketsBy(
  field: string,
  { waiting: isWaiting, snoozed: isSnoozed }: { readonly waiting: boolean; readonly snoozed: boolean },
  isAsked: boolean,
): ListView {
  const timeOf = timeBy(field);
  const columns = ticketList.columns.map((column): Column => {
    if (column.key === 'updated' && !isAsked)
      return field === 'target'
        ? { ...column, head: 'Target', human: (row, setting) => targetCell(ownText(row, 'due'), setting) }
        : { ...column, head: timeHead(field), human: (row, setting) => ageCell(timeOf(row, setting), setting.now) };
    if (isWaiting && column.key === 'waiting') return { ...column, head: 'Waiting', isInTable: field !== 'waiting' };
    if (isSnoozed && column.key === 'snoozedUntil') return { ...column, head: 'Until', keep: true };
    return isWaiting && column.key === 'lastBy' ? { ...column, head: 'Last by' } : column;
  });
  const isDim = (row: JsonObject): boolean =>
    ownText(row, 'snoozedUntil') !== undefined || isFinished(ownText(row, 'status'));
  return { ...ticketList, columns, ...(isWaiting && !isSnoozed && { isDim }) };
}

const isTime = (field: string): boolean => /At$|^(?:created|waiting)$/.test(field);

/** What the table calls the time by which tickets are sorted: that of the last message, or of this column or field. */
export function timeHead(field: string): string {
  if (!isTime(field) || field === 'lastMessageAt') return 'Last';
  const words = field.replace(/At$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The time by which tickets are sorted: that of this column or field, or the last activity if it is no time. */
export function timeBy(field: string): (row: JsonObject, setting: Setting) => string | undefined {
  if (!isTime(field)) return lastActivity;
  const { value } = ticketList.columns.find(({ key }) => key === field) ?? ownColumn(field);
  return (row, setting) => {
    const time = value(row, setting);
    return typeof time === 'string' ? time : undefined;
  };
}

/** When a ticket was last active: its last message, or else its last change. */
export function lastActivity(row: JsonObject): string | undefined {
  return ownText(row, 'lastMessageAt', 'updatedAt', 'updated');
}

/** When a ticket last changed, and the fields that say so. */
export const ticketChanges = {
  fields: ['lastMessageAt', 'updatedAt', 'updated'],
  at: (row: JsonObject): string | undefined =>
    [lastActivity(row), ownText(row, 'updatedAt')]
      .filter((time) => time !== undefined)
      .sort()
      .at(-1),
};
